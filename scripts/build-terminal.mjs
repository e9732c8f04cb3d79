import path from "node:path";
import { build } from "vite";

/** The terminal's script and its worker: files of their own that load nothing of the console's. */
export const buildTerminal = (root) =>
  build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      outDir: "public/build/terminal",
      emptyOutDir: true,
      modulePreload: false,
      target: "es2022",
      rollupOptions: {
        input: ["terminal", "worker"].map((name) => path.join(root, `app/features/terminal/script/${name}.client.ts`)),
        output: { entryFileNames: ({ name }) => `${name.replace(".client", "")}-[hash].js` },
      },
    },
  });
