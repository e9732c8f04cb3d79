import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import type { Chance } from "./random";
import { after, at, numbers, stamp } from "./sourcing/kit";

const FORMAT = "YYYY-MM-DD";

/** A line of a running order. */
export interface RunningLine {
  id: string;
  lineNo: number;
  skuId: string;
  skuCode: string;
  skuName: string;
  spec: string | null;
  unit: string | null;
  qty: number;
  pcsPerCarton: number | null;
  expect: string;
}

/** A running order with its lines. */
export interface RunningOrder {
  id: string;
  no: string;
  supplierId: string;
  supplierName: string;
  warehouseId: string;
  buyerId: string;
  deptId: string | null;
  approved: string;
  expect: string;
  lines: RunningLine[];
}

/** Orders that run, oldest first, as plans and deliveries find them. */
export const runningOrders = (sql: Sql) =>
  sql.query<RunningOrder>(
    `select o.id, o.no, o.supplier_id as "supplierId", s.name as "supplierName",
       o.warehouse_id as "warehouseId", o.buyer_id as "buyerId", o.dept_id as "deptId",
       to_char(o.approve_time, 'YYYY-MM-DD') as approved, o.expect_date::text as expect,
       (select jsonb_agg(jsonb_build_object('id', l.id::text, 'lineNo', l.line_no,
           'skuId', l.sku_id::text, 'skuCode', k.sku_code, 'skuName', k.name, 'spec', l.spec,
           'unit', k.unit, 'qty', l.qty, 'pcsPerCarton', k.pcs_per_carton,
           'expect', coalesce(l.expect_date, o.expect_date)::text) order by l.line_no)
         from purchase_order_line l join sku k on k.id = l.sku_id
         where l.purchase_order_id = o.id and l.del_flag = 0) as lines
     from purchase_order o join supplier s on s.id = o.supplier_id
     where o.status = 'executing' and o.del_flag = 0 and o.approve_time is not null order by o.id`,
  );

/** What a line of a plan or a delivery keeps of its order line. */
export const placed = (order: RunningOrder, line: RunningLine) => ({
  po_line_id: line.id,
  po_line_code: `${order.no}-${line.lineNo}`,
  sku_id: line.skuId,
  sku_code: line.skuCode,
  sku_name: line.skuName,
  spec: line.spec,
  unit: line.unit,
});

export interface PlanLineSeed {
  id: number;
  order: RunningOrder;
  line: RunningLine;
  qty: number;
  date: string;
}

export interface PlanSeed {
  id: number;
  no: string;
  status: string;
  lines: PlanLineSeed[];
}

/** Mostly confirmed; what is delivered of a plan decides the rest afterwards. */
function stateOf(chance: Chance, n: number): string {
  const u = chance.u(`plan:state:${n}`);
  return u < 0.1 ? "draft" : u < 0.2 ? "void" : u < 0.27 ? "closed" : "confirmed";
}

/** A line comes at once or in two parts, a week apart, the later part sometimes not yet planned. */
function parts(chance: Chance, key: string, qty: number, first: string): [number, string][] {
  const later = dayjs(first).add(7, "day").format(FORMAT);
  const half = Math.ceil(qty / 2);
  if (qty < 40 || chance.u(`plan:split:${key}`) < 0.5) return [[qty, first]];
  const rest: [number, string] = [qty - half, later];
  return chance.u(`plan:rest:${key}`) < 0.7 ? [[half, first], rest] : [[half, first]];
}

/** Plans of two thirds of the running orders, from a week ago to a month ahead. */
export async function insertPlans(
  sql: Sql,
  chance: Chance,
  today: string,
  orders: readonly RunningOrder[],
): Promise<PlanSeed[]> {
  const yesterday = dayjs(today).subtract(1, "day").format(FORMAT);
  const told = dayjs(today).add(3, "day").format(FORMAT);
  const no = numbers("JH");
  let lineId = 0;
  const chosen = orders.filter((o) => o.approved < yesterday && o.expect >= today && chance.u(`plan:${o.id}`) < 0.66);
  const made = chosen.map((order, i) => {
    const key = `plan:${order.id}`;
    const due = dayjs(today)
      .add(chance.below(36, `${key}:due`) - 7, "day")
      .format(FORMAT);
    const day = after(order.approved, 1 + chance.below(3, `${key}:day`), yesterday);
    const first = due > day ? due : dayjs(day).add(3, "day").format(FORMAT);
    const lines = order.lines.flatMap((line) =>
      parts(chance, `${order.id}:${line.lineNo}`, line.qty, first).map(
        ([qty, date]): PlanLineSeed => ({ id: ++lineId, order, line, qty, date }),
      ),
    );
    return { id: i + 1, no: no(day), status: stateOf(chance, i), lines, order, day };
  });
  await insertRows(
    sql,
    "delivery_plan",
    made.map(({ id, no, status, lines, order, day }) => ({
      ...stamp,
      id,
      no,
      status,
      po_id: order.id,
      supplier_id: order.supplierId,
      supplier_text: order.supplierName,
      warehouse_id: order.warehouseId,
      planner_id: order.buyerId,
      supplier_confirm_by: status === "draft" || status === "void" ? null : "供方跟单",
      confirm_time: status === "draft" || status === "void" ? null : at(day, chance, `pc:${id}`),
      sku_codes: [...new Set(lines.map((l) => l.line.skuCode))].join("、").slice(0, 500),
      plan_date: lines.map((l) => l.date).sort()[0],
      total_qty: lines.reduce((n, l) => n + l.qty, 0),
      dept_id: order.deptId,
      create_by: order.buyerId,
      create_time: at(day, chance, `p:${id}`),
    })),
  );
  await insertRows(
    sql,
    "delivery_plan_line",
    made.flatMap((plan) =>
      plan.lines.map((l, i) => ({
        ...stamp,
        id: l.id,
        delivery_plan_id: plan.id,
        line_no: i + 1,
        ...placed(l.order, l.line),
        plan_qty: l.qty,
        plan_date: l.date,
        // What is due by now had its notice.
        reminded_for: l.date <= told ? l.date : null,
        delay_reason: l.date > l.line.expect ? "供方排产延后" : null,
        create_time: at(plan.day, chance, `p:${plan.id}`),
      })),
    ),
  );
  return made;
}
