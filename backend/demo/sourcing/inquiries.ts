import Big from "big.js";
import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import type { Chance } from "../random";
import { after, at, numbers, snapshot, stamp } from "./kit";
import { linkAll, type TurnSeed } from "./turns";

interface Seller {
  id: string;
  buyer: string;
  rate: string;
}

interface Inquiry {
  id: number;
  turn: TurnSeed;
  day: string;
  status: string;
  sellers: Seller[];
  /** Ids of the lines, beside those of the turn requisition. */
  lineIds: number[];
}

const stateOf = (chance: Chance, n: number, age: number) => {
  if (age < 18) return ["draft", "inquiring", "quoted"][n % 3] ?? "draft";
  const u = chance.u(`inquiry:state:${n}`);
  return u < 0.04 ? "void" : u < 0.07 ? "rejected" : u < 0.1 && age < 30 ? "quoted" : "awarded";
};

/** Five days after it was asked; what still waits for answers may wait until after tomorrow. */
const deadlineOf = (q: Inquiry, today: string) => {
  const day = dayjs(q.day).add(5, "day").format("YYYY-MM-DD");
  const later = dayjs(today).add(3, "day").format("YYYY-MM-DD");
  return ["draft", "inquiring"].includes(q.status) && day < later ? later : day;
};

const r4 = (v: Big) => v.round(4, Big.roundHalfUp).toFixed(4);

/** Quotes of one line: around the purchase price, sometimes with tax, the lowest one awarded. */
function quotesOf(chance: Chance, q: Inquiry, i: number): Record<string, unknown>[] {
  const line = q.turn.lines[i];
  if (!line) return [];
  const open = q.status === "inquiring";
  const rows = q.sellers.map((s, k) => {
    const key = `quote:${q.id}:${i}:${k}`;
    const answered = !open || chance.u(`answered:${key}`) < 0.5;
    const included = chance.u(`included:${key}`) < 0.4 && s.rate !== "0";
    const quoted = r4(
      new Big(line.sku.price)
        .times((96 + chance.below(14, `price:${key}`)) / 100)
        .times(included ? new Big(s.rate).div(100).plus(1) : 1),
    ).slice(0, -2);
    const net = included ? new Big(quoted).div(new Big(s.rate).div(100).plus(1)) : new Big(quoted);
    return {
      ...stamp,
      inquiry_order_id: q.id,
      line_id: q.lineIds[i],
      supplier_id: s.id,
      quoted_price: answered ? quoted : null,
      tax_included_quote: included,
      tax_rate: s.rate,
      price: answered ? r4(net) : null,
      moq: answered ? Math.min(line.qty, 50 + 50 * chance.below(3, `moq:${key}`)) : null,
      lead_days: answered ? 12 + chance.below(18, `lead:${key}`) : null,
      valid_to: answered ? dayjs(q.day).add(180, "day").format("YYYY-MM-DD") : null,
      is_lowest: false,
      award_qty: 0,
      award_reason: null as string | null,
      create_time: at(q.day, chance, `inquiry:${q.id}`),
    };
  });
  const prices = rows.filter((r) => r.price).sort((a, b) => Number(a.price) - Number(b.price));
  for (const r of rows) r.is_lowest = !!r.price && r.price === prices[0]?.price;
  if (!["awarded", "rejected", "quoted"].includes(q.status) || !prices[0]) return rows;
  const second = chance.u(`second:${q.id}:${i}`) < 0.12 ? prices.find((p) => !p.is_lowest) : undefined;
  const won = second ?? prices[0];
  won.award_qty = line.qty;
  if (!won.is_lowest) won.award_reason = "交期更短，质量稳定";
  return rows;
}

/** Inquiries for about half of the approved turn requisitions, with quotes and awards. */
export async function insertInquiries(sql: Sql, chance: Chance, today: string, turns: TurnSeed[]): Promise<number> {
  const sellers = await sql.query<Seller>(
    `select id, buyer_id as buyer, coalesce(nullif(tax_rate, ''), '13') as rate from supplier
     where status = 'approved' and supplier_type = 'goods' and level <> 'D' order by id`,
  );
  const preferred = new Map(
    (
      await sql.query<{ sku: string; supplier: string }>(
        "select sku_id as sku, supplier_id as supplier from sku_supplier_price where is_default",
      )
    ).map((p) => [p.sku, p.supplier]),
  );
  const yesterday = dayjs(today).subtract(1, "day").format("YYYY-MM-DD");
  const no = numbers("XJ");
  let lineId = 0;
  const all: Inquiry[] = [];
  for (const turn of turns) {
    if (turn.status !== "approved" || chance.u(`inquiry:${turn.id}`) < 0.45) continue;
    const id = all.length + 1;
    // Suppliers of the buyer first: the preferred one of the first SKU, then the others.
    const first = preferred.get(turn.lines[0]?.sku.id ?? "");
    const rank = (s: Seller) => (s.id === first ? 0 : s.buyer === turn.buyerId ? 1 : 2);
    const ranked = [...sellers].sort(
      (a, b) => rank(a) - rank(b) || chance.u(`s:${id}:${a.id}`) - chance.u(`s:${id}:${b.id}`),
    );
    all.push({
      id,
      turn,
      day: after(turn.day, 1, yesterday),
      status: stateOf(chance, id, dayjs(today).diff(turn.day, "day")),
      sellers: ranked.slice(0, 3 + chance.below(2, `sellers:${id}`)),
      lineIds: turn.lines.map(() => ++lineId),
    });
  }
  const made = all.map((q) => ({ q, quotes: q.lineIds.map((_, i) => quotesOf(chance, q, i)) }));
  await insertRows(
    sql,
    "inquiry_order",
    made.map(({ q, quotes }) => {
      const awarded = quotes.flat().filter((r) => Number(r.award_qty) > 0);
      const sum = (rows: Big[]) => rows.reduce((n, v) => n.plus(v), new Big(0)).toFixed(2);
      const r2 = (v: Big) => v.round(2, Big.roundHalfUp);
      const ended = ["awarded", "rejected"].includes(q.status);
      return {
        ...stamp,
        id: q.id,
        no: no(q.day),
        status: q.status,
        buyer_id: q.turn.buyerId,
        currency: "CNY",
        deadline: `${deadlineOf(q, today)} 18:00:00+08`,
        purpose: "order",
        sku_count: new Set(q.turn.lines.map((l) => l.sku.id)).size,
        supplier_count: q.sellers.length,
        sku_codes: q.turn.lines.map((l) => l.sku.code).join(" "),
        est_amount: sum(q.turn.lines.map((l) => r2(new Big(l.sku.price).times(l.qty)))),
        award_amount: ended
          ? sum(
              awarded.map((r) =>
                r2(
                  new Big(String(r.price))
                    .times(Number(r.award_qty))
                    .times(new Big(String(r.tax_rate)).div(100).plus(1)),
                ),
              ),
            )
          : "0",
        dept_id: q.turn.dept,
        create_by: q.turn.buyerId,
        create_time: at(q.day, chance, `inquiry:${q.id}`),
        submit_time: ended ? at(after(q.day, 4, yesterday), chance, `inquiry:${q.id}:in`) : null,
        approve_time: q.status === "awarded" ? at(after(q.day, 5, yesterday), chance, `inquiry:${q.id}:ok`) : null,
      };
    }),
  );
  await insertRows(
    sql,
    "inquiry_order_line",
    all.flatMap((q) =>
      q.turn.lines.map((l, i) => ({
        ...stamp,
        ...snapshot(l.sku),
        id: q.lineIds[i],
        inquiry_order_id: q.id,
        line_no: i + 1,
        turn_line_id: l.id,
        turn_no: q.turn.no,
        qty: l.qty,
        expect_date: q.turn.expectDate,
        create_time: at(q.day, chance, `inquiry:${q.id}`),
      })),
    ),
  );
  await insertRows(
    sql,
    "inquiry_order_supplier",
    all.flatMap((q) =>
      q.sellers.map((s, k) => ({
        ...stamp,
        inquiry_order_id: q.id,
        line_no: k + 1,
        supplier_id: s.id,
        create_time: at(q.day, chance, `inquiry:${q.id}`),
      })),
    ),
  );
  const quotes = made.flatMap(({ q, quotes: rows }) =>
    q.status === "draft" ? [] : rows.flat().map((r, i) => ({ ...r, line_no: i + 1 })),
  );
  await insertRows(
    sql,
    "inquiry_quote",
    quotes.map((r, i) => ({ id: i + 1, ...r })),
  );
  await linkAll(
    sql,
    "turn_requisition",
    "inquiry_order",
    all.map((q) => [q.turn.id, q.id]),
  );
  return all.length;
}
