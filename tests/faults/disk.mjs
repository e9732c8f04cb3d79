// A disk that is full: of the database with its uploads, and of the program's words. Needs root, for a small disk.
import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../deploy/ha/stack.mjs";
import { Copy, pageCookie, signIn, Writers } from "../../deploy/ha/work.mjs";
import { folder, lineOf, OWN, PASSWORD, say } from "./company.mjs";

/** Sentences by which somebody knows what is wrong. */
const SAID = /服务器磁盘已满|数据库暂时不可用|服务暂时不可用/;
/** What is refused for want of room, as {@link Writers} understands it. */
const REFUSED = new Set([503, 507]);

/** A small disk at a folder. */
class Disk {
  constructor(at, mb) {
    this.at = at;
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m`, "erp-fault", at]);
  }

  /** Takes all the room that is left. */
  fill() {
    const file = openSync(path.join(this.at, "filler"), "a");
    const block = Buffer.alloc(65_536);
    try {
      for (;;) writeSync(file, block);
    } catch (error) {
      if (error.code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  empty() {
    rmSync(path.join(this.at, "filler"), { force: true });
  }

  remove() {
    this.empty();
    execFileSync("umount", ["-l", this.at]);
  }
}

/** Sends a file, as the page of a document does. */
async function upload(url, headers) {
  const body = new FormData();
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(200_000, 7)]);
  body.append("file", new Blob([png], { type: "image/png" }), "full.png");
  const { "content-type": _, ...own } = headers;
  const answer = await fetch(`${url}/api/admin/file/upload`, { method: "POST", headers: own, body });
  return { status: answer.status, said: await answer.text() };
}

const TYPED = { username: "typed.by.hand", displayname: "手填姓名", deptId: "1", roleIds: "1" };

/** The form of a new user as its page has it, filled in by hand. */
async function filledForm(url, cookie) {
  const html = await (await fetch(`${url}/admin/user/index?add=1`, { headers: { cookie } })).text();
  const forms = html.split("<form").map((part) => part.split("</form>", 1)[0]);
  const form = forms.find((part) => part.includes('method="post"') && part.includes('name="displayname"')) ?? "";
  const [, action = `${url}/admin/user/index?add=1`] = /^[^>]*action="([^"]*)"/.exec(form) ?? [];
  const hidden = [...form.matchAll(/<(?:input type="hidden"|button)[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)];
  if (!form) throw new Error("the page has no form of a user");
  const body = new URLSearchParams(TYPED);
  for (const [, name, value] of hidden) if (!(name in TYPED)) body.set(name, value.replaceAll("&amp;", "&"));
  return { url: new URL(action.replaceAll("&amp;", "&"), url).href, body };
}

/** Sends it by page: what somebody typed must still be there when it is refused. */
async function sendForm({ url, body }, cookie) {
  const headers = { origin: new URL(url).origin, cookie };
  const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual" });
  const to = answer.headers.get("location");
  return { status: answer.status, said: to ? `→ ${to}` : await answer.text() };
}

/** The disk of database, uploads and words is full for a while, so often. */
export async function disk({ times }) {
  const at = folder("disk");
  const small = new Disk(at, 700);
  const dir = path.join(at, "data");
  const copy = new Copy(path.join(at, "words"), await freePort(), { ...OWN, DATA_DIR: dir, ADMIN_PASSWORD: PASSWORD });
  copy.begin();
  const after = [];
  const wrong = [];
  const statuses = {};
  let writers;
  try {
    await copy.ready();
    const headers = await signIn(copy.url);
    const cookie = await pageCookie(copy.url);
    const form = await filledForm(copy.url, cookie);
    writers = new Writers(copy.url, headers, "disk", { refusals: [...REFUSED] });
    await writers.allSince(Date.now(), 30);
    for (let n = 1; n <= times && !writers.wrong.length; n++) {
      small.fill();
      const until = Date.now() + 15_000;
      while (Date.now() < until) {
        small.fill();
        for (const [name, ask] of [
          ["upload", () => upload(copy.url, headers)],
          ["form", () => sendForm(form, cookie)],
        ]) {
          const answer = await ask().catch((error) => ({ status: 0, said: error.message }));
          statuses[name] = { ...statuses[name], [answer.status]: (statuses[name]?.[answer.status] ?? 0) + 1 };
          if (REFUSED.has(answer.status) && !SAID.test(answer.said))
            wrong.push(`${name} ${answer.status} says no reason`);
          else if (answer.said.includes("/login")) wrong.push(`${name} leads to the sign-in`);
          else if (answer.status === 0 || (answer.status >= 500 && !REFUSED.has(answer.status)))
            wrong.push(`${name} ${answer.status} ${answer.said.slice(0, 200)}`);
          if (name === "form" && REFUSED.has(answer.status) && !answer.said.includes(TYPED.displayname))
            wrong.push("what was typed is gone");
        }
        if (wrong.length > 10) break;
        await sleep(500);
      }
      const began = Date.now();
      small.empty();
      after.push((await writers.allSince(began, 90)) / 1000);
      if (copy.child.exitCode !== null) wrong.push("the program ended");
      say(`disk ${n}/${times}: on after ${after.at(-1)} s, ${writers.refused} refused so far`);
    }
    return await lineOf("disk", writers, dir, { times, after, wrong, statuses: JSON.stringify(statuses) });
  } catch (error) {
    say(readFileSync(path.join(at, "words/log"), "utf8").slice(-4_000));
    throw error;
  } finally {
    if (writers) writers.over = true;
    await copy.kill();
    small.remove();
  }
}
