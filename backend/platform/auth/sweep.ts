import type { Sql } from "../db/sql";

/** Removes what has run out and lifts locks whose time is over. Harmless at any time, on any replica. */
export async function sweepAuth(sql: Sql): Promise<void> {
  await sql.query("update sys_user set lock_flag = '0' where lock_flag = '9' and lock_until <= now()");
  await sql.query("delete from sys_captcha where expire_time <= now()");
  await sql.query("delete from sys_sms_code where expire_time <= now()");
  await sql.query("delete from sys_rate_limit where expire < extract(epoch from now()) * 1000");
  await sql.query(
    `delete from sys_token_family
     where expire_time < now() - interval '1 day' or revoke_time < now() - interval '1 day'`,
  );
  await sql.query(`delete from sys_token where kind = 'access' and expire_time < now() - interval '1 day'`);
}
