import { login } from "../harness";
import type { Shop } from "./shop";

interface Answer {
  code: number;
  msg: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what a call answers is looked at by tests alone
  data: any;
}

let keys = 0;

/** Somebody of the shop at work by calls. */
export async function personOf({ backend }: Shop, username: string) {
  const authorization = `Bearer ${await login(backend.url, username)}`;
  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(backend.url + path, {
      method,
      headers: {
        authorization,
        "content-type": "application/json",
        ...(method !== "GET" && { "Idempotency-Key": `orders-${username}-${++keys}` }),
      },
      body: body && JSON.stringify(body),
    });
    const { code, msg, data } = await answer.json();
    return { code: Number(code), msg: msg === null ? null : String(msg), data };
  }
  const get = async (path: string) => (await call("GET", path)).data;
  /** Presses a button of a document as it is now. */
  async function press(api: string, id: unknown, action: string, input: object = {}) {
    const { version } = (await get(`${api}/${id}`)) ?? {};
    return call("POST", `${api}/${id}/${action}`, { version, ...input });
  }
  const rows = async (api: string, query = "") => (await get(`${api}/page?size=50${query}`))?.records ?? [];
  return { call, get, press, rows };
}

export type Person = Awaited<ReturnType<typeof personOf>>;
