import type { Sql } from "../../db/sql";
import { insertRows } from "../insert";
import { DICTS } from "./index";

const COMMON = { tenant_id: 1, version: 0, create_time: "now", del_flag: 0 };

/** Inserts every dictionary and its items. */
export async function insertDicts(sql: Sql) {
  await insertRows(
    sql,
    "sys_dict",
    DICTS.map((d, i) => ({
      ...COMMON,
      id: i + 1,
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
        ...COMMON,
        dict_id: i + 1,
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
