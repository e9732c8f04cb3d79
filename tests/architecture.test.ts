import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { islands } from "../app/islands/registry";
import { ensureBuild } from "../scripts/build.mjs";
import { type Metafile, outputOf, reachable, serverOnly, sourcesIn } from "./architecture-browser";
import { breach, breaches, filesBelow, importsOf } from "./architecture-imports";
import { rooms } from "./architecture-rules";

describe("imports", () => {
  test("every room keeps its rules", () => {
    expect(breaches()).toEqual([]);
  });

  test("a floor of the backend knows only those below it, and there is no other folder", () => {
    const own = rooms.filter((room) => room.at.startsWith("backend/"));
    const above = new Set<string>(["documents"]);
    for (const room of own) {
      expect(room.rooms.filter((name) => !above.has(name))).toEqual([]);
      above.add(room.at);
    }
    const folders = readdirSync("backend", { withFileTypes: true }).filter((e) => e.isDirectory());
    expect(folders.filter((e) => !above.has(`backend/${e.name}`)).map((e) => e.name)).toEqual([]);
  });

  test("the rules see relative paths, aliases, packages, types and dynamic imports", () => {
    expect(breach("app/ui/a/a.tsx", "../../text/date")).toBeNull();
    expect(breach("app/ui/a/a.tsx", "~/erp/client.server")).toContain("app/ui may import");
    expect(breach("app/islands/a/a.tsx", "zod")).toContain("app/islands uses");
    expect(breach("app/screens/list.tsx", "~/islands/chart/chart")).toContain("app/screens");
    expect(breach("app/screens/list.tsx", "~/islands/island.server")).toBeNull();
    expect(breach("app/screens/list.tsx", "~/features/parts")).toContain("app/screens may import");
    expect(breach("app/features/ads/page.tsx", "~/screens/href")).toBeNull();
    expect(breach("app/routes/wel.tsx", "../../backend/platform/config")).toContain("app may import");
    expect(breach("backend/domain/user.ts", "~/text/date")).toContain("backend/domain may import");
    expect(breach("backend/platform/db/page.ts", "#backend/engine/desk/meant")).toContain(
      "backend/platform may import",
    );
    expect(breach("backend/index.ts", "./domain")).toBeNull();
    expect(breach("documents/admin/user.ts", "../kit")).toBeNull();
    const text = `import type { A } from "./a"; export * from "./b"; const c = import("./c");`;
    expect(importsOf(text)).toEqual(["./a", "./b", "./c"]);
  });
});

describe("files", () => {
  const roots = ["app", "documents", "backend", "server", "scripts", "tests"];
  const lines = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n");
  const sources = roots.flatMap((root) => filesBelow(root, /\.(tsx?|mjs|css|sql)$/));

  test("none is longer than 300 lines without its reason at the top", () => {
    const reason = /^(\/\/|\/\*|--).*\blong because\b/i;
    const long = sources.map((file) => ({ file, text: lines(file) })).filter((f) => f.text.length > 300);
    expect(long.filter((f) => !reason.test(f.text[0] ?? "")).map((f) => f.file)).toEqual([]);
  });

  test("every room says what it is", () => {
    const below = ["app", "backend", "backend/platform", "backend/engine", "backend/ledgers"].flatMap((top) =>
      readdirSync(top, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && filesBelow(`${top}/${entry.name}`, /\.(tsx?|sql)$/)[0])
        .map((entry) => `${top}/${entry.name}`),
    );
    const places = ["documents", "backend", "server", "scripts", "tests", "deploy", ...below];
    expect(places.filter((place) => !existsSync(`${place}/README.md`))).toEqual([]);
  });
});

/** A rule that asks the whole page for `:has` and styles something below it. */
const ASKS_ALL = /(?:^|[\s,(])(?:html|body|:root|main|\.shell|\.stage)[^\s,{]*:has\((?:[^()]|\([^()]*\))*\)\s+[^\s,{]/;

test("no rule looks from the whole page for what it styles below: each key would restyle all that such rules name", () => {
  expect(ASKS_ALL.test(".shell:has(> .bar > #g1:checked) .menu > li {")).toBe(true);
  expect(ASKS_ALL.test("body:has(.paper:not(.a5)) .foot {")).toBe(true);
  expect(ASKS_ALL.test("main:has(> .fit),\n.fit {")).toBe(false);
  const sheets = filesBelow("app", /\.css$/);
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.filter((file) => ASKS_ALL.test(readFileSync(file, "utf8")))).toEqual([]);
});

describe("what a browser loads", () => {
  let metafile: Metafile;
  let entry: string;
  beforeAll(async () => {
    await ensureBuild({ log: () => {} });
    metafile = JSON.parse(readFileSync("build/metafile.js.json", "utf8"));
    entry = outputOf(metafile, "app/entry.client.tsx");
  }, 180_000);

  test("no chunk that an island needs holds zod, a document or server code", () => {
    const sources = sourcesIn(metafile, reachable(metafile, entry, true));
    expect(sources.filter((source) => serverOnly.test(source))).toEqual([]);
  });

  test("the walk reaches every registered island, and would notice zod", () => {
    const sources = sourcesIn(metafile, reachable(metafile, entry, true)).join("\n");
    for (const name of ["hydrate", "registry"]) expect(sources).toContain(`app/islands/${name}`);
    const parts = Object.keys(islands).length;
    const folders = new Set(sources.match(/app\/islands\/[^/\n]+(?=\/)/g));
    expect(folders.size).toBeGreaterThanOrEqual(parts);
    expect(serverOnly.test("public/build/x.js: node_modules/zod/v4/core/index.js")).toBe(true);
    expect(serverOnly.test("public/build/x.js: documents/admin/user.ts")).toBe(true);
  });

  test("a page without islands loads at most 8.4 KB of script", () => {
    const size = reachable(metafile, entry, false)
      .map((file) => statSync(`${file}.br`).size)
      .reduce((sum, bytes) => sum + bytes, 0);
    expect(size).toBeLessThanOrEqual(8.4 * 1024);
  });

  test("a form with lines and a draft loads at most 14.5 KB of script before it is touched", () => {
    const names = ["lines/lines", "shell/drafts", "ref-input/new", "date/text", "input/chosen"];
    const parts = names.map((name) => `ui/${name}.client.ts`);
    const files = new Set(
      ["entry.client.tsx", ...parts].flatMap((part) => reachable(metafile, outputOf(metafile, `app/${part}`), false)),
    );
    const size = [...files].reduce((sum, file) => sum + statSync(`${file}.br`).size, 0);
    expect(size).toBeLessThanOrEqual(14.5 * 1024);
  });

  test("the terminal loads at most 6 KB of script, and nothing of the console's", () => {
    const own = readdirSync("public/build/terminal").filter((file) => file.endsWith(".js"));
    expect(own).toHaveLength(2);
    const texts = own.map((file) => readFileSync(`public/build/terminal/${file}`, "utf8"));
    expect(texts.join("")).not.toMatch(/\bimport\s*[("']|\bfrom\s*["']/);
    const size = own.reduce((n, file) => n + statSync(`public/build/terminal/${file}.br`).size, 0);
    expect(size).toBeLessThanOrEqual(6 * 1024);
  });

  test("a page with charts loads at most 110 KB of script", () => {
    const parts = ["entry.client.tsx", "islands/hydrate.tsx", "islands/chart/chart.tsx"];
    const chart = [...parts, "islands/chart/draw.client.tsx"];
    const files = new Set(chart.flatMap((part) => reachable(metafile, outputOf(metafile, `app/${part}`), false)));
    const scripts = [...files].filter((file) => file.endsWith(".js"));
    const size = scripts.reduce((sum, file) => sum + statSync(`${file}.br`).size, 0);
    expect(size).toBeLessThanOrEqual(110 * 1024);
    const server = readFileSync("build/index.js", "utf8");
    expect(server).not.toMatch(/from "chart\.js"/);
  });
});
