import pg from "pg";
import { errorText } from "./errors";

/** libpq's form of a string that names several hosts: scheme, user with password, hosts, the rest. */
const SEVERAL = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^/?#]*,[^/?#]*)([/?#].*)?$/;

/** What a connection string leads to: one address for each of its hosts. */
export function addressesOf(connectionString: string): string[] {
  const [, scheme = "", user = "", hosts, rest = ""] = SEVERAL.exec(connectionString) ?? [];
  return hosts ? hosts.split(",").map((host) => `${scheme}${user}${host}${rest}`) : [connectionString];
}

/** Whom a client would speak with, without password. */
export const hostOf = ({ host, port }: Pick<pg.Client, "host" | "port">): string => `${host}:${port}`;

const ANSWER_MS = 3_000;

/** Asks one address something on a connection of its own; what does not answer in time fails. */
function ask<T extends pg.QueryResultRow>(address: string, statement: string): Promise<T | undefined> {
  return new Promise((said, failed) => {
    onAddress(
      address,
      async (client) => {
        const late = setTimeout(() => void client.end().catch(() => {}), ANSWER_MS);
        const { rows } = await client.query<T>(statement).finally(() => clearTimeout(late));
        // Now, not when it has let go of the connection: it may freeze in between.
        said(rows[0]);
      },
      { connectionTimeoutMillis: ANSWER_MS },
    ).catch(failed);
  });
}

/** A pooler says that it has no database behind it, and lets those wait who asked before. */
const lost = (error: unknown): boolean =>
  errorText(error, "code").startsWith("08") && !errorText(error, "message").startsWith("no more connections");

/** It said something, be it that it takes no more connections; silence alone is frozen. */
const answers = (address: string): Promise<boolean> =>
  ask(address, "select 1").then(
    () => true,
    (error) => !!errorText(error, "code") && !lost(error),
  );

/** A standby that was asked for writes: the next may be the one. */
class NoPrimary extends Error {
  readonly code = "57P03";
}

async function takesWrites(address: string): Promise<string> {
  const found = await ask<{ standby: boolean }>(address, "select pg_is_in_recovery() as standby");
  if (found?.standby) throw new NoPrimary("DATABASE_URL 的主机里没有接受写入的主库");
  return address;
}

/**
 * Whichever of several addresses takes writes: a failover moves it, and each connection asks anew.
 * @throws what the first of them said, where none does
 */
function primaryOf(addresses: readonly string[]): Promise<string> {
  const [only = ""] = addresses;
  if (addresses.length === 1) return Promise.resolve(only);
  return Promise.any(addresses.map(takesWrites)).catch((error) => {
    const all: unknown[] = error instanceof AggregateError ? error.errors : [error];
    throw all.find((one) => one instanceof NoPrimary) ?? all[0];
  });
}

async function onAddress<T>(
  address: string,
  work: (client: pg.Client) => Promise<T>,
  config: pg.ClientConfig,
): Promise<T> {
  const client = new pg.Client({ ...config, connectionString: address });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Does work on a connection of its own, outside any pool, and ends it. One that loses its server while nothing
 * is asked of it does not take the process down: the next statement tells it.
 */
export async function onClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  config: pg.ClientConfig = {},
): Promise<T> {
  return onAddress(await primaryOf(addressesOf(connectionString)), work, config);
}

/** How long what was found of several hosts stands for the connections that are made together. */
const FOUND_MS = 500;

/** The client of a pool: of several hosts it looks, each time that it connects, for the one that takes writes. */
export function clientOf(connectionString: string): { Client?: typeof pg.Client; connectionString: string } {
  const addresses = addressesOf(connectionString);
  const [first = ""] = addresses;
  if (addresses.length === 1) return { connectionString };
  let found: { at: number; address: Promise<string> } | undefined;
  const find = () => {
    if (!found || Date.now() - found.at > FOUND_MS) found = { at: Date.now(), address: primaryOf(addresses) };
    return found.address;
  };
  class Found extends pg.Client {
    override connect(): Promise<void>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<void> | undefined {
      const connected = find().then((address) => {
        const { host, port } = new pg.Client({ connectionString: address });
        Object.assign(this, { host, port });
        return super.connect();
      });
      if (!callback) return connected;
      connected.then(() => Reflect.apply(callback, this, []), callback);
    }
  }
  return { Client: Found, connectionString: first };
}

/** How long a connection is out before the server is asked whether it still answers. */
const QUIET_MS = 2_000;
const LOOK_MS = 500;

/**
 * Looks after connections that are out for long: where the server is frozen or out of reach nothing else
 * ends them, since its own time limits stand still with it. Then they are dropped, and their work fails; those
 * at rest go with them, or each would keep the next one waiting as long.
 */
export function watchPulse(pool: pg.Pool, connectionString: string): void {
  const addresses = new Map(
    addressesOf(connectionString).map((address) => [hostOf(new pg.Client({ connectionString: address })), address]),
  );
  const all = new Set<pg.Client>();
  const out = new Map<pg.Client, number>();
  const heard = new Map<string, number>();
  let asking = false;
  let timer: NodeJS.Timeout | undefined;
  const drop = async (host: string, since: number) => {
    const there = [...all].filter((client) => hostOf(client) === host);
    // Those at rest are gone before others fail: who then asks again is not given one of them.
    const rest = there
      .filter((client) => !out.has(client))
      .map(({ connection: { stream } }) => {
        const closed = new Promise((done) => stream.once("close", done));
        stream.destroy();
        return closed;
      });
    await Promise.all(rest);
    for (const client of there) if ((out.get(client) ?? Infinity) <= since) void client.end().catch(() => {});
  };
  async function look() {
    const began = Date.now();
    const quiet = [...out]
      .map(([client, at]) => ({ host: hostOf(client), at }))
      .filter(({ host, at }) => began - Math.max(at, heard.get(host) ?? 0) >= QUIET_MS);
    if (asking || !quiet.length) return;
    asking = true;
    const ask = async (host: string) => {
      if (await answers(addresses.get(host) ?? connectionString)) heard.set(host, Date.now());
      else await drop(host, began);
    };
    await Promise.all([...new Set(quiet.map(({ host }) => host))].map(ask));
    asking = false;
  }
  pool.on("connect", (client) => client instanceof pg.Client && all.add(client));
  pool.on("remove", (client) => client instanceof pg.Client && all.delete(client));
  pool.on("acquire", (client) => {
    if (client instanceof pg.Client) out.set(client, Date.now());
    timer ??= setInterval(look, LOOK_MS).unref();
  });
  pool.on("release", (_error, client) => {
    if (client instanceof pg.Client) out.delete(client);
    if (out.size) return;
    clearInterval(timer);
    timer = undefined;
  });
}
