// A token of the backend, as a pig-style client asks for it (see tests/harness-login.ts).
import CryptoJS from "crypto-js";

const KEY = CryptoJS.enc.Latin1.parse("pigxpigxpigxpigx");

/** The token call: address below /api and headers; it is a POST. */
export function tokenCall(username, plain) {
  const options = { iv: KEY, mode: CryptoJS.mode.CBC, padding: CryptoJS.pad.ZeroPadding };
  const password = CryptoJS.AES.encrypt(plain, KEY, options).toString();
  const query = new URLSearchParams({ username, password, grant_type: "password", scope: "server" });
  const basic = Buffer.from("pig:pig").toString("base64");
  return { path: `/auth/oauth/token?${query}`, headers: { authorization: `Basic ${basic}`, "TENANT-ID": "1" } };
}
