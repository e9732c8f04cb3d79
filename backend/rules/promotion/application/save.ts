import type { DraftOf, RowOf } from "#documents/kit";
import type { evaluationApplication } from "#documents/promotion/application";
import type { RuleContext } from "../../../documents/rules";
import { invalidAt } from "../../../http/refusal";
import { dec, r2, sum } from "../../../values/money";
import { listLines, placeOf } from "../listed";
import { daysBetween } from "../own";

type Draft = DraftOf<typeof evaluationApplication>;
type Row = RowOf<typeof evaluationApplication>;

const LONGEST_DAYS = 90;

/** @throws Refusal 400 for a period that ends before it starts, or is longer than 90 days */
function requirePeriod({ expectStart, expectEnd }: Draft) {
  if (!expectStart || !expectEnd) return;
  const days = daysBetween(expectStart, expectEnd);
  if (days < 0) throw invalidAt("expectEnd", "期望结束不能早于期望开始");
  if (days > LONGEST_DAYS) throw invalidAt("expectEnd", `申请期间不能超过${LONGEST_DAYS}天`);
}

/** What an application works out of its lines: ASINs, quantities, the budget (market.md 1). */
export async function workOut(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  const whole: Draft = { ...before, ...next };
  requirePeriod(whole);
  const items = whole.items ?? [];
  const place = await placeOf(c, whole.storeId);
  const { groupId, asins } = await listLines(c, whole.storeId, items);
  const estRefund = sum(
    items.map((l) =>
      r2(
        dec(l.unitPrice)
          .plus(dec(l.estTax))
          .times(l.applyQty ?? 0),
      ),
    ),
  );
  const estService = sum(items.map((l) => r2(dec(l.serviceFee).times(l.applyQty ?? 0))));
  Object.assign(next, place, {
    ...{ groupId, asins, estRefund, estService, items },
    ownerId: whole.ownerId ?? c.caller.userId,
    totalQty: items.reduce((n, l) => n + Number(l.applyQty ?? 0), 0),
    budgetAmount: r2(dec(estRefund).plus(estService)),
  });
}
