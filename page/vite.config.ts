import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const room = process.env.POKERROOM_ADDRESS ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/pokerroom/web/page", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": room, "/ws": { target: room, ws: true } } },
  test: { include: ["test/**/*.test.ts"] },
});
