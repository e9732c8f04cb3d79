import { z } from "zod";
import type { Database } from "../db/sql";
import { type Endpoint, endpoint } from "../http/endpoint";
import { digest, randomToken } from "./secret";

const SECONDS = 60;

/** A ticket opens its own path alone. No header can say this: tokens there hold no space. */
const tokenOf = (ticket: string, path: string) => `${ticket} ${path}`;

/**
 * What a ticket in the address of a download stands for, the first time that it is shown.
 * @returns a token of the session that asked for it; undefined where it is none, or was used
 */
export async function tokenOfTicket(db: Database, ticket: string, path: string): Promise<string | undefined> {
  const token = tokenOf(ticket, path);
  const [first] = await db.query(
    `update sys_token set used_time = now(), salt = '' where hash = $1 and used_time is null
       and kind = 'access' and expire_time > now() returning 1`,
    [digest(token)],
  );
  return first && token;
}

/** For what fetches a file and can send no header: an address that works once, for a minute. */
const ticket = endpoint({
  method: "post",
  path: "/auth/ticket",
  tag: "认证",
  title: "下载凭据",
  logged: false,
  body: z.object({ path: z.string().regex(/^\/download\/[\w./-]{1,200}$/, "只能用于下载地址") }),
  response: z.object({ ticket: z.string(), seconds: z.number() }),
  async handle({ db, req, body }) {
    const [, own = ""] = /^bearer (\S+)$/i.exec(req.headers.authorization ?? "") ?? [];
    const made = randomToken();
    await db.query(
      `insert into sys_token (hash, family_id, kind, expire_time)
       select $2, family_id, 'access', least(expire_time, now() + make_interval(secs => $3))
       from sys_token where hash = $1 and kind = 'access'`,
      [digest(own), digest(tokenOf(made, body.path)), SECONDS],
    );
    return { ticket: made, seconds: SECONDS };
  },
});

export const ticketEndpoints: Endpoint[] = [ticket];
