import { moveTo, pick, type RuleContext } from "#backend/engine/documents";
import { star } from "#documents/kol/star";
import { protection } from "../star/transitions";

const stateOf = ({ sql }: RuleContext, id: string) => pick({ sql }, star, id, ["status"]);

const protect = ({ sql }: RuleContext, id: string) =>
  sql.query("update star set protected_until = $2 where id = $1 and owner_id is not null", [id, protection()]);

/** A cooperation began, or goes on: who publishes for us is 合作中. The star is locked. */
export async function startsWith(c: RuleContext, id: string, why: string): Promise<void> {
  if ((await stateOf(c, id))?.status === "blacklisted") return;
  await moveTo(c, star, id, "cooperating", why);
  await protect(c, id);
}

/** A cooperation ended: with no other one the star is 已归属 again. The star is locked. */
export async function endsWith(c: RuleContext, id: string, why: string): Promise<void> {
  const other = await c.sql.one(
    `select 1 from cooperation where star_id = $1 and status in ('approved', 'published')
       and del_flag = 0 limit 1`,
    [id],
  );
  if (!other && (await stateOf(c, id))?.status === "cooperating") await moveTo(c, star, id, "owned", why);
  await protect(c, id);
}
