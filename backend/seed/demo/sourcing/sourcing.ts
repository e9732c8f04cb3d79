import dayjs from "dayjs";
import type { Sql } from "../../../db/sql";
import { insertRows } from "../../../tenancy/insert";
import type { Chance } from "../random";
import { insertCancels } from "./cancels";
import { insertInquiries } from "./inquiries";
import { after, at, type DemoSku, numbers, type ReqSeed, snapshot, stamp } from "./kit";
import { settleSourcing } from "./settle";
import { insertTurns } from "./turns";

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
  const stores = await sql.query<{ id: string; dept: string }>(
    "select id, dept_id as dept from store order by id",
  );
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
      (chance.u(`own:${key}`) < 0.15 && staff.find((s) => s.username === "ops")) ||
      chance.pick(staff, `who:${key}`);
    const own = stores.filter((s) => s.dept === who.dept);
    const status = stateOf(chance, n);
    const done = status !== "draft";
    const pool = type === "packing" ? packing : goods;
    const start = chance.below(pool.length, `sku:${key}`);
    const count = 1 + chance.below(Math.min(5, pool.length), `lines:${key}`);
    const lines = Array.from({ length: count }, (_, k) => ({
      id: ++lineId,
      sku: pool[(start + k * 7) % pool.length] as DemoSku,
      qty: (2 + chance.below(18, `qty:${key}:${k}`)) * (type === "urgent" ? 20 : 50),
    }));
    const seed: ReqSeed = {
      ...{ id: n, day, status, lines, urgent: type === "urgent" },
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
      store_id: ["stock", "urgent"].includes(type)
        ? chance.pick(own.length ? own : stores, `store:${key}`).id
        : null,
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
      approve_time: ["draft", "rejected"].includes(status)
        ? null
        : at(after(day, 1, yesterday), chance, `${key}:ok`),
    };
  });
  await insertRows(sql, "purchase_requisition", heads);
  await insertRows(
    sql,
    "purchase_requisition_line",
    seeds.flatMap((r) =>
      r.lines.map((l, i) => ({
        ...{
          ...stamp,
          ...snapshot(l.sku),
          id: l.id,
          purchase_requisition_id: r.id,
          line_no: i + 1,
        },
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
