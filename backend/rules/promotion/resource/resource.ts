import type { RowOf } from "#documents/kit";
import { evaluationResource } from "#documents/promotion/resource";
import { lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { wholeSecrets } from "../../personal/unmask";
import { byMonth } from "../told/months";
import { readPayee } from "./payee";

const enable = transition(evaluationResource, "enable", {
  guard: ({ row }) =>
    (!row.complianceSigned || !row.complianceFile?.length) && "请先上传合规承诺书",
});

const runningOf = ({ sql }: RuleContext, id: string) =>
  sql.query<{ id: string }>(
    `select id from evaluation where resource_id = $1 and status in ('running', 'paused')
       and del_flag = 0 order by id`,
    [id],
  );

const disable = transition(evaluationResource, "disable", {
  lock: async (c, { id }) => ({ running: await runningOf(c, id) }),
  guard: ({ running }) => running.length > 0 && "存在进行中的测评任务，不能停用",
});

const blacklist = transition(evaluationResource, "blacklist", {
  lockFirst: async (c, id) =>
    lockIds(
      c.sql,
      "evaluation",
      (await runningOf(c, id)).map((e) => e.id),
    ),
  async effect(c, { row }) {
    const ids = (await runningOf(c, row.id)).map((e) => e.id);
    await c.sql.query("update evaluation set warning = 'resource' where id = any($1::bigint[])", [
      ids,
    ]);
  },
});

/** A count over all orders of the resource. */
const counted = (condition = "true") =>
  `(select count(*)::int from evaluation_order o where o.resource_id = t.id and o.del_flag = 0
     and o.status <> 'cancelled' and ${condition})`;
const DONE = counted("o.status in ('checked', 'refunding', 'refunded')");

/** 测评资源 (market.md 1). */
export const resourceRules = rules(evaluationResource, {
  expressions: {
    totalOrders: counted(),
    completedOrders: DONE,
    abnormalOrders: counted("o.status = 'abnormal'"),
    completionRate: `round(${DONE} * 100.0 / nullif(${counted()}, 0), 2)`,
  },
  async enrichOne(c, row) {
    row.months = await byMonth(c, "resource_id", row.id);
  },
  async beforeSave(c, next, before) {
    const whole = { ...before, ...next };
    if (before && before.status !== "draft" && whole.resourceType !== before.resourceType)
      throw invalidAt("resourceType", "启用后不能修改资源类型");
    if (!whole.contactMobile && !whole.contactEmail)
      throw invalidAt("contactMobile", "手机和邮箱至少填写一项");
    if (before?.status === "enabled" && (!whole.complianceSigned || !whole.complianceFile?.length))
      throw conflict("请先上传合规承诺书");
    next.ownerId = whole.ownerId ?? c.caller.userId;
    Object.assign(next, readPayee(next, before));
  },
  transitions: [
    enable,
    disable,
    blacklist,
    transition(
      evaluationResource,
      "unmask",
      wholeSecrets(
        evaluationResource,
        ["payeeAccount"],
        (row: RowOf<typeof evaluationResource>) => [row.payeeName, row.payeeBank],
      ),
    ),
  ],
});
