import type { RowOf } from "#documents/kit";
import { star } from "#documents/kol/star";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { notify } from "../../../notices/notify";
import { today } from "../../../values/calendar";
import { wholeAddress, wholeSecrets } from "../../personal/unmask";
import {
  full,
  hasOpenWork,
  isProtected,
  ownerName,
  protection,
  requireOwn,
  starsOf,
} from "./owners";

type Row = RowOf<typeof star>;

/** Address of a star in the console. */
export const starPath = (id: string) => star.screens.detail.replace("{id}", id);

/** Gives a star to somebody, or to nobody; who has one has it for some days. */
async function give({ sql }: RuleContext, { id, shared }: Row, ownerId: string | null) {
  await sql.query(
    "update star set owner_id = $2, protected_until = $3, common = $4 where id = $1",
    [id, ownerId, ownerId && protection(), shared || !ownerId],
  );
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
    if (row.status === "owned" && (isProtected(row) || open))
      return `该红人在保护期内，归属 ${owner}`;
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
    await sql.query("update star set protected_until = $2, last_contact = $3 where id = $1", [
      ...[row.id, protection(), `${today()} ${said}`],
    ]);
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
      ...{ tenantId: c.tenantId, userIds: [ownerId], title: `红人${row.starName}转到您名下` },
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
    wholeSecrets(star, ["payeeAccount", "taxId"], (row: Row) => [row.payeeName, row.payeeBank]),
  ),
];
