import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const room = process.env.POKERROOM_ADDRESS ?? "http://127.0.0.1:8000";

/** The fonts travel with the page, and their licenses with them. */
const LICENSES = { inter: "@fontsource-variable/inter", "source-serif": "@fontsource/source-serif-4" };

const licenses: Plugin = {
  name: "licenses",
  apply: "build",
  generateBundle() {
    for (const [font, origin] of Object.entries(LICENSES)) {
      const source = readFileSync(new URL(`node_modules/${origin}/LICENSE`, import.meta.url), "utf8");
      this.emitFile({ type: "asset", fileName: `assets/${font}.license.txt`, source });
    }
  },
};

/** The sentences of the room's own catalogue, `<file>.<name>`, so that there is no other copy of them. */
const SENTENCES = "virtual:sentences/en";
const CATALOGUE = new URL("../src/pokerroom/words/en/", import.meta.url);

const sentences: Plugin = {
  name: "sentences",
  resolveId: (id) => (id === SENTENCES ? `\0${SENTENCES}` : undefined),
  load(id) {
    if (id !== `\0${SENTENCES}`) return undefined;
    const found: Record<string, unknown> = {};
    for (const file of readdirSync(CATALOGUE).filter((name) => name.endsWith(".toml"))) {
      const path = new URL(file, CATALOGUE);
      this.addWatchFile(fileURLToPath(path));
      const read = parse(readFileSync(path, "utf8"));
      for (const [name, entry] of Object.entries(read)) found[`${file.replace(/\.toml$/, "")}.${name}`] = entry;
    }
    return `export default ${JSON.stringify(found)};`;
  },
};

export default defineConfig({
  plugins: [svelte(), sentences, licenses],
  build: {
    outDir: "../src/pokerroom/web/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // The texts of the packages whose code is in the page: their licenses ask for it.
    license: { fileName: "licenses.md" },
  },
  server: { proxy: { "/api": room, "/ws": { target: room, ws: true } } },
  test: { include: ["test/**/*.test.ts"] },
});
