import { patch, type RuleContext, transition } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, today } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { evaRequest } from "#documents/promotion/request";
import { lockApplications, recountUsed, remainOf } from "../application/used";
import { requireOwn } from "../listed";
import { rebateBack, rebateToRequested } from "../rebate/requested";
import { copyPayee } from "../refund/payee";
import { refundBack, refundToRequested } from "../refund/requested";
import { lockSources } from "./lock";
import { idsOf, requireSources, sourcesOf } from "./sources";

type RequestRow = RowOf<typeof evaRequest>;

const sharesOf = (row: RequestRow) =>
  row.shares.flatMap(({ applicationId, amount }) => (applicationId ? [{ applicationId, amount: amount ?? "0" }] : []));
const applicationsOf = (row: RequestRow) => sharesOf(row).map((s) => s.applicationId);

/** Who is paid now: name and account of the resource. */
async function payeeOf(c: RuleContext, id: string | null) {
  await lockIds(c.sql, "evaluation_resource", [id], "share");
  return c.sql.one<{ payee: string; deducted: boolean; whole: boolean }>(
    `select concat_ws('|', payee_name, payee_hash) as payee, pay_method = 'platform' as deducted,
       payee_name is not null and payee_account is not null as whole
     from evaluation_resource where id = $1`,
    [id],
  );
}

/** Sources and applications, locked, and what else a submit looks at. */
async function sceneOf(c: RuleContext, row: RequestRow) {
  await lockSources(c, row.items);
  await lockApplications(c, applicationsOf(row));
  const payee = await payeeOf(c, row.resourceId);
  await lockIds(c.sql, "platform_promotion", idsOf(row.items, "platformPromotion"));
  const rests: { rest: string; amount: string }[] = [];
  for (const { applicationId, amount } of sharesOf(row)) rests.push({ amount, rest: await remainOf(c, applicationId) });
  return {
    payee,
    rests,
    sources: await sourcesOf(c, row.items, row.id),
    rate: await rateOf(c.sql, c.tenantId, row.currency ?? "CNY"),
  };
}

export const submit = transition(evaRequest, "submit", {
  lock: sceneOf,
  guard({ row, sources, payee, rests }, c) {
    requireOwn(c, row);
    if (row.expectPayDate < today()) throw invalidAt("expectPayDate", "期望付款日不能早于今天");
    const found = sources.flatMap((s) => s ?? []);
    if (found.length < row.items.length) throw conflict("来源单据不存在");
    requireSources(found, row.resourceId);
    const other = found.some((s) => s.kind !== "refund") ? payee?.payee : undefined;
    if (found.some((s) => s.payee !== null && other !== undefined && s.payee !== other))
      throw conflict("一张请款单只能有一个收款方");
    if (other !== undefined && payee?.deducted) throw conflict("由平台扣款，不能请款");
    if (other !== undefined && !payee?.whole) throw conflict("请先完善测评资源的收款信息");
    const changed = found.find((s, i) => !dec(s.amount).eq(dec(row.items[i]?.amount)));
    if (changed) throw conflict(`单据 ${changed.no} 的金额已变为 ${changed.amount}，请编辑后保存`);
    const over = rests.find(({ amount, rest }) => dec(amount).gt(dec(rest)));
    return over && `超出测评申请剩余预算 ${over.rest}`;
  },
  async effect(c, { row, rate }) {
    const refunds = idsOf(row.items, "refund");
    const [refund] = refunds;
    await copyPayee(
      c,
      refund ? { table: "eva_refund", id: refund } : { table: "evaluation_resource", id: row.resourceId ?? "" },
      { table: "eva_request", id: row.id },
    );
    await patch(c, evaRequest, row.id, { exchangeRate: rate, amountCny: r2(dec(row.amount).times(dec(rate))) });
    await refundToRequested(c, refunds, row.no);
    await rebateToRequested(c, idsOf(row.items, "rebate"), row.no);
    await recountUsed(c, applicationsOf(row));
  },
});

/** Sources may be asked for once more; the budgets are free of it. */
export async function giveBack(c: RuleContext, row: RequestRow): Promise<void> {
  await refundBack(c, idsOf(row.items, "refund"));
  await rebateBack(c, idsOf(row.items, "rebate"));
  await recountUsed(c, applicationsOf(row));
}

/** Withdrawn or rejected. */
export const returned = transition(evaRequest, "returned", {
  async lock(c, row) {
    await lockSources(c, row.items);
    return {};
  },
  effect: (c, { row }) => giveBack(c, row),
});
