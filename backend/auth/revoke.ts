import type { Sql } from "../db/sql";
import { forgetCallers } from "./caller-cache";
import { digest } from "./secret";

/** Ends the session that an access or refresh token belongs to. Unknown tokens are no problem. */
export async function revokeSession(sql: Sql, token: string): Promise<void> {
  await sql.query(
    `update sys_token_family set revoke_time = now()
     where revoke_time is null and id = (select family_id from sys_token where hash = $1)`,
    [digest(token)],
  );
  forgetCallers();
}

/**
 * Ends all sessions of a user: on lock, unlock, deletion, password reset.
 * @param except an access token whose session goes on (own password change).
 */
export async function revokeUser(sql: Sql, userId: string, except?: string): Promise<void> {
  await sql.query(
    `update sys_token_family set revoke_time = now()
     where user_id = $1 and revoke_time is null
       and id is distinct from (select family_id from sys_token where hash = $2)`,
    [userId, except ? digest(except) : null],
  );
  forgetCallers();
}
