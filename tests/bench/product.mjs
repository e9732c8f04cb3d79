// The product with its demo data, in one process or with the backend in another.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { cache, start } from "./servers.mjs";

export const LIST = "/admin/user/index?size=20";
export const EMPTY = "/bench/empty";

const program =
  (...args) =>
  () => ["scripts/start.mjs", ...args];
export const dataDir = (name) => {
  const dir = path.join(cache, name);
  mkdirSync(dir, { recursive: true });
  return dir;
};
const options = (name, more = {}) => ({ ready: "/readyz", env: { DATA_DIR: dataDir(name), BENCH: "on", ...more } });

/** Console and backend in one process, as `npm start` runs them. */
export const startWhole = () => start(program(), options("data"));

/** The backend alone, and a console that reaches it by HTTP. */
export async function startApart() {
  const backend = await start(program("backend"), options("data"));
  const console = await start(program(), options("console", { ERP_API_URL: `${backend.url}/api`, DEMO: "on" }));
  return { backend, console };
}

/** Signs in by the form and opens the list once: the Cookie header of a person at work. */
export async function signIn(server, list = LIST) {
  const form = new URLSearchParams({ username: "admin", password: "123456", intent: "sign-in" });
  const answer = await fetch(`${server.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: server.url },
    body: form,
  });
  const cookies = new Map();
  keep(cookies, answer);
  if (!cookies.get("x-access-token")) throw new Error(`sign-in answered ${answer.status}`);
  const page = await fetch(server.url + list, { headers: { Cookie: header(cookies) } });
  keep(cookies, page);
  if (!(await page.text()).includes("</table>")) throw new Error(`${list} has no table`);
  return header(cookies);
}

/** Keeps the cookies that an answer sets. */
export function keep(cookies, answer) {
  for (const line of answer.headers.getSetCookie()) {
    const [name, value] = line.split(";", 1)[0].split(/=(.*)/);
    cookies.set(name, value);
  }
}

/** The Cookie header of them. */
export const header = (cookies) =>
  [...cookies]
    .filter(([, value]) => value)
    .map((pair) => pair.join("="))
    .join("; ");

/** The side menu with all entries, those of closed branches among them, which a page comes without. */
export async function wholeMenu(url, cookie) {
  const page = await (await fetch(url + LIST, { headers: { Cookie: cookie } })).text();
  const [address] = /\/menu\/[\w-]+\//.exec(page);
  return (await fetch(url + address, { headers: { Cookie: cookie } })).text();
}
