import pg from "pg";
import { errorText } from "./errors";

/** How long a connection is out before the server is asked whether it still answers. */
const QUIET_MS = 2_000;
const LOOK_MS = 500;
const ANSWER_MS = 3_000;

/** It said something, be it that it takes no more connections; silence alone is frozen. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_MS });
  client.on("error", () => {}); // told by the query
  const late = setTimeout(() => void client.end().catch(() => {}), ANSWER_MS);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    return !!errorText(error, "code");
  } finally {
    clearTimeout(late);
    void client.end().catch(() => {});
  }
}

/**
 * Looks after connections that are out for long: where the server is frozen or out of reach nothing else
 * ends them, since its own time limits stand still with it. Then they are dropped, and their work fails.
 */
export function watchPulse(pool: pg.Pool, connectionString: string): void {
  const out = new Map<pg.PoolClient, number>();
  let heard = 0;
  let asking = false;
  let timer: NodeJS.Timeout | undefined;
  const drop = (since: number) => {
    for (const [client, at] of out)
      if (at <= since && client instanceof pg.Client) void client.end().catch(() => {});
  };
  async function look() {
    const began = Date.now();
    const oldest = Math.min(...[...out.values()].map((at) => Math.max(at, heard)));
    if (asking || began - oldest < QUIET_MS) return;
    asking = true;
    if (await answers(connectionString)) heard = Date.now();
    else drop(began);
    asking = false;
  }
  pool.on("acquire", (client) => {
    out.set(client, Date.now());
    timer ??= setInterval(look, LOOK_MS).unref();
  });
  pool.on("release", (_error, client) => {
    out.delete(client);
    if (out.size) return;
    clearInterval(timer);
    timer = undefined;
  });
}
