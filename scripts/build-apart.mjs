import { build } from "vite";

/** Programs that run in processes of their own: they share no line with the product. */
export const buildApart = (root) =>
  build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      ssr: true,
      outDir: "build/apart",
      emptyOutDir: true,
      target: "node20",
      sourcemap: true,
      rollupOptions: { input: { "stand-ins": "standins/main.ts" } },
    },
  });
