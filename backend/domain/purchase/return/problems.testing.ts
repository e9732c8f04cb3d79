import { ledgerFaults } from "#backend/ledgers/stock/checks";
import type { Sql } from "#backend/platform/db/sql";

/** Pieces of an order line on documents of which `where` holds; `pieces` of each of their lines. */
const on = (table: string, pieces: string, where: string) =>
  `coalesce((select sum(${pieces}) from ${table}_line l join ${table} h on h.id = l.${table}_id
     where l.po_line_id = p.id and ${where} and h.del_flag = 0 and l.del_flag = 0), 0)`;
const gone = "h.status in ('shipped', 'done', 'closed')";
const left = "l.bad_qty + l.good_qty - l.deducted_qty";
const came = (type: string) => on("delivery", "l.signed_qty", `h.delivery_type = '${type}' and h.status <> 'void'`);

/** What must be equal, or at least 0, on every order line. */
const LINES: [word: string, fault: string][] = [
  [
    "退货数量",
    `p.return_qty <> ${on("purchase_return", "l.bad_qty + l.good_qty", `${gone} and h.return_mode = 'deduct'`)}
     + ${on("purchase_return", "l.deducted_qty", "true")}
     + ${on("purchase_exchange", "l.deducted_qty", "true")}`,
  ],
  ["补货数量", `p.replenish_qty <> ${on("purchase_return", left, `${gone} and h.return_mode = 'replenish'`)}`],
  ["换货数量", `p.exchange_qty <> ${on("purchase_exchange", left, gone)}`],
  ["补货到货", `${came("replenish")} > p.replenish_qty`],
  ["换货到货", `${came("exchange")} > p.exchange_qty`],
  ["已补发", `${came("exchange")} <> ${on("purchase_exchange", "l.replaced_qty", gone)}`],
  ["净到货", "p.signed_qty < p.return_qty + p.replenish_qty + p.exchange_qty"],
  ["待到货", `p.open_qty <> greatest(p.qty - ${came("normal")} - p.closed_qty, 0)`],
  ["待补货", `p.owed_replenish_qty <> p.replenish_qty - ${came("replenish")}`],
  ["待换货", `p.owed_exchange_qty <> p.exchange_qty - ${came("exchange")}`],
];

const ORDERS: [word: string, fault: string][] = [
  ["应付余额", "p.payable_amount <> coalesce((select sum(amount) from ap_entry where po_id = p.id), 0)"],
  ["应付金额", "p.payable_amount <> p.receipt_amount - p.return_amount"],
  ["退货金额", "p.return_amount > p.receipt_amount"],
];

const EXCHANGES: [word: string, fault: string][] = [
  ["补发状态", "p.status = 'done' and p.replaced_qty <> p.out_qty"],
  ["待补发", "p.status = 'shipped' and p.replaced_qty >= p.out_qty"],
];

/** What does not hold of goods that went back (supply.md 3 and 4.0); none: all is well. */
export async function backProblems(sql: Sql): Promise<string[]> {
  const found = (await ledgerFaults(sql)).map((f) => f.fault);
  const ask = async (table: string, faults: [string, string][]) => {
    for (const [word, fault] of faults)
      for (const { id } of await sql.query<{ id: string }>(
        `select p.id from ${table} p where p.del_flag = 0 and ${fault}`,
      ))
        found.push(`${word} ${table} ${id}`);
  };
  await ask("purchase_order_line", LINES);
  await ask("purchase_order", ORDERS);
  await ask("purchase_exchange", EXCHANGES);
  return found;
}
