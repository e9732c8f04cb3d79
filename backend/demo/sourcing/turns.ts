import dayjs from "dayjs";
import { pickMany } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { user } from "#documents/admin/user";
import { usersOf } from "../products/suppliers";
import type { Chance } from "../random";
import { after, at, type DemoSku, decided, numbers, type ReqSeed, snapshot, stamp } from "./kit";

export interface TurnSeed {
  id: number;
  no: string;
  day: string;
  status: string;
  buyerId: string;
  dept: string | null;
  urgent: boolean;
  expectDate: string;
  /** `qty` is what was turned, whatever is given back later. */
  lines: { id: number; reqLineId: number; sku: DemoSku; qty: number }[];
}

const link = (sql: Sql, from: string, to: string, pairs: [number, number][]) =>
  sql.query(
    `insert into doc_link (tenant_id, from_type, from_id, to_type, to_id)
     select 1, $1, (p->>0)::bigint, $2, (p->>1)::bigint from jsonb_array_elements($3::jsonb) p
     on conflict do nothing`,
    [from, to, JSON.stringify(pairs)],
  );

export { link as linkAll };

const stateOf = (chance: Chance, n: number, age: number) => {
  if (age < 11) return n % 2 ? "draft" : "approved";
  const u = chance.u(`turn:state:${n}`);
  if (u < 0.03 && age < 20) return "draft";
  return u < 0.06 ? "rejected" : u < 0.1 ? "closed" : "approved";
};

/** What share nobody has turned yet: of old ones nothing is left. */
const leftOf = (age: number): number => (age < 12 ? 0.4 : age < 60 ? 0.07 : 0);

/** One turn requisition for most approved requisitions older than a few days; the young ones wait. */
export async function insertTurns(sql: Sql, chance: Chance, today: string, reqs: ReqSeed[]): Promise<TurnSeed[]> {
  const buyers = await usersOf(sql, "BUYER");
  const depts = await pickMany({ sql }, user, buyers, ["deptId"]);
  const prices = await sql.query<{ sku: string; supplier: string; price: string; buyer: string }>(
    `select p.sku_id as sku, p.supplier_id as supplier, p.price::text, s.buyer_id as buyer
     from sku_supplier_price p join supplier s on s.id = p.supplier_id
     where p.is_default and p.del_flag = 0`,
  );
  const priceOf = new Map(prices.map((p) => [p.sku, p]));
  const yesterday = dayjs(today).subtract(1, "day").format("YYYY-MM-DD");
  const no = numbers("ZC");
  const turns: TurnSeed[] = [];
  const heads: Record<string, unknown>[] = [];
  const links: [number, number][] = [];
  let lineId = 0;
  for (const r of reqs) {
    const age = dayjs(today).diff(r.day, "day");
    if (r.status !== "approved" || age < 3 || chance.u(`turned:${r.id}`) < leftOf(age)) continue;
    const id = turns.length + 1;
    const day = after(r.day, 2 + chance.below(3, `turn:day:${id}`), yesterday);
    const status = stateOf(chance, id, age);
    // The buyer who looks after the first SKU's supplier; others suggest no supplier of theirs.
    const buyerId = priceOf.get(r.lines[0]?.sku.id ?? "")?.buyer ?? chance.pick(buyers, `turn:buyer:${id}`);
    const lines = r.lines
      // Now and then a line, or half of one, stays in the pool.
      .filter((_, i) => i === 0 || chance.u(`turn:skip:${r.id}:${i}`) > leftOf(age))
      .map((l, i) => ({
        id: ++lineId,
        reqLineId: l.id,
        sku: l.sku,
        qty: chance.u(`turn:half:${r.id}:${i}`) < leftOf(age) ? Math.ceil(l.qty / 2) : l.qty,
      }));
    const turn: TurnSeed = {
      id,
      no: no(day),
      day,
      status,
      buyerId,
      lines,
      urgent: r.urgent,
      expectDate: r.expectDate,
      dept: depts.find((d) => d.id === buyerId)?.deptId ?? null,
    };
    turns.push(turn);
    links.push([r.id, id]);
    const total = lines.reduce((n, l) => n + l.qty, 0);
    heads.push({
      ...stamp,
      id,
      no: turn.no,
      status,
      buyer_id: buyerId,
      warehouse_id: r.warehouseId,
      turn_date: day,
      urgency: r.urgent ? "urgent" : "normal",
      total_qty: total,
      purchase_qty: total,
      transfer_qty: 0,
      progress: "none",
      sku_codes: lines.map((l) => l.sku.code).join(" "),
      dept_id: turn.dept,
      create_by: buyerId,
      create_time: at(day, chance, `turn:${id}`),
      submit_time: status === "draft" ? null : at(day, chance, `turn:${id}`),
      approve_time: ["draft", "rejected"].includes(status) ? null : decided(day, yesterday, chance, `turn:${id}:ok`),
    });
  }
  await insertRows(sql, "turn_requisition", heads);
  const codes = await sql.query<{ id: string; code: string }>(
    `select l.id, r.no || '-' || l.line_no as code from purchase_requisition_line l
     join purchase_requisition r on r.id = l.purchase_requisition_id`,
  );
  const codeOf = new Map(codes.map((c) => [c.id, c.code]));
  const offer = (t: TurnSeed, sku: string) => {
    const price = priceOf.get(sku);
    return price?.buyer === t.buyerId ? price : undefined;
  };
  await insertRows(
    sql,
    "turn_requisition_line",
    turns.flatMap((t) =>
      t.lines.map((l, i) => ({
        ...stamp,
        ...snapshot(l.sku),
        id: l.id,
        turn_requisition_id: t.id,
        line_no: i + 1,
        req_line_id: l.reqLineId,
        req_line_code: codeOf.get(String(l.reqLineId)),
        turn_mode: "purchase",
        qty: l.qty,
        supplier_id: offer(t, l.sku.id)?.supplier ?? null,
        ref_price: offer(t, l.sku.id)?.price ?? null,
        released_qty: t.status === "closed" ? l.qty : 0,
        create_time: at(t.day, chance, `turn:${t.id}`),
      })),
    ),
  );
  await link(sql, "purchase_requisition", "turn_requisition", links);
  return turns;
}
