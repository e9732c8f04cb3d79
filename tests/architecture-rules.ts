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
    packages: [
      ...["zod", "lru-cache", "express", "multer"],
      ...["@remix-run/node", "@remix-run/server-runtime"],
    ],
  },
  {
    at: "app/screens",
    rooms: ["documents", "app/erp", "app/session", "app/ui", "app/text", island],
    never: server,
  },
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
  // The backend from below: each room knows only rooms above it in this list.
  { at: "backend/config", rooms: [], packages: ["zod"] },
  { at: "backend/threads", rooms: [], packages: [] },
  { at: "backend/db", rooms: ["documents"], packages: ["pg"] },
  {
    at: "backend/http",
    rooms: ["documents", ...of("config", "db")],
    packages: ["express", "zod", "hucre"],
  },
  { at: "backend/values", rooms: of("db", "http"), packages: ["big.js"] },
  {
    at: "backend/personal",
    rooms: ["documents", ...of("config", "db", "http", "values")],
    packages: [],
  },
  { at: "backend/auth", rooms: of("config", "db", "http"), never: inBackend },
  { at: "backend/facts", rooms: of("db", "http"), packages: ["zod"] },
  { at: "backend/views", rooms: ["documents", ...of("db", "http")], packages: ["zod"] },
  {
    at: "backend/logs",
    rooms: ["documents", ...of("db", "http", "values")],
    packages: ["zod", "express"],
  },
  {
    at: "backend/files",
    rooms: ["documents", ...of("config", "db", "http", "values")],
    never: inBackend,
  },
  {
    at: "backend/reports",
    rooms: ["documents", ...of("db", "http", "values", "facts", "logs")],
    packages: ["zod", "dayjs"],
  },
  {
    at: "backend/notices",
    rooms: ["documents", ...of("threads", "db", "http", "values", "logs", "files")],
    never: inBackend,
  },
  {
    at: "backend/workflow",
    rooms: ["documents", ...of("db", "http", "files", "logs", "notices")],
    never: inBackend,
  },
  {
    at: "backend/documents",
    rooms: [
      "documents",
      ...of("db", "http", "values", "personal", "files", "logs", "notices", "workflow"),
    ],
    never: inBackend,
  },
  {
    at: "backend/connect",
    rooms: ["documents", ...of("config", "db", "http", "values", "personal", "notices")],
    packages: ["zod"],
  },
  {
    at: "backend/stock",
    rooms: ["documents", ...of("db", "http", "values", "documents")],
    never: inBackend,
  },
  {
    at: "backend/payables",
    rooms: ["documents", ...of("db", "http", "values", "documents", "stock")],
    never: inBackend,
  },
  {
    at: "backend/search",
    rooms: ["documents", ...of("auth", "db", "http", "documents")],
    packages: ["zod"],
  },
  {
    at: "backend/terminal",
    rooms: ["documents", ...of("db", "http", "values", "documents", "stock")],
    packages: ["zod"],
  },
  { at: "backend/tenancy", rooms: ["documents", ...of("auth", "db")], never: inBackend },
  {
    at: "backend/rules",
    rooms: [
      "documents",
      ...of("auth", "db", "http", "values", "facts", "files", "logs", "notices", "workflow"),
      ...of("threads", "personal", "documents", "connect", "stock", "payables", "tenancy"),
    ],
    never: inBackend,
  },
  {
    at: "backend/desk",
    rooms: ["documents", ...of("auth", "db", "http", "values", "notices", "workflow", "documents")],
    packages: ["zod"],
  },
  {
    at: "backend/imports",
    rooms: ["documents", ...of("threads", "db", "http", "files", "documents")],
    never: inBackend,
  },
  {
    at: "backend/admin",
    rooms: ["documents", ...of("db", "http", "logs", "documents", "rules")],
    packages: ["zod"],
  },
  {
    at: "backend/seed",
    rooms: [
      "documents",
      ...of("auth", "db", "http", "values", "facts", "files", "notices", "documents", "rules"),
      ...of("tenancy", "personal"),
    ],
    never: inBackend,
  },
  {
    at: "backend/backup",
    rooms: ["documents", ...of("config", "db", "documents", "files")],
    packages: ["pg", "tar-stream", "zod"],
  },
  {
    at: "backend/jobs",
    rooms: of(
      "config",
      "auth",
      "connect",
      "db",
      "desk",
      "documents",
      "files",
      "imports",
      "logs",
      "notices",
      "rules",
      "seed",
      "workflow",
    ),
    packages: ["graphile-worker"],
  },
  { at: "backend", rooms: ["documents", "backend"], never: inBackend },
];

/** Modules outside their room's rule, each with its reason. Keep this list short. */
export const exceptions: Record<string, string[]> = {
  // The browser's entry wakes the islands up.
  "app/entry.client.tsx": ["app/islands/boot.client"],
  // The version that the settings drawer shows.
  "app/screens/shell/shell.server.ts": ["package.json"],
};
