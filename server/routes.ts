import type { ServerBuild } from "@remix-run/node";

/** A declared address, as far as the table shows it. */
export interface DeclaredAddress {
  path: string;
  title: string;
  document?: { name: string };
  view?: string;
}

/** Address of a Remix route: its own path below those of its parents. */
function addressOf(build: ServerBuild, id: string): string {
  const parts: string[] = [];
  for (let at: string | undefined = id; at; at = build.routes[at]?.parentId) {
    const path = build.routes[at]?.path;
    if (path) parts.unshift(path);
  }
  return `/${parts.join("/")}`;
}

/** Every address of the console, one a line: address, what shows it, title. */
export function routeTable(build: ServerBuild, screens: readonly DeclaredAddress[]): string {
  const byHand = Object.keys(build.routes)
    .filter((id) => id !== "root" && !id.includes("$"))
    .map((id) => [addressOf(build, id), id.replace(/^routes\//, "app/routes/"), ""]);
  const declared = screens.map((s) => [s.path, s.document ? `${s.document.name}.${s.view}` : "planned", s.title]);
  return [...byHand, ...declared]
    .sort(([a = ""], [b = ""]) => a.localeCompare(b))
    .map((row) => row.join("\t"))
    .join("\n");
}
