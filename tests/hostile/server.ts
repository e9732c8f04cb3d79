import path from "node:path";
import { pathToFileURL } from "node:url";
import { copyDatabase } from "../harness";
import { login } from "../harness-login";
import { freePort } from "../program/free-port";
import { dataDir, startServer } from "../program/server";

export interface Watched {
  url: string;
  token: string;
  /** Address of its database. */
  database: string;
  cookie: string;
  /** Longest time in ms that the event loop was held while this work went on. */
  held(work: () => Promise<unknown>): Promise<number>;
  /** Names that every object of its process has. */
  born(): Promise<string>;
  stop(): Promise<void>;
}

/** Cookies of a session of the console. */
async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    headers: { origin: url, accept: "text/html" },
    body: new URLSearchParams({ username: "admin", password: "123456" }),
    redirect: "manual",
  });
  if (answer.status !== 303) throw new Error(`sign-in: ${answer.status}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return cookies.join("; ");
}

/** The product as a process of its own on the demonstration, with a probe in it. */
export async function startWatched(): Promise<Watched> {
  const database = await copyDatabase("demo");
  const { dir, remove } = dataDir();
  const port = String(await freePort());
  const probe = pathToFileURL(path.resolve("tests/hostile/probe.mjs")).href;
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    DEMO_PROFILE: "small",
    PROBE_PORT: port,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${probe}`,
  });
  const ask = async (what: string) => Number(await (await fetch(`http://127.0.0.1:${port}/${what}`)).text());
  return {
    url: server.url,
    database: database.url,
    token: await login(`${server.url}/api`),
    cookie: await signIn(server.url),
    async held(work) {
      await ask("reset");
      await work();
      return ask("read");
    },
    born: async () => (await fetch(`http://127.0.0.1:${port}/born`)).text(),
    async stop() {
      await server.stop();
      await database.drop();
      remove();
    },
  };
}
