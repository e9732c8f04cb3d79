import { Refusal } from "#backend/platform/http/refusal";
import { sameText } from "../secret";

/**
 * Checks the Basic credentials of a token call against the configured "id:secret" list.
 * @returns the client id.
 * @throws Refusal 401
 */
export function requireClient(header: string | undefined, clients: string[]): string {
  const encoded = /^basic (.+)$/i.exec(header ?? "")?.[1];
  const given = Buffer.from(encoded ?? "", "base64").toString("utf8");
  // Every entry is compared, so that the time does not tell which one was nearly right.
  const match = clients.filter((client) => sameText(client, given))[0];
  if (!encoded || !match) throw new Refusal(401, "客户端认证失败");
  return match.slice(0, match.indexOf(":"));
}
