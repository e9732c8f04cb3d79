import { wholeSecrets } from "#backend/domain/personal/unmask";
import { patchMany, type RuleContext, rules, transition } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { hashOf } from "#backend/platform/personal/cipher";
import { keys } from "#backend/platform/personal/ring";
import { type RowOf, SECRET_SET, SECRET_UNSET, tailOf } from "#documents/kit";
import { evaluation } from "#documents/promotion/evaluation";
import { evaluationResource } from "#documents/promotion/resource";
import { byMonth } from "../told/months";

interface ResourcePayee {
  payMethod?: string | null;
  payeeName?: string | null;
  payeeAccount?: string | null;
  payeeTail?: string | null;
  payeeHash?: string | null;
}

/**
 * Who gets the money, of what was typed: the account is kept sealed, its end shown, and a keyed hash of it
 * tells whether two are the same. @throws Refusal 400 when payee or account lacks
 */
function readPayee(next: ResourcePayee, before?: ResourcePayee): ResourcePayee {
  const whole = { ...before, ...next };
  if (whole.payMethod === "platform") return {};
  if (!whole.payeeName) throw invalidAt("payeeName", "请输入收款人");
  const typed = next.payeeAccount;
  if (!typed || typed === SECRET_SET || typed === SECRET_UNSET) {
    if (!before?.payeeTail) throw invalidAt("payeeAccount", "请输入收款账号");
    return {};
  }
  if (typed.replace(/[\s-]/g, "").length < 5) throw invalidAt("payeeAccount", "收款账号至少5位");
  return { payeeTail: String(tailOf(typed)), payeeHash: hashOf(keys(), "account", typed) };
}

const enable = transition(evaluationResource, "enable", {
  guard: ({ row }) => (!row.complianceSigned || !row.complianceFile?.length) && "请先上传合规承诺书",
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
    await patchMany(c, evaluation, ids, { warning: "resource" });
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
    if (!whole.contactMobile && !whole.contactEmail) throw invalidAt("contactMobile", "手机和邮箱至少填写一项");
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
      wholeSecrets(evaluationResource, ["payeeAccount"], (row: RowOf<typeof evaluationResource>) => [
        row.payeeName,
        row.payeeBank,
      ]),
    ),
  ],
});
