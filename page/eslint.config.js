// What is looked for in the sources of the page: mistakes, with what the types tell of them. How they are set out is prettier's.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// eslint takes an instance of a component for `any`; svelte-check knows its type, and looks at these files too.
const KNOWN_TO_SVELTE_CHECK = {
  "@typescript-eslint/no-unsafe-assignment": "off",
  "@typescript-eslint/no-unsafe-call": "off",
  "@typescript-eslint/no-unsafe-return": "off",
};

export default defineConfig(
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["*.js", "vite.config.ts"] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: [".svelte"],
      },
    },
    rules: {
      "no-undef": "off", // the types know better
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "svelte/no-useless-mustaches": "off", // {" · "} keeps its spaces
      "svelte/prefer-svelte-reactivity": "off", // our maps and sets are filled and handed on, or nothing shows them
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  { files: ["**/*.svelte"], rules: KNOWN_TO_SVELTE_CHECK },
  // $state() has the type of what it begins with, so that `null as You | null` says more than `null`.
  { files: ["**/*.svelte.ts"], rules: { "@typescript-eslint/no-unnecessary-type-assertion": "off" } },
);
