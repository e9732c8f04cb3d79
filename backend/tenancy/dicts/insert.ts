import type { Sql } from "../../db/sql";
import { insertNumbered, insertRows } from "../insert";
import { DICTS } from "./index";

/** Inserts every dictionary and its items. */
export async function insertDicts(sql: Sql, tenantId: string) {
  const common = { tenant_id: tenantId, version: 0, create_time: "now", del_flag: 0 };
  const ids = await insertNumbered(sql, "sys_dict", DICTS.length, () =>
    DICTS.map((d) => ({
      ...common,
      dict_type: d.type,
      description: d.name,
      system_flag: "1",
    })),
  );
  await insertRows(
    sql,
    "sys_dict_item",
    DICTS.flatMap((d, i) =>
      d.items.map((item, n) => ({
        ...common,
        dict_id: ids[i],
        dict_type: d.type,
        value: item.value,
        label: item.label,
        sort_order: n + 1,
        parent_value: item.parent ?? null,
        disabled: false,
        remarks: item.facts ?? null,
      })),
    ),
  );
}
