import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "../../package.json";
import { testFolder } from "../../scripts/test-folder.mjs";
import { findProgram } from "../../scripts/test-system.mjs";
import { runProduct, startServer } from "./server";

/* One archive: what an operator gets (npm run release). */

const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;
let folder: string;
let home: string;
let data: string;

const filesOf = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

beforeAll(() => {
  folder = mkdtempSync(path.join(testFolder(), "erp-release-"));
  chmodSync(folder, 0o755);
  const stdio = "ignore";
  execFileSync(process.execPath, ["deploy/release.mjs", folder], { stdio });
  const archive = `erp-console-${version}.tar.gz`;
  execFileSync("sha256sum", ["-c", `${archive}.sha256`], { cwd: folder, stdio });
  execFileSync("tar", ["-xzf", archive], { cwd: folder, stdio });
  home = path.join(folder, `erp-console-${version}`);
  execFileSync("chmod", ["-R", "a-w", home]);
  data = path.join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (NOBODY) chownSync(data, NOBODY, NOBODY);
});
afterAll(() => {
  execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

test("holds the program and the database, and nothing that builds or tests", () => {
  const sizes = filesOf(home).map((file) => ({ name: path.relative(home, file), size: statSync(file).size }));
  const sum = (which: (name: string) => boolean) =>
    sizes.filter(({ name }) => which(name)).reduce((all, { size }) => all + size, 0) / 1e6;
  const given = /^(node_modules|demo)\//;
  expect(sum(() => true)).toBeLessThan(130);
  expect(sum((name) => !given.test(name))).toBeLessThan(25);
  const tools =
    /\.(ts|tsx)$|(?<!^build\/index\.js)\.map$|node_modules\/(typescript|esbuild|vite|vitest|playwright|@remix-run\/dev)\//;
  expect(sizes.filter(({ name }) => tools.test(name)).map(({ name }) => name)).toEqual([]);
});

test("runs read-only, as an ordinary user, from another folder than it was made in", async () => {
  const whole = () => execFileSync("sha256sum", ["-c", "--quiet", "SHA256SUMS"], { cwd: home, encoding: "utf8" });
  expect(whole()).toBe("");
  const program = { command: [path.join(home, "bin/erp")], uid: NOBODY };
  const env = { DATA_DIR: data, HOME: data, HOST: "127.0.0.1", DEMO: "off", ADMIN_PASSWORD: "first-2026" };
  const server = await startServer(env, "", program);
  try {
    const { commit } = JSON.parse(readFileSync(path.join(home, "release.json"), "utf8"));
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe(`ok ${version} (${commit})`);
    const page = await (await fetch(`${server.url}/login`)).text();
    const styles = [...page.matchAll(/href="(\/build\/[^"]+\.css)"/g)].map(([, href]) => href);
    expect(styles).not.toEqual([]);
    for (const href of styles) expect((await fetch(server.url + href)).status, href).toBe(200);
    const backup = await runProduct(["backup", path.join(data, "all.tar.gz")], env, program);
    expect([backup.code, backup.said]).toEqual([0, expect.stringContaining("已备份")]);
    const input = `at x (${home}/build/index.js:100000:3)\n`;
    const places = execFileSync(path.join(home, "bin/erp"), ["where"], { input, encoding: "utf8" });
    expect(places).toMatch(/^at x \([a-z-]+\/\S+\.tsx?:\d+:\d+\)\n$/);
  } finally {
    await server.stop();
  }
  expect(whole(), "nothing was written where it lies").toBe("");
}, 120_000);

/** Settings that a file gives to the program. */
const given = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^(?:ENV)? +([A-Z][A-Z_0-9]+)[:=]|\b([A-Z][A-Z_0-9]+)=/gm)].flatMap(
    ([, a, b]) => a ?? b ?? [],
  );

test("containers and services give settings that there are, and start what there is", () => {
  const known = readFileSync("docs/operating.md", "utf8");
  const others = /^(NODE_ENV|POSTGRES_\w+|RELEASE)$/;
  const names = ["deploy/compose.yaml", "deploy/Containerfile"].flatMap(given).filter((name) => !others.test(name));
  expect(names).toContain("SECRET_KEYS");
  expect(names.filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
  const unit = readFileSync("deploy/erp-console.service", "utf8");
  expect(unit).toContain("ExecStart=/opt/erp-console/bin/erp start");
  // Without them the kernel ends the program at once on processors that have them.
  expect(unit).toMatch(/^SystemCallFilter=.*@pkey/m);
  expect(readFileSync("deploy/Containerfile", "utf8")).toContain('ENTRYPOINT ["/opt/erp-console/bin/erp"]');
  const verify = findProgram(["systemd-analyze"]);
  if (!verify) return;
  const tried = path.join(folder, "erp-console.service");
  execFileSync("cp", ["deploy/erp-console.service", tried]);
  execFileSync("sed", ["-i", `s#/opt/erp-console#${home}#`, tried]);
  expect(execFileSync(verify, ["verify", tried], { encoding: "utf8" })).toBe("");
});
