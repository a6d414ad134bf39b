import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
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

/** Scripts and styles, compressed as small as it goes: the room sends each as the browser takes it (src/pokerroom/web/built.py). */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir = "" }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => /\.(js|css)$/.test(each))) {
      const path = join(dir, name);
      const source = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
    }
  },
};

/**
 * The sentences of the room's own catalogue, `<file>.<name>`, so that there is no other copy of them. Those that only a screen fetched
 * later says come with it: such a screen imports `virtual:sentences/en/<file>` and gives them to `also` of src/words.
 */
const SENTENCES = "virtual:sentences/en";
const CATALOGUE = new URL("../src/pokerroom/words/en/", import.meta.url);
const LATER = ["lesson", "orders"];
/** What comes in words already: papers, and what the host of a multi-casino system refuses. */
const IN_WORDS = ["payout-papers", "refused-linked"];

const sentences: Plugin = {
  name: "sentences",
  resolveId: (id) => (id.startsWith(SENTENCES) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${SENTENCES}`)) return undefined;
    const only = id.slice(`\0${SENTENCES}/`.length);
    const found: Record<string, unknown> = {};
    for (const file of readdirSync(CATALOGUE).filter((name) => name.endsWith(".toml"))) {
      const path = new URL(file, CATALOGUE);
      const table = file.replace(/\.toml$/, "");
      if (only ? table !== only : [...LATER, ...IN_WORDS].includes(table)) continue;
      this.addWatchFile(fileURLToPath(path));
      const read = parse(readFileSync(path, "utf8"));
      for (const [name, entry] of Object.entries(read)) found[`${table}.${name}`] = entry;
    }
    return `export default ${JSON.stringify(found)};`;
  },
};

export default defineConfig({
  plugins: [svelte(), sentences, licenses, compressed],
  build: {
    outDir: "../src/pokerroom/web/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // A shared round is a page of its own: it may be framed, and has nothing of anybody's account in it.
    // So are the host of a multi-casino system and its demonstration: other processes serve them.
    rolldownOptions: { input: ["index.html", "replay.html", "host.html", "linked.html"] },
    // The texts of the packages whose code is in the page: their licenses ask for it.
    license: { fileName: "licenses.md" },
  },
  server: { proxy: { "/api": room, "/replay/": room, "/ws": { target: room, ws: true } } },
  test: { include: ["test/**/*.test.ts"] },
});
