/** One room of the repository and what its files may import besides themselves. */
export interface Room {
  /** Folder, or the beginning of file names for the files that lie above the rooms. */
  at: string;
  /** Other rooms, longest match counts; "app/islands/island.server" is that one module. */
  rooms: string[];
  /** Packages it may use; undefined: any that `never` does not name. */
  packages?: string[];
  never?: string[];
}

const server = ["express", "pg"];
const browser = ["react", "react-dom", "@remix-run/react", "@radix-ui/"];
const island = "app/islands/island.server";

const inBackend = [...browser, "@remix-run/"];
const of = (...names: string[]) => names.map((name) => `backend/${name}`);

/** The import rules of the README's architecture section, one line per room. */
export const rooms: Room[] = [
  { at: "documents", rooms: [], packages: ["zod", "dayjs"] },
  { at: "app/text", rooms: [], packages: ["dayjs"] },
  { at: "app/ui", rooms: ["app/text"], packages: ["react", "@tanstack/react-table"] },
  {
    at: "app/islands",
    rooms: ["app/ui", "app/text"],
    packages: ["react", "react-dom", "@radix-ui/", "chart.js", "react-chartjs-2", "squire-rte"],
  },
  { at: "app/erp", rooms: ["documents", "app/text"], packages: ["zod", "lru-cache", "crypto-js"] },
  // The gate stands in Express, before the pages.
  {
    at: "app/session",
    rooms: ["app/erp", "app/text"],
    packages: ["zod", "lru-cache", "express", "multer", "@remix-run/node", "@remix-run/server-runtime"],
  },
  { at: "app/screens", rooms: ["documents", "app/erp", "app/session", "app/ui", "app/text", island], never: server },
  {
    at: "app/features",
    rooms: ["documents", "app/screens", "app/erp", "app/session", "app/ui", "app/text", island],
    never: server,
  },
  {
    at: "app",
    rooms: [
      "documents",
      "app/routes",
      "app/features",
      "app/screens",
      "app/erp",
      "app/session",
      "app/ui",
      "app/text",
      island,
    ],
    never: server,
  },
  // What stands around both: security headers, assets, health. Only server.ts joins the two.
  { at: "server", rooms: ["standins"], never: browser },
  // Systems outside, for tests and the demonstration: they know nothing of the product.
  { at: "standins", rooms: [], packages: ["zod", "bwip-js"] },
  // The backend's floors from below: each knows what lies under it.
  { at: "backend/platform", rooms: ["documents"], never: inBackend },
  { at: "backend/engine", rooms: ["documents", ...of("platform")], never: inBackend },
  { at: "backend/ledgers", rooms: ["documents", ...of("platform", "engine")], never: [...inBackend, "express"] },
  {
    at: "backend/domain",
    rooms: ["documents", ...of("platform", "engine", "ledgers")],
    never: [...inBackend, "express"],
  },
  {
    at: "backend/demo",
    rooms: ["documents", ...of("platform", "engine", "ledgers", "domain")],
    never: [...inBackend, "express"],
  },
  { at: "backend", rooms: ["documents", "backend"], never: inBackend },
];

/** Modules outside their room's rule, each with its reason. Keep this list short. */
export const exceptions: Record<string, string[]> = {
  // The browser's entry wakes the islands up.
  "app/entry.client.tsx": ["app/islands/boot.client"],
  // The version that the settings drawer shows.
  "app/screens/shell/shell.server.ts": ["package.json"],
  // The version that a database remembers.
  "backend/platform/version.ts": ["package.json"],
};
