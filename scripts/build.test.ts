import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishAssets } from "./build-assets.mjs";
import { hashOfInputs, staleReason, writeStamp } from "./build-inputs.mjs";
import { withLock } from "./build-lock.mjs";

let dir: string;
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
  writeFileSync(path.join(dir, file), text);
};

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "erp-build-"));
  put("app/root.tsx", "root");
  put("server.ts", "server");
  put("package-lock.json", "{}");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const SHEET = [
  "/* x */*{margin:0}ul.a>#b:not(.c):hover,.d{top:0;left:0}:is(.g:focus,p.g:focus-visible)[lang]{top:1px}",
  "@media print{.e{color:red}}@keyframes f{to{top:0}}",
].join("");

/** What a finished build leaves behind. */
function pretendBuild() {
  const inputs = hashOfInputs(dir);
  put("build/index.js", "bundle");
  put("build/apart/stand-ins.js", "process of its own");
  put("build/metafile.js.json", "{}");
  put("build/sheets.json", "{}");
  put("public/build/root.js", "asset");
  writeStamp(inputs, dir);
}

test("builds at first, then only when something that goes into the build changed", () => {
  expect(staleReason(dir)).toBe("首次启动");
  pretendBuild();
  expect(staleReason(dir)).toBeNull();
  for (const file of ["app/routes/new.tsx", "server.ts", "package-lock.json"]) {
    put(file, `changed ${file}`);
    expect(staleReason(dir)).toBe("源代码有变化");
    pretendBuild();
  }
  rmSync(path.join(dir, "app/root.tsx"));
  expect(staleReason(dir)).toBe("源代码有变化");
});

test("tests, notes and migrations are no input of the build", () => {
  pretendBuild();
  put("app/ui/button.test.tsx", "test");
  put("app/README.md", "text");
  put("backend/platform/db/migrations/0009_x.sql", "select 1");
  expect(staleReason(dir)).toBeNull();
});

test("an interrupted build and one made by hand are done again", () => {
  pretendBuild();
  put("build/index.js", "half a bun");
  expect(staleReason(dir)).toBe("构建结果被改动过");
  rmSync(path.join(dir, "build/stamp.json"));
  expect(staleReason(dir)).toBe("上次构建没有完成");
});

test("the lock lets one builder in at a time and forgets one that died", async () => {
  const file = path.join(dir, "lock");
  writeFileSync(file, String(spawnSync(process.execPath, ["-e", ""]).pid));
  let inside = 0;
  const work = async () => {
    expect(++inside).toBe(1);
    await new Promise((done) => setTimeout(done, 20));
    inside--;
  };
  await Promise.all([1, 2, 3].map(() => withLock(file, () => {}, work)));
  expect(existsSync(file)).toBe(false);
});

test("assets get compressed copies and lose source maps and needless loads", async () => {
  const load = 'import"/build/help.js";';
  put("public/build/a.js", `${load}let a = "长文字".repeat(9);\n//# sourceMappingURL=/build/a.js.map\n`);
  put("public/build/b.js", 'import{x}from"/build/help.js";x();');
  put("public/build/a.js.map", "{}");
  put("public/build/help.js", "export let x = () => {};");
  const imports = [{ path: "public/build/help.js", kind: "import-statement" }];
  const from = (source: string) => ({ inputs: { [source]: {} }, imports });
  const outputs = {
    "public/build/a.js": from("app/a.ts"),
    "public/build/b.js": from("app/b.ts"),
    "public/build/help.js": { inputs: {}, imports: [] },
  };
  put("build/metafile.js.json", JSON.stringify({ outputs }));
  put("public/build/_assets/styles-A.css", SHEET);
  put("public/build/_assets/phone-B.css", "a{top:0}");
  await finishAssets(dir);
  const read = (name: string) => readFileSync(path.join(dir, "public/build", name));
  expect(String(read("a.js"))).toBe('let a = "长文字".repeat(9);\n');
  expect(brotliDecompressSync(read("a.js.br"))).toEqual(read("a.js"));
  expect(gunzipSync(read("a.js.gz"))).toEqual(read("a.js"));
  expect(existsSync(path.join(dir, "public/build/a.js.map"))).toBe(false);
  expect(String(read("b.js"))).toContain("help.js");
  const known = JSON.parse(readFileSync(path.join(dir, "build/metafile.js.json"), "utf8")).outputs;
  expect(known["public/build/a.js"].imports).toEqual([]);
  expect(known["public/build/b.js"].imports).toEqual(imports);
});

test("the server learns what each rule of a sheet needs in a page", async () => {
  put("public/build/_assets/styles-A.css", SHEET);
  put("public/build/_assets/phone-B.css", "a{top:0}");
  put("build/metafile.js.json", JSON.stringify({ outputs: {} }));
  await finishAssets(dir);
  expect(JSON.parse(readFileSync(path.join(dir, "build/sheets.json"), "utf8"))).toEqual({
    "/build/_assets/styles-A.css": [
      { selectors: [{ text: "*", needs: [] }], body: "margin:0" },
      {
        selectors: [
          { text: "ul.a>#b:not(.c):hover", needs: ["ul", ".a", "#b", "?hand"] },
          { text: ".d", needs: [".d"] },
        ],
        body: "top:0;left:0",
      },
      {
        selectors: [{ text: ":is(.g:focus,p.g:focus-visible)[lang]", needs: [".g", "?focus", "[lang]"] }],
        body: "top:1px",
      },
      {
        group: "@media print",
        needs: ["?hand"],
        rules: [{ selectors: [{ text: ".e", needs: [".e"] }], body: "color:red" }],
      },
      { text: "@keyframes f{to{top:0}}", needs: [] },
    ],
  });
});
