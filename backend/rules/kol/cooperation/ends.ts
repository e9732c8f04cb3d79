import { adsFee } from "#documents/kol/ads-fee";
import { cooperation } from "#documents/kol/cooperation";
import { deliver } from "#documents/kol/deliver";
import { lockIds } from "../../../db/locks";
import { moveTo } from "../../../documents/lifecycle/move";
import { perform } from "../../../documents/lifecycle/perform";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { dec } from "../../../values/money";
import { recount } from "./figures";
import { lockCooperations } from "./scene";
import { endsWith } from "./star-state";

const idsOf = async (
  { sql }: RuleContext,
  table: "deliver" | "ads_fee",
  id: string,
  states: readonly string[],
) =>
  (
    await sql.query<{ id: string }>(
      `select id from ${table} where cooperation_id = $1 and status = any($2) and del_flag = 0
       order by id`,
      [id, states],
    )
  ).map((r) => r.id);

export const finish = transition(cooperation, "finish", {
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return { open: await idsOf(c, "deliver", row.id, ["draft", "pending", "shipped"]) };
  },
  guard({ row, open }) {
    if (row.contents.length < row.contentCount) return "发布内容数量不足";
    if (open.length) return "存在未签收的寄样";
    const rest = dec(row.payableAmount).minus(dec(row.feePaid));
    return !rest.eq(0) && `费用未核销完成，差额 ${rest.toFixed(2)}`;
  },
  async effect(c, { row }) {
    await endsWith(c, row.starId, "合作完成");
    await recount(c, row.id);
  },
});

/** What was not sent or verified yet ends with it. */
export const terminate = transition(cooperation, "terminate", {
  async lockFirst(c, id) {
    await lockIds(
      c.sql,
      "ads_fee",
      await idsOf(c, "ads_fee", id, ["draft", "rejected", "pendingVerify"]),
    );
    await lockIds(c.sql, "deliver", await idsOf(c, "deliver", id, ["draft", "pending"]));
  },
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return {};
  },
  async effect(c, { row }, { reason }) {
    const fees = await idsOf(c, "ads_fee", row.id, ["draft", "rejected", "pendingVerify"]);
    await moveTo(c, adsFee, fees, "void", "合作终止");
    for (const id of await idsOf(c, "deliver", row.id, ["draft", "pending"]))
      await perform(c, deliver, id, "void", { reason: `合作终止：${reason}` }, { trusted: true });
    await endsWith(c, row.starId, "合作终止");
    await recount(c, row.id);
  },
});
