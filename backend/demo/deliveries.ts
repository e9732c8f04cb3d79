import dayjs from "dayjs";
import { refreshPlan } from "#backend/domain/purchase/delivery-plan/state";
import { recountDelivered, recountPlanned } from "#backend/domain/purchase/order-lines/recount";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { asSystem } from "./acting";
import {
  insertPlans,
  type PlanLineSeed,
  type PlanSeed,
  placed,
  type RunningOrder,
  runningOrders,
} from "./delivery-plans";
import type { Chance } from "./random";
import { at, numbers, stamp } from "./sourcing/kit";
import { linkAll } from "./sourcing/turns";

const FORMAT = "YYYY-MM-DD";
const MODES = ["supplier", "supplier", "truck", "express", "pickup"] as const;

interface Load {
  order: RunningOrder;
  plan?: PlanSeed;
  lines: { of: PlanLineSeed | undefined; line: RunningOrder["lines"][number]; qty: number }[];
  day: string;
}

/** What goes of the plans whose date is near or past: some in full, some in part. */
function planned(chance: Chance, today: string, plans: readonly PlanSeed[]): Load[] {
  const soon = dayjs(today).add(2, "day").format(FORMAT);
  return plans.flatMap((plan) => {
    const due = plan.lines.filter((l) => l.date <= soon);
    const [first] = due;
    if (!first || !["confirmed", "closed"].includes(plan.status)) return [];
    if (plan.status === "confirmed" && chance.u(`go:${plan.id}`) < 0.25) return [];
    const part = plan.status === "closed" || chance.u(`part:${plan.id}`) < 0.4;
    const lines = due.map((of) => ({ of, line: of.line, qty: part ? Math.max(1, Math.floor(of.qty / 2)) : of.qty }));
    return [{ order: first.order, plan, lines, day: first.date < today ? first.date : today }];
  });
}

/** Of those whose day is past few have not come yet; the others came a little early, or up to ten days late. */
const CAME = 0.93;
const SOON = 0.5;

/** The day an order without a plan was sent: around the day it was expected, or in the last days. */
function sentOn(chance: Chance, today: string, { id, expect }: RunningOrder): string {
  const key = `straight:${id}:day`;
  const late = chance.u(`${key}:late`) < 0.22 ? 1 + chance.below(10, key) : -2 - chance.below(3, key);
  const day = dayjs(expect).add(late, "day");
  const last = dayjs(today).subtract(1, "day");
  const recent = dayjs(today).subtract(chance.below(4, key), "day");
  return (expect >= today ? recent : day.isBefore(last) ? day : last).format(FORMAT);
}

/** Orders without a plan that deliver straight away. */
function straight(chance: Chance, today: string, orders: readonly RunningOrder[], plans: readonly PlanSeed[]): Load[] {
  const withPlan = new Set(plans.map((p) => p.lines[0]?.order.id));
  return orders
    .filter((o) => !withPlan.has(o.id) && chance.u(`straight:${o.id}`) < (o.expect < today ? CAME : SOON))
    .map((order) => ({
      order,
      lines: order.lines.map((line) => ({ of: undefined, line, qty: line.qty })),
      day: sentOn(chance, today, order),
    }));
}

const stateOf = (chance: Chance, n: number, load: Load): string => {
  if (load.plan?.status === "closed") return "shipped";
  const u = chance.u(`delivery:state:${n}`);
  return u < 0.12 ? "draft" : u < 0.18 ? "void" : "shipped";
};

interface Made extends Load {
  id: number;
  no: string;
  status: string;
}

const cartonsOf = (qty: number, pcs: number) => Math.ceil(qty / pcs);

async function insertHeads(sql: Sql, chance: Chance, today: string, made: readonly Made[]) {
  await insertRows(
    sql,
    "delivery",
    made.map(({ id, no, status, order, lines, day }) => {
      const mode = chance.pick(MODES, `mode:${id}`);
      return {
        ...stamp,
        id,
        no,
        status,
        delivery_type: "normal",
        supplier_id: order.supplierId,
        supplier_text: order.supplierName,
        warehouse_id: order.warehouseId,
        po_nos: order.no,
        sku_codes: [...new Set(lines.map((l) => l.line.skuCode))].join("、").slice(0, 500),
        ship_date: day,
        expect_arrive_date: dayjs(day)
          .add(1 + chance.below(4, `eta:${id}`), "day")
          .format(FORMAT),
        transport_mode: mode,
        carrier: mode === "express" ? "示例快递" : mode === "truck" ? "示例专线" : null,
        tracking_no: mode === "express" ? `SF${1_000_000_000 + id}` : null,
        vehicle_no: mode === "truck" ? `粤B${String(10_000 + id).slice(-5)}` : null,
        driver_mobile: mode === "truck" ? `1390000${String(id).padStart(4, "0")}` : null,
        total_qty: lines.reduce((n, l) => n + l.qty, 0),
        carton_qty: lines.reduce((n, l) => n + cartonsOf(l.qty, l.line.pcsPerCarton ?? l.qty), 0),
        freight_currency: "CNY",
        freight_amount: mode === "pickup" ? "200" : "0",
        dept_id: order.deptId,
        create_by: order.buyerId,
        create_time: at(day < today ? day : dayjs(today).subtract(1, "day").format(FORMAT), chance, `d:${id}`),
      };
    }),
  );
}

const insertLines = (sql: Sql, made: readonly Made[]) =>
  insertRows(
    sql,
    "delivery_line",
    made.flatMap((d) =>
      d.lines.map(({ of, line, qty }, i) => {
        const pcs = line.pcsPerCarton ?? qty;
        const rowOf = of ? (d.plan?.lines.indexOf(of) ?? 0) + 1 : 0;
        return {
          ...stamp,
          delivery_id: d.id,
          line_no: i + 1,
          ...placed(d.order, line),
          plan_line_id: of?.id ?? null,
          plan_line_code: of && d.plan ? `${d.plan.no}-${rowOf}` : null,
          qty,
          cartons: cartonsOf(qty, pcs),
          pcs_per_carton: pcs,
          batch_no: `B${dayjs(d.day).format("YYMMDD")}`,
        };
      }),
    ),
  );

/** Weight and volume of deliveries by the packed piece, as saving works them out. */
const weigh = (sql: Sql) =>
  sql.query(
    `update delivery d set total_weight_kg = x.kg, total_volume_m3 = x.m3 from (
       select l.delivery_id as id,
         round(sum(l.qty * coalesce(k.gross_weight_g, 0)) / 1000, 3) as kg,
         round(sum(l.qty * coalesce(k.pkg_length_cm * k.pkg_width_cm * k.pkg_height_cm, 0))
           / 1000000, 4) as m3
       from delivery_line l join sku k on k.id = l.sku_id group by 1) x
     where x.id = d.id`,
  );

/** Delivery plans and deliveries of the running orders (market.md 13). */
export async function insertDeliveries(sql: Sql, chance: Chance, today: string): Promise<number> {
  const orders = await runningOrders(sql);
  const plans = await insertPlans(sql, chance, today, orders);
  const no = numbers("SH");
  const loads = [...planned(chance, today, plans), ...straight(chance, today, orders, plans)].sort((a, b) =>
    a.day.localeCompare(b.day),
  );
  const made = loads.map((load, i) => ({
    ...load,
    id: i + 1,
    no: no(load.day < today ? load.day : dayjs(today).subtract(1, "day").format(FORMAT)),
    status: stateOf(chance, i, load),
  }));
  await insertHeads(sql, chance, today, made);
  await insertLines(sql, made);
  await weigh(sql);
  await linkAll(
    sql,
    "purchase_order",
    "delivery_plan",
    plans.map((p) => [Number(p.lines[0]?.order.id), p.id]),
  );
  await linkAll(
    sql,
    "purchase_order",
    "delivery",
    made.map((d) => [Number(d.order.id), d.id]),
  );
  await linkAll(
    sql,
    "delivery_plan",
    "delivery",
    made.flatMap((d): [number, number][] => (d.plan ? [[d.plan.id, d.id]] : [])),
  );
  const c = asSystem(sql);
  const lineIds = orders.flatMap((o) => o.lines.map((l) => l.id));
  await recountDelivered(c, lineIds);
  for (const plan of plans) await refreshPlan(c, String(plan.id));
  await recountPlanned(c, lineIds);
  return plans.length + made.length;
}
