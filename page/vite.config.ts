import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
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

export default defineConfig({
  plugins: [svelte(), licenses],
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
