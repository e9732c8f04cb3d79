import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { LEASH } from "#backend/platform/db/cluster/server";
import { testFolder } from "../../scripts/test-folder.mjs";
import { freePort } from "./free-port";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const types = "types { text/html html; text/css css; text/javascript js; image/svg+xml svg; }";
const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** deploy/nginx.conf as it stands but for port, program address and folder. */
function configuration(dir: string, port: number, upstreams: readonly string[]): string {
  const site = readFileSync("deploy/nginx.conf", "utf8")
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("server 127.0.0.1:3000 max_fails=0;", upstreams.map((at) => `server ${at} max_fails=0;`).join(" "))
    .replace("root /opt/erp-console/public;", `root ${path.resolve("public")};`);
  const http = [types, "access_log off;", ...temporary.map((t) => `${t}_temp_path ${dir}/${t};`), site];
  // As root the workers would become another user, who may not read the project's folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} daemon off; pid ${dir}/pid; error_log stderr; events {} http { ${http.join("\n")} }`;
}

/** Starts a real nginx in front of the product. `ask` sends one request through it. */
export async function startNginx(program: string, ...upstreams: readonly string[]) {
  const dir = mkdtempSync(path.join(testFolder(), "erp-nginx-"));
  mkdirSync(path.join(dir, "logs"));
  const port = await freePort();
  writeFileSync(path.join(dir, "nginx.conf"), configuration(dir, port, upstreams));
  const child = spawn("/bin/sh", ["-c", LEASH, "sh", program, "-p", dir, "-c", `${dir}/nginx.conf`], { stdio: "pipe" });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });

  const ask = (url: string, headers = {}, options: { body?: Buffer; localAddress?: string } = {}) =>
    new Promise<Answer>((done, fail) => {
      const { body, localAddress } = options;
      const method = body ? "POST" : "GET";
      const to = { host: "127.0.0.1", port, path: url, method, headers, localAddress };
      const call = request(to, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () =>
          done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      call.on("error", fail).end(body);
    });

  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    const up = await ask("/healthz").catch(() => undefined);
    if (up) break;
    if (tries > 100) throw new Error(`nginx does not answer: ${said}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  const stop = async () => {
    const gone = new Promise((done) => child.once("exit", done));
    child.stdin.end();
    await gone;
    rmSync(dir, { recursive: true, force: true });
  };
  return { ask, stop };
}
