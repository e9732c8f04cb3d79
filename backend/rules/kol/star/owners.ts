import type { HeadOf } from "#documents/kit";
import type { star } from "#documents/kol/star";
import { lockAdvisory } from "../../../db/advisory";
import type { RuleContext } from "../../../documents/rules";
import { forbidden } from "../../../http/refusal";
import { today } from "../../../values/calendar";

type Head = HeadOf<typeof star>;

/** Days for which a star stays with who worked with it last (market.md 2). */
export const PROTECT_DAYS = 90;
/** Stars of one person. */
export const MOST_STARS = 300;

/** Last day of the protection that begins today. */
export const protection = (): string => today(PROTECT_DAYS);

/** Stars that somebody has; who asks for the same person waits. */
export async function starsOf({ sql, tenantId }: RuleContext, userId: string): Promise<number> {
  if (sql.held) await lockAdvisory(sql, "starsOfOwner", `${tenantId}/${userId}`);
  const found = await sql.one<{ n: number }>(
    `select count(*)::int as n from star where tenant_id = $1 and owner_id = $2
       and status in ('owned', 'cooperating') and del_flag = 0`,
    [tenantId, userId],
  );
  return found?.n ?? 0;
}

/** Why nobody may have one more. */
export const full = (count: number) => count >= MOST_STARS && `名下红人已达上限${MOST_STARS}`;

/** Has it work that is not over? */
export const hasOpenWork = ({ sql }: Pick<RuleContext, "sql">, id: string) =>
  sql.one(
    `select 1 from cooperation where star_id = $1 and del_flag = 0
       and status in ('draft', 'auditing', 'rejected', 'approved', 'published') limit 1`,
    [id],
  );

/** Name of who has a star. */
export const ownerName = async ({ sql }: Pick<RuleContext, "sql">, userId: string | null) =>
  (
    await sql.one<{ name: string }>("select displayname as name from sys_user where id = $1", [
      userId,
    ])
  )?.name ?? "";

/** Is it somebody else's for now? */
export const isProtected = ({ protectedUntil }: Pick<Head, "protectedUntil">): boolean =>
  (protectedUntil ?? "") >= today();

/** @throws Refusal 403 unless it is the caller's, or the caller answers for everybody's */
export function requireOwn({ caller }: Pick<RuleContext, "caller">, row: Head): void {
  if (caller.scope.kind === "all" || row.ownerId === caller.userId) return;
  throw forbidden(row.status === "pool" ? "请先认领该红人" : "只能修改本人名下的红人");
}
