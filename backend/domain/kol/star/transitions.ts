import { wholeAddress, wholeSecrets } from "#backend/domain/personal/unmask";
import { moveTo, patch, pick, type RuleContext, transition } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { type Database, keep, lockAdvisory } from "#backend/platform/db";
import { conflict, forbidden, systemOf } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { user } from "#documents/admin/user";
import type { HeadOf, RowOf } from "#documents/kit";
import { star } from "#documents/kol/star";

type StarHead = HeadOf<typeof star>;

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
  (await pick({ sql }, user, userId, ["displayname"]))?.displayname ?? "";

/** Is it somebody else's for now? */
export const isProtected = ({ protectedUntil }: Pick<StarHead, "protectedUntil">): boolean =>
  (protectedUntil ?? "") >= today();

/** @throws Refusal 403 unless it is the caller's, or the caller answers for everybody's */
export function requireOwn({ caller }: Pick<RuleContext, "caller">, row: StarHead): void {
  if (caller.scope.kind === "all" || row.ownerId === caller.userId) return;
  throw forbidden(row.status === "pool" ? "请先认领该红人" : "只能修改本人名下的红人");
}

type StarRow = RowOf<typeof star>;

/** Address of a star in the console. */
export const starPath = (id: string) => star.screens.detail.replace("{id}", id);

/** Gives a star to somebody, or to nobody; who has one has it for some days. */
async function give({ sql }: RuleContext, { id, shared }: StarRow, ownerId: string | null) {
  await patch({ sql }, star, id, { ownerId, protectedUntil: ownerId && protection(), common: shared || !ownerId });
}

const publish = transition(star, "publish", {
  guard({ row }, c) {
    requireOwn(c, row);
    return !row.channels.length && "请至少添加一个渠道";
  },
  effect: (c, { row }) => give(c, row, row.ownerId ?? c.caller.userId),
});

const claim = transition(star, "claim", {
  lock: async (c, row) => ({
    mine: await starsOf(c, c.caller.userId),
    owner: await ownerName(c, row.ownerId),
    open: await hasOpenWork(c, row.id),
  }),
  guard({ row, mine, owner, open }, { caller }) {
    if (row.ownerId === caller.userId) return "已是本人名下的红人";
    if (row.status === "owned" && (isProtected(row) || open)) return `该红人在保护期内，归属 ${owner}`;
    return full(mine);
  },
  effect: (c, { row }) => give(c, row, c.caller.userId),
});

const release = transition(star, "release", {
  lock: async (c, row) => ({ open: await hasOpenWork(c, row.id) }),
  guard({ row, open }, c) {
    requireOwn(c, row);
    return open && "该红人有未结束的合作，不能释放";
  },
  effect: (c, { row }) => give(c, row, null),
});

const contact = transition(star, "contact", {
  guard: ({ row }, c) => requireOwn(c, row),
  async effect({ sql }, { row }, { said }) {
    await patch({ sql }, star, row.id, { protectedUntil: protection(), lastContact: `${today()} ${said}` });
  },
});

/** A star in the pool is somebody's from then on. */
const transfer = transition(star, "transfer", {
  to: ({ row }) => (row.status === "pool" ? "owned" : row.status),
  check: ({ row }, { ownerId }) => row.ownerId === ownerId && "已归属该用户",
  async effect(c, { row }, { ownerId }) {
    const no = full(await starsOf(c, ownerId));
    if (no) throw conflict(no);
    await give(c, row, ownerId);
    await notify(c.sql, {
      tenantId: c.tenantId,
      userIds: [ownerId],
      title: `红人${row.starName}转到您名下`,
      pushDescribe: `${c.caller.displayname}将红人${row.starName}转移给您`,
      bizPath: starPath(row.id),
    });
  },
});

/** What people do with a star. */
export const starTransitions = [
  publish,
  claim,
  release,
  contact,
  transfer,
  transition(star, "unmask", wholeAddress(star, "address")),
  transition(
    star,
    "showPayee",
    wholeSecrets(star, ["payeeAccount", "taxId"], (row: StarRow) => [row.payeeName, row.payeeBank]),
  ),
];

/** Gives stars back whose protection is over and with whom nothing goes on; tells who had them. */
export const releaseStars = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    const rows = await sql.query<Record<"id" | "tenantId" | "name" | "ownerId", string>>(
      `select s.id, s.tenant_id as "tenantId", s.star_name as name, s.owner_id as "ownerId" from star s
       where s.status = 'owned' and s.del_flag = 0
         and s.protected_until < (now() at time zone 'Asia/Shanghai')::date
         and not exists (select 1 from cooperation c where c.star_id = s.id and c.del_flag = 0
           and c.status in ('draft', 'auditing', 'rejected', 'approved', 'published'))
       order by s.id ${keep(sql, "star", "change", "s")}`,
    );
    for (const { id, tenantId, name, ownerId } of rows) {
      await patch({ sql }, star, id, { ownerId: null, protectedUntil: null, common: true });
      await moveTo({ sql, ...systemOf(tenantId) }, star, id, "pool", "自动释放");
      await notify(sql, {
        tenantId,
        userIds: [ownerId],
        title: `红人${name}已释放到公海`,
        pushDescribe: `红人${name}的保护期已过且没有进行中的合作，已自动释放`,
        bizPath: starPath(id),
      });
    }
  });
