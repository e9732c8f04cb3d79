// People of the demo company who call the backend over HTTP, as any client would.
import { randomUUID } from "node:crypto";

/** An answer that the backend refused; `msg` is its sentence. */
export class Refused extends Error {
  constructor(status, msg) {
    super(`${status} ${msg}`);
    this.status = status;
    this.msg = msg;
  }
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/**
 * @param base address of the backend with /api
 * @param {string | ((username: string) => string)} word what everybody, or each one, signs in with
 */
export function people(base, word = "123456") {
  const tokens = new Map();

  async function signIn(username) {
    const query = new URLSearchParams({
      username,
      password: Buffer.from(typeof word === "function" ? word(username) : word).toString("base64"),
      grant_type: "password",
      scope: "server",
    });
    const headers = { authorization: `Basic ${Buffer.from("pig:pig").toString("base64")}`, "TENANT-ID": "1" };
    const answer = await fetch(`${base}/auth/oauth/token?${query}`, { method: "POST", headers });
    const { access_token: token } = await answer.json();
    if (!token) throw new Error(`${username} cannot sign in`);
    return token;
  }

  return function as(username) {
    async function call(method, path, body, key = randomUUID()) {
      if (!tokens.has(username)) tokens.set(username, signIn(username));
      const answer = await fetch(base + path, {
        method,
        headers: {
          authorization: `Bearer ${await tokens.get(username)}`,
          "content-type": "application/json",
          ...(method === "GET" ? {} : { "Idempotency-Key": key }),
        },
        body: JSON.stringify(body),
      });
      const { code, msg, data } = await answer.json();
      if (code !== 0) throw new Refused(answer.status, msg);
      return data;
    }
    /** Sends a file to a call. */
    async function send(path, field, bytes, name, type) {
      if (!tokens.has(username)) tokens.set(username, signIn(username));
      const body = new FormData();
      body.append(field, new Blob([bytes], { type }), name);
      const headers = { authorization: `Bearer ${await tokens.get(username)}` };
      const answer = await fetch(base + path, { method: "POST", headers, body });
      const { code, msg, data } = await answer.json();
      if (code !== 0) throw new Refused(answer.status, msg);
      return data;
    }
    /** Uploads a picture, as evidence; answers its id. */
    const upload = async (name = "照片.png") =>
      (await send("/admin/file/uploadFile", "file", PNG, name, "image/png")).id;
    const get = (path) => call("GET", path);
    const post = (path, body, key) => call("POST", path, body, key);
    /** An action at the version that the row has now. */
    const act = async (path, id, action, input = {}, key = undefined) => {
      const { version } = await get(`${path}/${id}`);
      return post(`${path}/${id}/${action}`, { version, ...input }, key);
    };
    const edit = async (path, id, values) => {
      const { version } = await get(`${path}/${id}`);
      return call("PUT", path, { id, version, ...values });
    };
    const token = () => {
      if (!tokens.has(username)) tokens.set(username, signIn(username));
      return tokens.get(username);
    };
    return { call, get, post, act, edit, send, upload, token };
  };
}

/** A page of the console as somebody sees it. */
export async function page(url, username, at) {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    headers: { origin: url, accept: "text/html" },
    body: new URLSearchParams({ username, password: "123456" }),
    redirect: "manual",
  });
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return (await fetch(url + at, { headers: { cookie: cookie.join("; ") } })).text();
}

/** The sentence with which a call is refused; an empty one when it went through. */
export const refusal = (promise) =>
  promise.then(
    () => "",
    (error) => {
      if (error instanceof Refused) return error.msg;
      throw error;
    },
  );
