import { randomUUID } from "node:crypto";
import { login } from "../harness";

/** What the backend answered. */
export interface Answer {
  status: number;
  msg: string;
  data: unknown;
}

export interface Person {
  name: string;
  permissions: ReadonlySet<string>;
  call(method: string, path: string, body?: object): Promise<Answer>;
  /** Ids that a picker offers. */
  options(path: string): Promise<string[]>;
  /** Values of a dictionary. */
  words(type: string): Promise<string[]>;
  /** Id of a picture of this name that is the person's own. */
  upload(name: string): Promise<string>;
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Keeps what was asked a moment ago: pickers change slowly, and a monkey looks at them all the time. */
function kept<T>(most: number, ask: (key: string) => Promise<T>) {
  const seen = new Map<string, { value: Promise<T>; uses: number }>();
  return (key: string) => {
    const known = seen.get(key);
    if (known && known.uses++ < most) return known.value;
    const value = ask(key);
    seen.set(key, { value, uses: 0 });
    return value;
  };
}

const records = (data: unknown): Record<string, unknown>[] => (Array.isArray(data) ? data : []);

/** Somebody of the demonstration company who works with calls. */
export async function person(url: string, name: string): Promise<Person> {
  const authorization = `Bearer ${await login(url, name)}`;

  async function send(method: string, path: string, init: RequestInit): Promise<Answer> {
    const headers = { authorization, "Idempotency-Key": randomUUID(), ...init.headers };
    const answer = await fetch(url + path, { ...init, method, headers });
    const text = await answer.text();
    const { msg, data } = text.startsWith("{") ? JSON.parse(text) : { msg: text, data: null };
    return { status: answer.status, msg: String(msg ?? ""), data };
  }
  const call = (method: string, path: string, body?: object) =>
    send(method, path, { headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) });
  const info = await call("GET", "/admin/user/info");
  const { permissions } = Object(info.data) as { permissions: string[] };
  return {
    name,
    permissions: new Set(permissions),
    call,
    options: kept(40, async (path) => records((await call("GET", path)).data).map((row) => String(row.id))),
    words: kept(10_000, async (type) =>
      records((await call("GET", `/admin/dict/type/${type}`)).data).map((row) => String(row.value)),
    ),
    upload: kept(30, async (file) => {
      const body = new FormData();
      body.append("file", new Blob([PNG], { type: "image/png" }), `${file}.png`);
      const { data } = await send("POST", "/admin/file/uploadFile", { body });
      return String(Object(data).id);
    }),
  };
}
