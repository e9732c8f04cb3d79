// Data of a landed release, made by its own code: node tests/releases/make.mjs <commit> [<commit> …]
// Each becomes tests/releases/<commit>.sql.br. Needs git, npm and PostgreSQL's own programs (initdb, pg_ctl,
// pg_dump), whose folder PG_BIN names where PATH does not lead there. Run as root, the server runs as nobody.
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const here = import.meta.dirname;
const bin = process.env.PG_BIN ?? execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
const server = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Whatever an archive shall not differ by from run to run. */
const SEED = {
  DEMO: "on",
  DEMO_PROFILE: "small",
  DEMO_FACTS: "tiny",
  DEMO_SEED: "erp-demo-1",
  // The one of tests/test-keys.ts, so that tests read what the release has encrypted.
  SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString("base64")}`,
};

const run = (file, args, options) => execFileSync(file, args, { stdio: ["ignore", "inherit", "inherit"], ...options });

/** A PostgreSQL of its own for as long as `work` takes; it listens on a socket in `folder` alone. */
function withServer(folder, work) {
  const home = path.join(folder, "pg");
  mkdirSync(home);
  if (server.uid !== undefined) chownSync(home, server.uid, server.gid);
  chmodSync(folder, 0o755);
  const data = path.join(home, "data");
  const as = { ...server, cwd: home };
  run(path.join(bin, "initdb"), ["-D", data, "-U", "postgres", "-E", "UTF8", "--auth=trust", "--locale=C"], as);
  const options = `-c listen_addresses= -c unix_socket_directories=${home} -c max_locks_per_transaction=256`;
  run(path.join(bin, "pg_ctl"), ["-D", data, "-w", "-l", path.join(home, "log"), "-o", options, "start"], as);
  try {
    run(path.join(bin, "createdb"), ["-h", home, "-U", "postgres", "erp"]);
    return work(`postgresql://postgres@localhost/erp?host=${encodeURIComponent(home)}`, home);
  } finally {
    run(path.join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"], as);
  }
}

function make(commit) {
  const folder = mkdtempSync(path.join(tmpdir(), "release-"));
  const tree = path.join(folder, "tree");
  mkdirSync(tree);
  try {
    const files = execFileSync("git", ["archive", commit], { cwd: path.resolve(here, "../.."), maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", tree], { input: files });
    run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: tree });
    const dump = withServer(folder, (url, socket) => {
      const env = { ...process.env, ...SEED, DATABASE_URL: url, DATA_DIR: path.join(folder, "data") };
      run(process.execPath, ["scripts/start.mjs", "seed"], { cwd: tree, env });
      const args = ["-h", socket, "-U", "postgres", "--no-owner", "--no-privileges", "--rows-per-insert=500"];
      return execFileSync(path.join(bin, "pg_dump"), [...args, "erp"], { maxBuffer: 2 ** 30 });
    });
    const file = path.join(here, `${commit}.sql.br`);
    writeFileSync(file, brotliCompressSync(dump));
    console.log(`${file}: ${dump.length} bytes of SQL`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const commit of process.argv.slice(2)) make(commit);
