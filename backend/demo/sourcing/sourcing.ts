import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { type Chance, turn } from "../random";
import { insertInquiries } from "./inquiries";
import { at, type DemoSku, decided, numbers, type ReqSeed, snapshot, stamp } from "./kit";
import { settleSourcing } from "./settle";
import { insertTurns } from "./turns";

/** Cancellations of what old requisitions still leave, and a draft of one. */
async function insertCancels(sql: Sql, today: string): Promise<number> {
  const rows = await sql.query<{
    id: string;
    req: string;
    sku: string;
    code: string;
    name: string;
    unit: string;
    rest: number;
    applicant: string;
    dept: string;
  }>(
    `select l.id, r.id as req, l.sku_id as sku, l.sku_code as code, l.sku_name as name, l.unit,
       l.qty - l.turned_qty - l.cancel_qty as rest, r.applicant_id as applicant, r.dept_id as dept
     from purchase_requisition_line l join purchase_requisition r on r.id = l.purchase_requisition_id
     where r.status in ('approved', 'partTurned') and l.qty > l.turned_qty + l.cancel_qty
       and r.create_time < $1::date - 30 order by r.id, l.line_no`,
    [today],
  );
  const reqs = [...new Set(rows.map((r) => r.req))].slice(0, 14);
  const no = numbers("QX");
  const reasons = [
    ["plan", "旺季计划下调，剩余不再采购"],
    ["discontinued", "款式停售"],
    ["duplicate", "与后一张请购重复"],
  ] as const;
  const heads = reqs.map((req, i) => {
    const own = rows.filter((r) => r.req === req);
    const day = dayjs(today)
      .subtract(reqs.length - i + 1, "day")
      .format("YYYY-MM-DD");
    const status = i >= reqs.length - 2 ? "draft" : i % 6 === 5 ? "rejected" : "approved";
    const [reason_type, reason] = reasons[i % reasons.length] ?? reasons[0];
    return {
      ...stamp,
      id: i + 1,
      no: no(day),
      req_id: req,
      status,
      reason_type,
      reason,
      applicant_id: own[0]?.applicant,
      total_cancel_qty: own.reduce((n, l) => n + l.rest, 0),
      sku_codes: own.map((l) => l.code).join(" "),
      dept_id: own[0]?.dept,
      create_by: own[0]?.applicant,
      create_time: `${day} 14:00:00+08`,
      submit_time: status === "draft" ? null : `${day} 14:05:00+08`,
      approve_time: status === "approved" ? `${day} 16:30:00+08` : null,
    };
  });
  await insertRows(sql, "requisition_cancel", heads);
  await insertRows(
    sql,
    "requisition_cancel_line",
    heads.flatMap((h) =>
      rows
        .filter((r) => r.req === h.req_id)
        .map((l, k) => ({
          ...stamp,
          requisition_cancel_id: h.id,
          line_no: k + 1,
          req_line_id: l.id,
          sku_id: l.sku,
          sku_code: l.code,
          sku_name: l.name,
          unit: l.unit,
          cancel_qty: l.rest,
          create_time: h.create_time,
        })),
    ),
  );
  return heads.length;
}

const COUNT = 240;
/** Requisitions come from this many days; the newest is of yesterday. */
const DAYS = 180;

const stateOf = (chance: Chance, n: number) => {
  if (n > COUNT - 14) return (["draft", "draft", "approved"] as const)[n % 3] ?? "draft";
  const u = chance.u(`req:state:${n}`);
  return u < 0.03 ? "rejected" : u < 0.05 ? "void" : "approved";
};

const skusOf = (sql: Sql) =>
  sql.query<DemoSku>(
    `select id, sku_code as code, name, unit, sku_type as type, coalesce(purchase_price, 1)::text as price,
       case when jsonb_typeof(attrs) = 'object'
         then (select string_agg(key || ':' || value, ' ' order by key) from jsonb_each_text(attrs))
         else spec end as spec
     from sku where status = 'approved' and sku_type in ('normal', 'easy') and del_flag = 0 order by id`,
  );

/** Requisitions of the operating staff with their lines; nothing is turned yet. */
async function insertRequisitions(sql: Sql, chance: Chance, today: string): Promise<ReqSeed[]> {
  const skus = await skusOf(sql);
  const goods = skus.filter((s) => s.type === "normal");
  const packing = skus.filter((s) => s.type === "easy");
  const staff = await sql.query<{ id: string; username: string; dept: string }>(
    `select u.id, u.username, u.dept_id as dept from sys_user u join sys_user_role x on x.user_id = u.id
       join sys_role r on r.id = x.role_id where r.role_code = 'OPS' and u.lock_flag = '0' order by u.id`,
  );
  const stores = await sql.query<{ id: string; dept: string }>("select id, dept_id as dept from store order by id");
  const warehouses = await sql.query<{ id: string }>(
    "select id from warehouse where code in ('WH-SZ', 'WH-YW') order by code",
  );
  const yesterday = dayjs(today).subtract(1, "day").format("YYYY-MM-DD");
  const no = numbers("QG");
  const seeds: ReqSeed[] = [];
  let lineId = 0;
  const heads = Array.from({ length: COUNT }, (_, i) => {
    const n = i + 1;
    const day = dayjs(today)
      .subtract(DAYS - Math.floor((i * (DAYS - 1)) / (COUNT - 1)), "day")
      .format("YYYY-MM-DD");
    const key = `req:${n}`;
    const type = chance.pick(
      ["stock", "stock", "stock", "stock", "stock", "urgent", "newProduct", "packing"],
      `type:${key}`,
    );
    // The account that visitors use for operations asks for more than others.
    const who =
      (chance.u(`own:${key}`) < 0.15 && staff.find((s) => s.username === "ops")) || chance.pick(staff, `who:${key}`);
    const own = stores.filter((s) => s.dept === who.dept);
    const status = stateOf(chance, n);
    const done = status !== "draft";
    const pool = type === "packing" ? packing : goods;
    const start = chance.below(pool.length, `sku:${key}`);
    const count = 1 + chance.below(Math.min(5, pool.length), `lines:${key}`);
    const lines = Array.from({ length: count }, (_, k) => ({
      id: ++lineId,
      sku: turn(pool, start + k * 7),
      qty: (2 + chance.below(18, `qty:${key}:${k}`)) * (type === "urgent" ? 20 : 50),
    }));
    const seed: ReqSeed = {
      id: n,
      day,
      status,
      lines,
      urgent: type === "urgent",
      warehouseId: chance.pick(warehouses, `wh:${key}`).id,
      expectDate: dayjs(day).add(40, "day").format("YYYY-MM-DD"),
    };
    seeds.push(seed);
    const amount = lines.reduce((sum, l) => sum + l.qty * Math.round(Number(l.sku.price) * 100), 0);
    return {
      ...stamp,
      id: n,
      no: no(day),
      req_type: type,
      applicant_id: who.id,
      store_id: ["stock", "urgent"].includes(type) ? chance.pick(own.length ? own : stores, `store:${key}`).id : null,
      warehouse_id: seed.warehouseId,
      expect_date: seed.expectDate,
      reason: type === "urgent" ? "销量上涨，预计两周内断货" : null,
      est_amount: (amount / 100).toFixed(2),
      total_qty: lines.reduce((sum, l) => sum + l.qty, 0),
      progress: "none",
      status,
      dept_id: who.dept,
      create_by: who.id,
      create_time: at(day, chance, key),
      submit_time: done ? at(day, chance, key) : null,
      approve_time: ["draft", "rejected"].includes(status) ? null : decided(day, yesterday, chance, `${key}:ok`),
    };
  });
  await insertRows(sql, "purchase_requisition", heads);
  await insertRows(
    sql,
    "purchase_requisition_line",
    seeds.flatMap((r) =>
      r.lines.map((l, i) => ({
        ...stamp,
        ...snapshot(l.sku),
        id: l.id,
        purchase_requisition_id: r.id,
        line_no: i + 1,
        qty: l.qty,
        est_price: l.sku.price,
        est_amount: ((l.qty * Math.round(Number(l.sku.price) * 100)) / 100).toFixed(2),
        expect_date: r.expectDate,
        create_time: at(r.day, chance, `req:${r.id}`),
      })),
    ),
  );
  return seeds;
}

/** Requisitions, turn requisitions, inquiries and cancellations in all their states (market.md §13). */
export async function insertSourcing(sql: Sql, chance: Chance, today: string): Promise<number> {
  const reqs = await insertRequisitions(sql, chance, today);
  const turns = await insertTurns(sql, chance, today, reqs);
  const inquiries = await insertInquiries(sql, chance, today, turns);
  await settleSourcing(sql);
  const cancels = await insertCancels(sql, today);
  await settleSourcing(sql);
  return reqs.length + turns.length + inquiries + cancels;
}
