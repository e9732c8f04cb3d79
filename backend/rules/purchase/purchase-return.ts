import { link } from "../../documents/chain";
import type { Row, RuleContext, Rules, Values } from "../../documents/rules";
import { conflict, invalid } from "../../http/refusal";
import { dec, r2, sum } from "../money";
import {
  backOf,
  demandLedger,
  demandReceived,
  fromOrder,
  linesToSendBack,
  placeBack,
  showReceived,
} from "./back-lines";
import { type OrderLine, orderLineIds, readOrderLines } from "./order-lines";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Which orders a return may name: replenishing needs one that still runs. */
function demandOrder({ status, poNo }: OrderLine, mode: unknown) {
  const over = status === "completed" || status === "closed";
  if (mode === "replenish" && over) throw conflict(`采购单${poNo}已完结，只能退货扣款`);
  if (status !== "executing" && !over) throw conflict(`采购单${poNo}不是执行中`);
}

/** Value of the pieces after those returned before (supply.md 0.7): parts add up to the whole. */
export function partAmount(line: OrderLine, qty: number): string {
  const factor = dec(line.price).times(dec(line.taxRate).div(100).plus(1));
  const upTo = (n: number) => r2(factor.times(n));
  return dec(upTo(line.returnQty + qty))
    .minus(upTo(line.returnQty))
    .toFixed(2);
}

/** Amounts of lines and header; what is replaced is not deducted. */
function price(header: Values, lines: Values[], orderLines: readonly OrderLine[]) {
  lines.forEach((line, i) => {
    const of = orderLines[i];
    if (!of) return;
    Object.assign(line, {
      price: of.price,
      taxRate: of.taxRate,
      amount: partAmount(of, backOf(line)),
    });
  });
  const returnAmount =
    header.returnMode === "deduct" ? sum(lines.map((l) => l.amount as string)) : "0.00";
  return {
    badQty: lines.reduce((n, l) => n + Number(l.badQty), 0),
    goodQty: lines.reduce((n, l) => n + Number(l.goodQty), 0),
    returnAmount,
    amountCny: r2(dec(returnAmount).times(dec(orderLines[0]?.rate ?? 1))),
  };
}

async function addressOf({ sql }: RuleContext, supplierId: string) {
  const row = await sql.one<{ address: string | null }>(
    "select address from supplier where id = $1",
    [supplierId],
  );
  return row?.address ?? null;
}

/** 采购退货单 (supply.md 3). */
export const purchaseReturnRules: Rules = {
  enrichOne: showReceived,
  prefill: (c, { poId }) => linesToSendBack(c, poId),
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    const order = await fromOrder(c, next, before);
    demandOrder(order, whole.returnMode);
    if (whole.returnMode === "replenish" && !whole.expectReplenishDate)
      throw at("expectReplenishDate", "请选择预计补货日");
    next.currency = order.currency;
    if (!whole.receiverAddress) next.receiverAddress = await addressOf(c, order.supplierId);
    const lines = (next.items ?? whole.items) as Values[] | undefined;
    if (!lines) return;
    Object.assign(next, price(whole, lines, await placeBack(c, lines, order.poId)));
    next.items = lines;
  },
  async afterSave(c, id, next, before) {
    const poId = String(before?.poId ?? next.poId);
    await link(c, { type: "purchase_order", id: poId }, { type: "purchase_return", id });
  },
  async onSubmit(c, row) {
    const lines = row.items as Row[];
    const locked = await demandReceived(c, "purchase_return", row);
    const orderLines = lines.flatMap((l) => locked.get(String(l.poLineId)) ?? []);
    for (const order of orderLines) demandOrder(order, row.returnMode);
    const header = price(row, lines, orderLines);
    await c.sql.query(
      `update purchase_return set return_amount = $2, amount_cny = $3 where id = $1`,
      [row.id, header.returnAmount, header.amountCny],
    );
    await c.sql.query(
      `update purchase_return_line l set price = x.price, tax_rate = x.tax_rate, amount = x.amount
       from jsonb_to_recordset($1::jsonb)
         as x(id bigint, price numeric, tax_rate numeric, amount numeric) where l.id = x.id`,
      [
        JSON.stringify(
          lines.map((l) => ({ id: l.id, price: l.price, tax_rate: l.taxRate, amount: l.amount })),
        ),
      ],
    );
  },
  actions: {
    async ship(_c, row) {
      if (row.carrier && !row.trackingNo) throw conflict("请输入单号");
      demandLedger();
    },
    async reverse(c, row) {
      const lines = await readOrderLines(c, orderLineIds(await itemsOf(c, row.id)));
      if (await replenished(c, [...lines.keys()])) throw conflict("已补货，不能撤销");
      demandLedger();
    },
  },
};

const itemsOf = ({ sql }: RuleContext, id: string) =>
  sql.query<Row>(
    `select id, version, po_line_id as "poLineId" from purchase_return_line
     where purchase_return_id = $1 and del_flag = 0`,
    [id],
  );

/** Has a delivery that replaces returned pieces of these order lines been signed? */
const replenished = ({ sql }: RuleContext, ids: string[]) =>
  sql.one(
    `select 1 from delivery_line l join delivery h on h.id = l.delivery_id
     where l.po_line_id = any($1::bigint[]) and h.delivery_type = 'replenish'
       and h.status <> 'void' and l.signed_qty > 0 and l.del_flag = 0 limit 1`,
    [ids],
  );
