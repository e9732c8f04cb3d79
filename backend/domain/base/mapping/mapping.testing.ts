import { addOne, editOne, removeOne } from "#backend/engine/documents/calls/writes";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { addSchema } from "#backend/engine/documents/reading/answer";
import type { RuleContext, RuleValues } from "#backend/engine/documents/rules";
import { validate } from "#backend/platform/http/validate";
import { goodsMappings } from "#documents/base/mapping";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { mappingRuleSet } from "./mapping";

type Key = "overseas" | "xy" | "gc" | "winit";

const documentOf = (key: Key) => {
  const found = goodsMappings.find(({ fixed }) => fixed.system === key);
  if (!found) throw new Error(key);
  return found;
};

const rulesOf = (key: Key) => {
  const found = mappingRuleSet.find(({ document }) => document === documentOf(key).name);
  if (!found) throw new Error(key);
  return found;
};

/** A database with three SKUs A100, B200 and C300 of 450, 800 and 100 g, and what is done to mappings there. */
export async function openMappings() {
  const db = await testDatabase();
  const skus = await db.query<{ id: string }>(
    `insert into sku (sku_code, name, status, sku_type, unit, gross_weight_g, pkg_length_cm,
       pkg_width_cm, pkg_height_cm, declare_name_cn, declare_name_en, declare_price)
     values ('A100', '台灯', 'approved', 'normal', 'pcs', 450, 20, 10, 5, '台灯', 'Lamp', 4.5),
       ('B200', '风扇', 'approved', 'normal', 'pcs', 800, 30, 20, 10, '风扇', 'Fan', 9),
       ('C300', '线', 'approved', 'normal', 'pcs', null, null, null, null, null, null, null)
     returning id`,
  );
  const [a = "", b = "", unmeasured = ""] = skus.map(({ id }) => id);
  const places = await db.query<{ id: string }>(
    "select id from warehouse where code in ('GC-W', 'GC-E', 'OS-LA') order by code",
  );
  const [east = "", west = "", own = ""] = places.map(({ id }) => id);
  const permissions = new Set(goodsMappings.flatMap(({ permission: p }) => [`${p}_edit`, `${p}_del`]));
  const act = <R>(work: (c: RuleContext) => Promise<R>): Promise<R> =>
    db.tx((sql) => work(actAs(sql, { permissions })));
  return {
    db,
    act,
    skus: { a, b, unmeasured },
    places: { east, west, own },
    add: (key: Key, values: RuleValues) =>
      act(async (c) => {
        const whole = validate(addSchema(documentOf(key)), values);
        return (await addOne(c, documentOf(key), rulesOf(key), whole)).id;
      }),
    change: (key: Key, id: string, values: RuleValues) =>
      act((c) => editOne(c, documentOf(key), rulesOf(key), id, undefined, values)),
    go: (key: Key, id: string, action: "push" | "pull" | "activate" | "disable") =>
      act((c) => perform(c, documentOf(key), id, action, {}, { trusted: true })),
    remove: (key: Key, id: string) => act((c) => removeOne(c, documentOf(key), rulesOf(key), id, undefined)),
    /** As if it had been pushed. */
    pushed: (id: string) => db.query("update goods_mapping set status = 'pushed' where id = $1", [id]),
    state: async (id: string) =>
      (await db.one<{ status: string }>("select status from goods_mapping where id = $1", [id]))?.status,
  };
}

export type Mappings = Awaited<ReturnType<typeof openMappings>>;
