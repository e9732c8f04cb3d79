import CryptoJS from "crypto-js";

const KEY = "pigxpigxpigxpigx";

/** What a pig-style client sends for a password: AES-128-CBC, zero padding, IV = key, Base64. */
export function encryptPassword(password: string, key = KEY): string {
  const bytes = CryptoJS.enc.Latin1.parse(key);
  const options = { iv: bytes, mode: CryptoJS.mode.CBC, padding: CryptoJS.pad.ZeroPadding };
  return CryptoJS.AES.encrypt(password, bytes, options).toString();
}

/** The token call of a pig-style client: address below /api and headers; it is a POST. */
export function tokenCall(username: string, password: string) {
  const query = new URLSearchParams({
    username,
    password: encryptPassword(password),
    grant_type: "password",
    scope: "server",
  });
  const basic = Buffer.from("pig:pig").toString("base64");
  const headers = { authorization: `Basic ${basic}`, "TENANT-ID": "1" };
  return { path: `/auth/oauth/token?${query}`, headers };
}

/**
 * Signs in as a pig-style client does and answers the access token.
 * @param url base address with /api, as testBackend gives it.
 */
export async function login(url: string, username = "admin", password = "123456"): Promise<string> {
  const { path, headers } = tokenCall(username, password);
  const answer = await fetch(url + path, { method: "POST", headers });
  const body = (await answer.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`sign-in of ${username}: ${JSON.stringify(body)}`);
  return body.access_token;
}
