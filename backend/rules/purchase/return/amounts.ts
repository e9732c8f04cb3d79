import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import type { purchaseReturn } from "#documents/purchase/purchase-return";
import type { RuleContext } from "../../../documents/rules";
import { dec, r2, round, sum } from "../../../values/money";
import { scaleOf } from "../../../values/rates";
import type { OrderLine } from "../order-lines/order-lines";
import { returnedQty } from "./guards";

type Line = LineDraft<typeof purchaseReturn, "items">;

/** Value of pieces after those returned before (supply.md 0.7): parts add up to the whole. */
function partAmount(line: OrderLine, qty: number, scale: number): string {
  const factor = dec(line.price).times(dec(line.taxRate).div(100).plus(1));
  const upTo = (n: number) => round(factor.times(n), scale);
  return dec(upTo(line.returnQty + qty))
    .minus(upTo(line.returnQty))
    .toFixed(2);
}

/** Fills amounts of lines; answers those of the header. What is replaced is not deducted. */
export async function priceReturn(
  c: RuleContext,
  { returnMode }: Pick<DraftOf<typeof purchaseReturn>, "returnMode">,
  lines: readonly Line[],
  orderLines: readonly OrderLine[],
) {
  const scale = await scaleOf(c, orderLines[0]?.currency);
  for (const [i, line] of lines.entries()) {
    const of = orderLines[i];
    if (!of) continue;
    line.amount = partAmount(of, returnedQty(line), scale);
    line.price = of.price;
    line.taxRate = of.taxRate;
  }
  const returnAmount = returnMode === "deduct" ? sum(lines.map((l) => l.amount)) : "0.00";
  return {
    badQty: lines.reduce((n, l) => n + (l.badQty ?? 0), 0),
    goodQty: lines.reduce((n, l) => n + (l.goodQty ?? 0), 0),
    returnAmount,
    amountCny: r2(dec(returnAmount).times(dec(orderLines[0]?.rate ?? 1))),
  };
}

/** Works the amounts of a submitted return out anew: what others returned meanwhile moves the cents. */
export async function repriceReturn(
  c: RuleContext,
  row: RowOf<typeof purchaseReturn>,
  locked: ReadonlyMap<string, OrderLine>,
): Promise<void> {
  const lines = row.items.map((line): Line => ({ ...line }));
  const orderLines = lines.flatMap((l) => locked.get(l.poLineId ?? "") ?? []);
  const header = await priceReturn(c, row, lines, orderLines);
  await c.sql.query(
    "update purchase_return set return_amount = $2, amount_cny = $3 where id = $1",
    [row.id, header.returnAmount, header.amountCny],
  );
  await c.sql.query(
    `update purchase_return_line l set price = x.price, tax_rate = x."taxRate", amount = x.amount
     from jsonb_to_recordset($1::jsonb)
       as x(id bigint, price numeric, "taxRate" numeric, amount numeric) where l.id = x.id`,
    [
      JSON.stringify(
        lines.map(({ id, price, taxRate, amount }) => ({ id, price, taxRate, amount })),
      ),
    ],
  );
}
