import type { TestBackend } from "../../../tests/harness";
import { encryptPassword } from "../../../tests/harness-login";

export const PIG = `Basic ${Buffer.from("pig:pig").toString("base64")}`;

/** An answer of the API, read whatever it is. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of many shapes
  body: any;
}

/** Calls the API: `params` become the query string. */
export async function call(
  { url }: Pick<TestBackend, "url">,
  method: string,
  path: string,
  options: { params?: Record<string, string>; body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const query = options.params ? `?${new URLSearchParams(options.params)}` : "";
  const answer = await fetch(url + path + query, {
    method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { "content-type": "application/json" }),
      ...options.headers,
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  });
  const text = await answer.text();
  const json = answer.headers.get("content-type")?.includes("json");
  return { status: answer.status, body: json ? JSON.parse(text) : text };
}

/** The password grant of a pig-style client. */
export const passwordLogin = (
  backend: Pick<TestBackend, "url">,
  username: string,
  password = "123456",
  more: Record<string, string> = {},
) =>
  call(backend, "POST", "/auth/oauth/token", {
    params: { username, password: encryptPassword(password), grant_type: "password", scope: "server", ...more },
    headers: { authorization: PIG, "TENANT-ID": "1" },
  });

export const refreshLogin = (
  backend: Pick<TestBackend, "url">,
  refreshToken: string,
  headers: Record<string, string> = { authorization: PIG },
) =>
  call(backend, "POST", "/auth/oauth/token", {
    params: { grant_type: "refresh_token", refresh_token: refreshToken, scope: "server" },
    headers,
  });

export const refused = (status: number, msg: string): Answer => ({ status, body: { code: 1, msg, data: null } });
