import type { Sql } from "../../../db/sql";
import { ROLE_ACCOUNTS } from "../../../tenancy/organisation/accounts";

/** Binds the named accounts to the identities that the demo provider answers for them. */
export async function insertBindings(sql: Sql) {
  await sql.query(
    `insert into sys_social_binding (type, open_id, user_id)
     select t, 'demo-' || username, id from sys_user, unnest('{WX,OA,FEISHU}'::text[]) t
      where username = any ($1) order by id, t`,
    [ROLE_ACCOUNTS.map((a) => a.username)],
  );
}
