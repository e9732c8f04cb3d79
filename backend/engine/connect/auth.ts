import { z } from "zod";
import type { Sql } from "#backend/platform/db";
import { openSecret } from "#backend/platform/personal/open";
import { connector as connectorDocument } from "#documents/base/connector";
import { loginAddress } from "./amazon";
import { readBody } from "./body";
import type { Connector } from "./connector";
import { dial } from "./dial";
import { Later, Refused } from "./words";

/** Opens one of the connection's secrets. */
type AuthSecret = (field: "clientSecret" | "refreshToken" | "appSecret") => Promise<string>;

/** How a kind of system lets callers in: where a token is asked for, and how it is shown. */
interface AuthWay {
  path: string;
  body(connector: Connector, secret: AuthSecret): Promise<object>;
  headers(token: string, connector: Connector): Record<string, string>;
}

const byKey = (path: string): AuthWay => ({
  path,
  body: async ({ account }, secret) => ({ appKey: account, appSecret: await secret("appSecret") }),
  headers: (token) => ({ authorization: `Bearer ${token}` }),
});

/** Login with Amazon: a refresh token for an access token of an hour. */
const byAmazon = (headers: AuthWay["headers"]): AuthWay => ({
  path: "/auth/o2/token",
  body: async ({ account }, secret) => ({
    grant_type: "refresh_token",
    client_id: account,
    client_secret: await secret("clientSecret"),
    refresh_token: await secret("refreshToken"),
  }),
  headers,
});

const WAYS: Readonly<Record<string, AuthWay>> = {
  marketplace: byAmazon((token) => ({ "x-amz-access-token": token })),
  ads: byAmazon((token, { account, profileId }) => ({
    authorization: `Bearer ${token}`,
    "amazon-advertising-api-clientid": account,
    "amazon-advertising-api-scope": profileId,
  })),
  warehouse: byKey("/token"),
  carrier: byKey("/token"),
  oa: byKey("/token"),
};

const answered = z.object({
  access_token: z.string().min(1).max(4000),
  expires_in: z.number().positive().default(3600),
});

const tokens = new Map<string, { token: string; until: number }>();
const keyOf = ({ id, url, account }: Connector) => `${id} ${url} ${account}`;
/** A token is not used in its last minute. */
const EARLY_MS = 60_000;
const TOKEN_MS = 10_000;
const MOST_BYTES = 100_000;

function keepToken(key: string, token: string, seconds: number): string {
  tokens.set(key, { token, until: Date.now() + seconds * 1000 - EARLY_MS });
  return token;
}

async function askToken(sql: Sql, connector: Connector, way: AuthWay): Promise<string> {
  const response = await dial(new URL(`${loginAddress(connector.url)}${way.path}`), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(
      await way.body(connector, async (field) => (await openSecret(sql, connectorDocument, field, connector.id)) ?? ""),
    ),
    signal: AbortSignal.timeout(TOKEN_MS),
    anywhere: connector.anywhere,
  });
  const text = await readBody(response, MOST_BYTES);
  if (response.status >= 500 || response.status === 429) throw new Later("对方登录接口暂不可用");
  if (!response.ok) throw new Refused("对方拒绝登录，请检查账号");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Later("对方的登录回答无法解析");
  }
  const parsed = answered.safeParse(json);
  if (!parsed.success) throw new Later("对方的登录回答有误");
  const { access_token: token, expires_in: seconds } = parsed.data;
  return keepToken(keyOf(connector), token, seconds);
}

const kept = (key: string): string | undefined => {
  const found = tokens.get(key);
  return found && found.until > Date.now() ? found.token : undefined;
};

/** Headers that let a call in; a token is kept until shortly before it ends. @param own another token than the usual */
export async function authorized(sql: Sql, connector: Connector, own?: string): Promise<Record<string, string>> {
  const way = WAYS[connector.kind];
  if (!way) return {};
  return way.headers(own || (kept(keyOf(connector)) ?? (await askToken(sql, connector, way))), connector);
}

/** The token that opens more of a path; empty: none is given to this application; undefined: it is to be asked for. */
export const tokenFor = (connector: Connector, path: string): string | undefined => kept(`${keyOf(connector)} ${path}`);

/** Keeps that token, or by an empty one that none is given. */
export const keepFor = (connector: Connector, path: string, token: string, seconds: number): string =>
  keepToken(`${keyOf(connector)} ${path}`, token, seconds);

/** Signs in anew, whatever token is kept. */
export async function signIn(sql: Sql, connector: Connector): Promise<void> {
  const way = WAYS[connector.kind];
  if (way) await askToken(sql, connector, way);
}

/** Drops the tokens that were not taken. @returns whether there were some */
export function forgetToken(connector: Connector): boolean {
  const own = keyOf(connector);
  const found = [...tokens.keys()].filter((key) => key === own || key.startsWith(`${own} `));
  for (const key of found) tokens.delete(key);
  return found.length > 0;
}
