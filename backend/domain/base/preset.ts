import { z } from "zod";
import type { RuleContext } from "#backend/engine/documents";
import { context } from "#backend/engine/documents/call";
import { snake } from "#backend/engine/documents/names";
import { isLockTable, keep, nextOrder, patchRow } from "#backend/platform/db";
import { conflict, type Endpoint, endpoint } from "#backend/platform/http";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { FIRST_TENANT } from "#backend/platform/tenancy/found";
import { kindOf } from "#backend/platform/tenancy/kind";
import { documentNamed, documents } from "#documents";
import { type PresetFound, presetsFound } from "#documents/base/setup";
import { PRESET_BRANDS, PRESET_RATES, PRESETS, type Preset } from "./preset-rows";
import { columnsOf, usedOf } from "./workbook/undo";

/** Rows of one master as they were filled in, in the order in which they may go. Who is about to name one is waited for. */
async function presetRows({ sql, tenantId }: RuleContext, { document, code, name, rows }: Preset) {
  const { table } = documentNamed(document);
  nextOrder(sql);
  const kept = isLockTable(table) ? keep(sql, table, "remove", "t") : "";
  return (
    await sql.query<{ id: string }>(
      `select t.id from ${table} t join jsonb_array_elements($2::jsonb) with ordinality as x(row, n)
         on t.${code} = x.row ->> 0 and t.${name} = x.row ->> 1
       where t.tenant_id = $1 and t.del_flag = 0 order by x.n ${kept}`,
      [tenantId, JSON.stringify(rows)],
    )
  ).map(({ id }) => id);
}

/** Those of them that nothing names. Departments go from below: what is above may be free by then. */
async function freeOf(c: RuleContext, columns: ReadonlySet<string>, preset: Preset, ids: readonly string[]) {
  const document = documentNamed(preset.document);
  if (!document.tree) {
    const used = await usedOf(c, columns, document, ids, new Map([[document, [...ids]]]));
    return ids.filter((id) => !used.includes(id));
  }
  const free: string[] = [];
  for (const id of ids)
    if (!(await usedOf(c, columns, document, [id], new Map([[document, [...free, id]]]))).length) free.push(id);
  return free;
}

/** Made-up rates: theirs is the figure that was worked out of currency and month, and no document is of that month. */
const RATES = `select e.id, exists (select 1 from ap_entry a where a.tenant_id = $1 and a.currency = e.currency
      and date_trunc('month', a.biz_date) = e.effective_date)
    or exists (select 1 from purchase_order o where o.tenant_id = $1 and o.currency = e.currency and o.del_flag = 0
      and date_trunc('month', o.create_time at time zone 'Asia/Shanghai') = e.effective_date)
    or exists (select 1 from platform_order p where p.tenant_id = $1 and p.currency = e.currency and p.del_flag = 0
      and date_trunc('month', p.purchase_day) = e.effective_date) as used
  from exchange_rate e join jsonb_each_text($2::jsonb) r on r.key = e.currency
  where e.tenant_id = $1 and e.del_flag = 0 and e.source = '中间价' and extract(day from e.effective_date) = 1
    and e.official_rate = round(r.value::numeric * (0.98 + 0.04 * ('x' || substr(md5(r.key ||
      to_char(e.effective_date, 'YYYYMM')), 1, 6))::bit(24)::int / 16777216.0), 8)`;

/** Brands that products may have. */
const BRANDS = `select i.id, exists (select 1 from spu s where s.tenant_id = $1 and s.brand_id = i.value and s.del_flag = 0)
    or exists (select 1 from product p where p.tenant_id = $1 and p.brand_id = i.value and p.del_flag = 0) as used
  from sys_dict_item i join jsonb_array_elements($2::jsonb) x on i.value = x ->> 0 and i.label = x ->> 1
  where i.tenant_id = $1 and i.dict_type = 'brand' and i.del_flag = 0`;

interface PresetPart {
  label: string;
  table: string;
  free: readonly string[];
  kept: number;
}

/**
 * Everything of an earlier start, part by part. `gone` is called with what may go before the next part is
 * looked at: rows that it named are free then.
 */
async function partsOf(c: RuleContext, gone: (part: PresetPart) => Promise<void>): Promise<PresetPart[]> {
  const parts: PresetPart[] = [];
  const found = async (label: string, table: string, free: readonly string[], kept: number) => {
    const part = { label, table, free, kept };
    if (free.length + kept) parts.push(part);
    await gone(part);
  };
  const columns = await columnsOf(c);
  for (const preset of PRESETS) {
    const { label, table } = documentNamed(preset.document);
    const ids = await presetRows(c, preset);
    const free = ids.length ? await freeOf(c, columns, preset, ids) : [];
    await found(label, table, free, ids.length - free.length);
  }
  for (const [label, table, text, values] of [
    ["汇率", "exchange_rate", RATES, PRESET_RATES],
    ["品牌", "sys_dict_item", BRANDS, PRESET_BRANDS],
  ] as const) {
    const rows = await c.sql.query<{ id: string; used: boolean }>(text, [c.tenantId, JSON.stringify(values)]);
    const free = rows.filter(({ used }) => !used).map(({ id }) => id);
    await found(label, table, free, rows.length - free.length);
  }
  return parts;
}

const tag = "开始使用";
const isOwn = async (c: RuleContext) => c.tenantId === FIRST_TENANT && (await kindOf(c.sql)) === "company";

/** What may go and what stays, as people are told. */
const told = (parts: readonly PresetPart[]): PresetFound[] =>
  parts.map(({ label, free, kept }) => ({ label, free: free.length, kept }));

const away = (c: RuleContext) => (part: PresetPart) =>
  patchRow(c.sql, part.table, part.free, { del_flag: 1, update_by: c.caller.userId });

/** Thrown to take a look back: what would go is only known once what named it has gone. */
class Looked extends Error {}

const presets = endpoint({
  path: "/setup/presets",
  tag,
  title: "预置主数据",
  permission: "setup_guide_edit",
  response: presetsFound,
  async handle(call) {
    const { db } = call;
    if (!(await isOwn(context(call, db)))) return [];
    let parts: PresetPart[] = [];
    await db
      .tx(async (sql) => {
        const c = context(call, sql);
        parts = await partsOf(c, away(c));
        throw new Looked();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Looked)) throw error;
      });
    return told(parts);
  },
});

const clearPresets = endpoint({
  method: "post",
  path: "/setup/presets",
  tag,
  title: "清理预置主数据",
  permission: "setup_guide_edit",
  response: presetsFound,
  handle: (call) =>
    call.db.tx(async (sql) => {
      const c = context(call, sql);
      if (!(await isOwn(c))) throw conflict("没有预置主数据");
      const parts = await partsOf(c, away(c));
      if (!parts.some(({ free }) => free.length)) throw conflict("没有可以清理的预置主数据");
      await writeOperLog(sql, {
        tenantId: c.tenantId,
        bizType: "tenant",
        bizId: c.tenantId,
        action: "清理预置主数据",
        diff: Object.fromEntries(parts.map((p) => [p.label, [p.free.length + p.kept, p.kept]])),
        operator: c.caller,
      });
      return told(parts);
    }),
});

/** Declarations with a category, by the column that holds it, those that people know best first. */
const CATEGORY = "product_category";
const withCategory = () =>
  documents
    .filter((d) => !d.of)
    .flatMap((d) =>
      Object.entries(d.fields)
        .filter(([, f]) => f.kind === "dict" && f.type === CATEGORY && !f.virtual && !f.computed)
        .map(([name]) => ({ document: d, column: snake(name) })),
    );

const clearCategories = endpoint({
  method: "post",
  path: "/setup/categories/clear",
  tag,
  title: "清空示例品类",
  permission: "setup_guide_edit",
  response: z.int(),
  handle: ({ db, tenantId, caller }) =>
    db.tx(async (sql) => {
      // Nobody writes one that names a category meanwhile.
      const tables = new Set(withCategory().map(({ document }) => document.table));
      await sql.query(`lock table ${[...tables]} in share row exclusive mode`);
      const head = await sql.one<{ id: string }>(
        `select id from sys_dict where tenant_id = $1 and dict_type = '${CATEGORY}' and description like '%示例%'
           and del_flag = 0`,
        [tenantId],
      );
      if (!head) throw conflict("产品品类不是示例，没有可以清空的");
      for (const { document, column } of withCategory()) {
        const used = await sql.one<{ name: string; label: string }>(
          `select t.${snake(document.display)}::text as name, i.label from ${document.table} t
             join sys_dict_item i on i.dict_id = $2 and i.value = t.${column} and i.del_flag = 0
           where t.tenant_id = $1 and t.del_flag = 0 order by t.id limit 1`,
          [tenantId, head.id],
        );
        if (used) throw conflict(`${document.label} ${used.name} 使用了品类“${used.label}”，不能清空`);
      }
      const gone = await sql.query(
        "update sys_dict_item set del_flag = 1 where dict_id = $1 and del_flag = 0 returning 1",
        [head.id],
      );
      await patchRow(sql, "sys_dict", head.id, { description: "产品品类" });
      await writeOperLog(sql, {
        tenantId,
        bizType: "dict",
        bizId: head.id,
        action: "清空示例品类",
        diff: { items: [gone.length, 0] },
        operator: caller,
      });
      return gone.length;
    }),
});

export const presetEndpoints: Endpoint[] = [presets, clearPresets, clearCategories];
