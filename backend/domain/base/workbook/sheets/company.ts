import type { RuleValues } from "#backend/engine/documents";
import { dept } from "#documents/admin/dept";
import { user } from "#documents/admin/user";
import { company } from "#documents/base/company";
import { exchangeRate } from "#documents/base/exchange-rate";
import { group } from "#documents/base/group";
import { store } from "#documents/base/store";
import { warehouse } from "#documents/base/warehouse";
import { workbookSheets } from "#documents/base/workbook/sheets";
import type { BookRow, RowFault } from "../faults";
import { byCode, plainSheet, type SheetWork } from "../work";

const [companies, rates, depts, people, warehouses, stores, groups] = workbookSheets;

/** The account with the number that the file says; the first one where that number is new. */
const accountOf = (accounts: readonly RuleValues[], { accountNo }: RuleValues): RuleValues | undefined =>
  accounts.find((a) => a.accountNo === accountNo) ?? accounts[0];

const companyWork = plainSheet({
  sheet: companies,
  document: company,
  existing: byCode("company", "code"),
  lines: {
    name: "accounts",
    fields: { bankName: "bankName", accountNo: "accountNo", accountCurrency: "currency", swift: "swift" },
    find: accountOf,
    fresh: () => ({}),
  },
});

const rateWork = plainSheet({
  sheet: rates,
  document: exchangeRate,
  async existing({ sql, tenantId }, rows) {
    const found = await sql.query<{ id: string; currency: string; day: string }>(
      `select id, currency, effective_date as day from exchange_rate
       where tenant_id = $1 and del_flag = 0 and currency = any($2)`,
      [tenantId, rows.map(({ values }) => values.currency)],
    );
    const ids = new Map(found.map((r) => [`${r.currency} ${r.day}`, r.id]));
    return new Map(
      rows.flatMap(({ key, values }) => {
        const id = ids.get(`${values.currency} ${values.effectiveDate}`);
        return id ? [[key, id] as const] : [];
      }),
    );
  },
});

/** Departments level by level: one stands after the one above it. */
function deptLevels(rows: readonly BookRow[]): { levels: BookRow[][]; faults: RowFault[] } {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const levels: BookRow[][] = [];
  const faults: RowFault[] = [];
  const depth = new Map<string, number>();
  for (const row of rows) {
    const way = [row.key];
    let circle = false;
    for (let at = row.cells.parentId; at && byKey.has(at) && !circle; at = byKey.get(at)?.cells.parentId) {
      circle = way.includes(at);
      way.push(at);
      if (depth.has(at)) break;
    }
    const end = way.at(-1) ?? "";
    if (circle) {
      if (end === row.key) faults.push({ at: row.at, column: "parentId", msg: `部门层级出现循环：${way.join("→")}` });
      continue;
    }
    const own = (depth.get(end) ?? 0) + way.length - 1;
    depth.set(row.key, own);
    const level = levels[own] ?? [];
    levels[own] = level;
    level.push(row);
  }
  return { levels: levels.map((level) => level ?? []), faults };
}

const deptWork = plainSheet({
  sheet: depts,
  document: dept,
  existing: byCode("sys_dept", "code"),
  later: ["leaderId"],
  levels: deptLevels,
  async input({ c }, rows) {
    const root = await c.sql.one<{ id: string }>(
      "select min(id) as id from sys_dept where tenant_id = $1 and del_flag = 0 and parent_id = 0",
      [c.tenantId],
    );
    return rows.map(({ id, values }) => (id || values.parentId ? {} : { parentId: root?.id ?? "0" }));
  },
});

const peopleWork = plainSheet({
  sheet: people,
  document: user,
  existing: byCode("sys_user", "username"),
  later: ["groupIds", "superiorId"],
});

const warehouseWork = plainSheet({ sheet: warehouses, document: warehouse, existing: byCode("warehouse", "code") });
const storeWork = plainSheet({ sheet: stores, document: store, existing: byCode("store", "store_code") });
const groupWork = plainSheet({ sheet: groups, document: group, existing: byCode("ops_group", "group_code") });

/** Sheets of who the company is and where it works, in the order in which they are written. */
export const companyWorks: readonly SheetWork[] = [companyWork, rateWork, deptWork, peopleWork, groupWork, storeWork];

/** A warehouse belongs to a store or to who runs it: both come first. */
export const placeWorks: readonly SheetWork[] = [warehouseWork];
