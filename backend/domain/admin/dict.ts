import { type RuleContext, rules, transition } from "#backend/engine/documents";
import { snake } from "#backend/engine/documents/names";
import { pickRow } from "#backend/platform/db";
import { conflict, invalid } from "#backend/platform/http";
import { documents } from "#documents";
import { dict } from "#documents/admin/dict";

/** Tables and columns that store values of a dictionary, line tables included. */
const usesOf = (dictType: string) =>
  documents
    .flatMap((d) => [
      { table: d.table, fields: d.fields },
      ...Object.values(d.lines ?? {}).map((l) => ({ table: l.table, fields: l.fields })),
    ])
    .flatMap(({ table, fields }) =>
      Object.entries(fields)
        .filter(([, f]) => f.kind === "dict" && f.type === dictType && !f.virtual)
        .map(([name]) => ({ table, column: snake(name) })),
    );

async function isUsed({ sql, tenantId }: RuleContext, dictType: string, value: string) {
  for (const { table, column } of usesOf(dictType)) {
    const used = await sql.one(
      `select 1 from ${table} where ${column} = $1 and tenant_id = $2 and del_flag = 0 limit 1`,
      [value, tenantId],
    );
    if (used) return true;
  }
  return false;
}

const USED = "字典项已被使用，只能停用";

const del = transition(dict, "del", {
  async lock(c, { dictType, items }) {
    for (const { value } of items) if (await isUsed(c, dictType, value)) return { used: true };
    return { used: false };
  },
  guard: ({ row, used }) => (row.systemFlag === "1" ? "系统内置字典不能删除" : used && USED),
  async effect({ sql }, { row }) {
    await sql.query("update sys_dict_item set del_flag = 1 where dict_id = $1", [row.id]);
  },
});

/** 字典 (market.md §10). */
export const dictRules = rules(dict, {
  async enrich({ sql }, rows) {
    const counts = await sql.query<{ dict_id: string; n: number }>(
      `select dict_id, count(*)::int as n from sys_dict_item
       where dict_id = any($1::bigint[]) and del_flag = 0 group by 1`,
      [rows.map((r) => r.id)],
    );
    for (const row of rows) Object.assign(row, { itemCount: counts.find((n) => n.dict_id === row.id)?.n ?? 0 });
  },
  async beforeSave(c, next, before) {
    const items = next.items ?? [];
    const values = new Set<string | null | undefined>();
    for (const item of items) {
      if (values.has(item.value)) throw invalid(`字典值${item.value}重复`);
      values.add(item.value);
    }
    for (const item of items)
      if (item.parentValue && !values.has(item.parentValue)) throw invalid(`上级值${item.parentValue}不存在`);
    if (!before) return;
    for (const old of before.items) {
      const now = items.find((i) => i.id === old.id);
      if (now && now.value !== old.value && (await isUsed(c, before.dictType, old.value))) throw conflict(USED);
    }
  },
  async beforeLineDelete(c, _lines, row) {
    const head = await pickRow<{ dict_type: string }>(c.sql, "sys_dict_item", row.id, ["dict_type"]);
    if (await isUsed(c, head?.dict_type ?? "", row.value)) throw conflict(USED);
  },
  transitions: [del],
});
