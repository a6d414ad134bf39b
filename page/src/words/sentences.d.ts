/** Made by vite.config.ts from the sentences of the room, src/pokerroom/words/en. */
declare module "virtual:sentences/en" {
  const sentences: import("./catalogue").Sentences;
  export default sentences;
}

declare module "virtual:sentences/en/*" {
  const sentences: import("./catalogue").Sentences;
  export default sentences;
}
