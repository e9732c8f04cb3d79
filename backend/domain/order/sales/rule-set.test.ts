import { afterAll, expect, test } from "vitest";
import { inSets } from "#backend/engine/documents/lifecycle/in-sets";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { performMany } from "#backend/engine/documents/lifecycle/perform-many";
import type { RuleValues } from "#backend/engine/documents/rules";
import { insert } from "#backend/engine/documents/writing/write";
import { refusalOf } from "#backend/platform/http";
import { orderRule } from "#documents/order/rule/order-rule";
import { salesOrder } from "#documents/order/sales-order";
import { orderRuleRules } from "../rule/order-rule";
import { type Orders, openOrders } from "./sales.testing";

const worlds: Orders[] = [];
afterAll(async () => {
  for (const o of worlds) await o.db.close();
});

const leaf = (fact: string, op: string, value: string) => ({ level: 1, fact, op, value });

/** A company with rules of every stage and stock that does not last; its orders in the order of the run. */
async function world() {
  const o = await openOrders([30, 9, 60]);
  worlds.push(o);
  let made = 0;
  const rule = async (stage: string, acts: RuleValues[], conditions: RuleValues[] = []) => {
    const values = { ruleName: `规则${++made}`, stage, priority: made, logic: "and", acts, conditions };
    const { id } = await o.act((c) => insert(c, orderRule, orderRuleRules, values));
    await o.act((c) => perform(c, orderRule, id, "enable", {}, { trusted: true }));
  };
  const user = await o.db.one<{ id: string }>("select id from sys_user where del_flag = 0 order by id limit 1");
  await rule(
    "HOLD",
    [
      { act: "HOLD", value: "大单" },
      { act: "NOTIFY_HOLD", userId: user?.id },
    ],
    [leaf("itemQty", "gte", "9")],
  );
  await rule(
    "TAG",
    [
      { act: "TAG_ADD", value: "两种" },
      { act: "SET_PRIORITY", value: "高" },
    ],
    [leaf("skuKinds", "gte", "2")],
  );
  await rule("SPLIT", [{ act: "SPLIT_QTY", value: "4" }], [leaf("tag", "anyIn", "两种")]);
  await rule("WAREHOUSE", [{ act: "SET_WAREHOUSE", warehouseId: o.place }]);
  await rule(
    "LOGISTICS",
    [{ act: "SET_LOGISTICS", logisticsChannelId: o.channel }],
    [leaf("packageWeightKg", "lte", "1.5")],
  );
  await rule("MERGE", [{ act: "MERGE", value: "600" }]);
  await rule("AUDIT", [{ act: "AUTO_AUDIT" }], [leaf("itemQty", "gte", "3")]);
  await rule("AUDIT", [{ act: "AUTO_AUDIT" }], [leaf("itemQty", "lt", "1")]);
  const ids: string[] = [];
  const add = async (pieces: number[], more: Parameters<typeof o.order>[1] = {}) => {
    const id = await o.order(pieces, { status: "pendingProcess", hash: `R${ids.length}`, ...more });
    ids.push(id);
    return id;
  };
  for (let n = 0; n < 4; n++) await add([1, 0, 3]);
  await add([9]); // held
  await add([0, 2]); // waits for a person
  await add([0, 4, 1]); // takes most of the second
  await add([0, 5]); // too heavy together with nothing: five pieces of the second are there
  await add([0, 5]); // short now
  await add([2], { hash: "same" });
  await add([2], { hash: "same" }); // joins the package before it
  await add([2, 0, 1], { hash: "same" }); // joins it too, and is audited
  const rated = await add([1]);
  await o.db.query("update sales_order set currency = 'XAU' where id = $1", [rated]); // no rate
  await add([]); // nothing in it: its audit is refused
  await add([1], { status: "held" }); // not to be run
  ids.push("999999999");
  await add([7, 0, 0]); // no channel takes so heavy a package
  const again = await o.ready([0, 0, 2], { hash: "again" }); // has a draft already
  ids.push(again, await o.ready([0, 0, 3], { hash: "other" }));
  for (let n = 0; n < 4; n++) await add([3, 0, 1]);
  return { o, ids };
}

type World = Awaited<ReturnType<typeof world>>;

const TIMES = "array['create_time', 'update_time', 'run_time', 'time', 'push_time', 'first_in_time', 'duration_ms']";

/** Everything that a run writes, with packages by their numbers: ids have gaps where something was taken back. */
async function written({ o: { db } }: World) {
  const packages = await db.query<{ id: string; no: string }>("select id, no from package_order");
  const nameOf = new Map(packages.map((p) => [p.id, p.no]));
  const dump = async (text: string) => (await db.query<{ row: RuleValues }>(text)).map(({ row }) => row);
  const logs = await dump(`select to_jsonb(t) - ${TIMES} - 'id' as row from order_rule_log t order by order_id, id`);
  const history = await dump(
    `select to_jsonb(t) - ${TIMES} - 'id' as row from sys_oper_log t
     where biz_type in ('sales_order', 'package_order') order by biz_type, biz_id::bigint, id`,
  );
  return {
    orders: await dump(`select to_jsonb(t) - ${TIMES} as row from sales_order t order by id`),
    lines: await dump(`select to_jsonb(t) - ${TIMES} as row from sales_order_line t order by id`),
    packages: await dump(`select to_jsonb(t) - ${TIMES} - 'id' as row from package_order t order by no`),
    pieces: await dump(
      `select to_jsonb(t) - ${TIMES} - array['id', 'package_order_id'] || jsonb_build_object('no', p.no) as row
       from package_order_line t join package_order p on p.id = t.package_order_id order by p.no, line_no, t.id`,
    ),
    // A pool counts the statements that wrote it.
    stock: await dump(`select to_jsonb(t) - ${TIMES} - 'version' as row from stock t order by id`),
    held: await dump(
      `select to_jsonb(t) - ${TIMES} - array['id', 'biz_id', 'biz_line_id']
         || jsonb_build_object('line', l.order_line_id) as row
       from stock_reservation t join package_order_line l on l.id = t.biz_line_id order by biz_no, l.order_line_id`,
    ),
    hits: await dump(
      `select jsonb_build_object('order', g.order_id, 'rule', h.rule_id) as row
       from order_rule_hit h join order_rule_log g on g.id = h.log_id order by g.order_id, g.id, h.rule_id`,
    ),
    notices: await dump(
      `select jsonb_build_object('title', t.title, 'says', t.push_describe, 'at', t.biz_path, 'to', t.scope_ids,
         'count', t.target_count, 'users', (select array_agg(user_id order by user_id)
           from sys_notification_target x where x.notification_id = t.id)) as row
       from sys_notification t order by t.id`,
    ),
    numbers: await dump("select to_jsonb(t) as row from doc_sequence t order by prefix, biz_date"),
    logs: logs.map((row) =>
      JSON.stringify(row, (_key, v) => (v?.stage === "MERGE" ? { ...v, result: nameOf.get(v.result) ?? v.result } : v)),
    ),
    history: history
      .map((row) => ({ ...row, biz_id: nameOf.get(String(row.biz_id)) ?? row.biz_id }))
      .map((row) => JSON.stringify(row)),
  };
}

/** What each came to: its version, or the sentence. */
type Ends = Map<string, string>;

async function oneByOne({ o, ids }: World): Promise<Ends> {
  const ends: Ends = new Map();
  for (const id of ids)
    await o
      .act((c) => perform(c, salesOrder, id, "runRule", {}, { trusted: true }))
      .then(
        ({ version }) => ends.set(id, String(version)),
        (error) => ends.set(id, refusalOf(error).message),
      );
  return ends;
}

async function together({ o, ids }: World): Promise<{ ends: Ends; sets: number[] }> {
  const ends: Ends = new Map();
  const sets: number[] = [];
  await inSets(
    ids,
    async (some) => {
      const done = await o.act((c) => performMany(c, salesOrder, some, "runRule", { trusted: true }));
      for (const { id, version, refused } of done) ends.set(id, refused?.message ?? String(version));
      sets.push(done.length);
      return done.length;
    },
    async (id) => {
      for (const [own, end] of await oneByOne({ o, ids: [id] })) ends.set(own, end);
    },
  );
  return { ends, sets };
}

test("orders that are run together come out as if they had been run one by one", async () => {
  const [alone, set] = [await world(), await world()];
  expect(set.ids).toEqual(alone.ids);
  const singly = await oneByOne(alone);
  const { ends, sets } = await together(set);
  expect([...ends]).toEqual([...singly]);
  const [expected, found] = [await written(alone), await written(set)];
  for (const [name, rows] of Object.entries(expected))
    expect({ [name]: Reflect.get(found, name) }).toEqual({ [name]: rows });
  // The world holds what the comparison is about.
  const states = new Set(expected.orders.map((row) => row.status));
  expect([...states].sort()).toEqual(["audited", "exception", "held", "pendingAudit", "pendingProcess"]);
  expect([...singly.values()]).toEqual(expect.arrayContaining(["缺少XAU在2026-07-01的汇率", "单据不存在"]));
  expect(expected.logs.join()).toContain("存在未分配数量");
  expect(expected.logs.join()).toContain("OUT_OF_STOCK");
  expect(expected.pieces.some((row) => Number(row.line_no) > 1)).toBe(true);
  expect(expected.notices.length).toBeGreaterThan(0);
  expect(Math.max(...sets)).toBeGreaterThan(3);
  for (const { o } of [alone, set]) expect(await o.faults()).toEqual([]);
});

test("a second run over all of them changes the same", async () => {
  const [alone, set] = worlds;
  if (!alone || !set) throw new Error("no worlds");
  const idsOf = async ({ db }: Orders) =>
    (await db.query<{ id: string }>("select id from sales_order order by id")).map((r) => r.id);
  const [first, second] = [
    { o: alone, ids: await idsOf(alone) },
    { o: set, ids: await idsOf(set) },
  ];
  expect([...(await together(second)).ends]).toEqual([...(await oneByOne(first))]);
  expect(await written(second)).toEqual(await written(first));
});

test("a set of orders costs as many statements as a few of them", async () => {
  const [o] = worlds;
  if (!o) throw new Error("no world");
  await o.stockIn([500, 500, 500]);
  const cost = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++)
      ids.push(await o.order([1, 0, 2], { status: "pendingProcess", hash: `C${count}/${n}` }));
    let statements = 0;
    const done = await o.act((c) => {
      const query: typeof c.sql.query = (text, values) => {
        statements += 1;
        return c.sql.query(text, values);
      };
      const one: typeof c.sql.one = async (text, values) => (await query<never>(text, values))[0];
      return performMany({ ...c, sql: { ...c.sql, query, one } }, salesOrder, ids, "runRule", { trusted: true });
    });
    expect(done).toHaveLength(count);
    return statements;
  };
  const few = await cost(2);
  expect(await cost(60)).toBeLessThanOrEqual(few + 2);
  expect(few).toBeLessThanOrEqual(60);
});
