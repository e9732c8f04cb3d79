import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { workbookSheets } from "#documents/base/workbook/sheets";
import { permissionOf } from "#documents/kit";
import { sku } from "#documents/product/sku";
import type { RowFault } from "../faults";
import { judged, type SaveState } from "../save";
import type { ReadyRow, SheetWork, SheetWriting } from "../work";

const [, , , , , , , , , , combos, listings] = workbookSheets;

const linesIn = (row: RuleValues, name: string): RuleValues[] => {
  const lines = row[name];
  return Array.isArray(lines) ? lines : [];
};

/** What rows of one SKU make of its lines. */
interface SkuParts {
  name: "combo" | "listings";
  /** Column that names the SKU. */
  of: string;
  fields: readonly string[];
  same(line: RuleValues, values: RuleValues): boolean;
}

const lineOf = ({ fields }: SkuParts, values: RuleValues) =>
  Object.fromEntries(fields.flatMap((f) => (values[f] === undefined ? [] : [[f, values[f]]])));

/** Writes the lines of SKUs that the rows name; their other lines stay. */
async function writeParts(w: SheetWriting, parts: SkuParts, rows: readonly ReadyRow[]): Promise<void> {
  const { name, fields, of } = parts;
  const bySku = new Map<string, ReadyRow[]>();
  for (const row of rows) {
    const id = String(row.values[of]);
    const known = bySku.get(id);
    if (known) known.push(row);
    else bySku.set(id, [row]);
  }
  const all = [...bySku].map(([id, own]) => ({
    id,
    own,
    states: new Map<ReadyRow, [SaveState, RuleValues | undefined]>(),
  }));
  const edits = all.map(({ id, own, states }) => ({
    id,
    given: {},
    lines(before: RuleValues) {
      const lines = [...linesIn(before, name)];
      for (const row of own) {
        const at = lines.findIndex((line) => parts.same(line, row.values));
        const was = lines[at];
        if (was) lines[at] = { ...was, ...lineOf(parts, row.values) };
        else lines.push(lineOf(parts, row.values));
        states.set(row, [was ? "changed" : "added", was]);
      }
      return { [name]: lines };
    },
  }));
  for (const [i, { state }] of (await w.save.editMany(sku, edits)).entries())
    for (const [row, [did, was]] of all[i]?.states ?? []) {
      const moved = was && fields.some((f) => row.values[f] !== undefined && String(row.values[f]) !== String(was[f]));
      w.did(row, state === "same" || (was && !moved) ? "same" : did);
      if (was && moved) for (const f of fields) w.was(row, f, was[f]);
    }
}

const comboParts: SkuParts = {
  name: "combo",
  of: "comboId",
  fields: ["childSkuId", "qty"],
  same: (line, values) => line.childSkuId === values.childSkuId,
};

const NESTED = "组合不能包含自己或其他组合SKU";

/** SkuParts that are combinations themselves, in the file or in the database. */
async function nested(c: RuleContext, importId: string, rows: readonly ReadyRow[]): Promise<RowFault[]> {
  const codes = rows.map(({ cells }) => cells.childSkuId);
  const found = await c.sql.query<{ code: string }>(
    `select key as code from import_row where import_id = $1 and sheet = '10SKU' and key = any($2)
       and cells ->> 'skuType' in ('组合', 'combo')
     union select sku_code from sku where tenant_id = $3 and sku_code = any($2) and sku_type = 'combo' and del_flag = 0`,
    [importId, codes, c.tenantId],
  );
  const known = new Set(found.map((r) => r.code));
  return rows.flatMap(({ at, cells: { comboId, childSkuId = "" } }) =>
    childSkuId === comboId || known.has(childSkuId) ? [{ at, column: "childSkuId", msg: NESTED }] : [],
  );
}

const comboWork: SheetWork = {
  sheet: combos,
  permission: permissionOf(sku, "add"),
  tables: ["sku_combo_item"],
  checkAll: nested,
  existing: async () => new Map(),
  together: ({ values }) => String(values.comboId),
  judge: ({ qty }) => void judged(sku, "edit", { combo: [{ childSkuId: "1", qty }] }),
  many: true,
  write: (w, rows) => writeParts(w, comboParts, rows),
};

const listingParts: SkuParts = {
  name: "listings",
  of: "skuId",
  fields: ["storeId", "msku", "groupId", "fulfillmentChannel", "fnsku", "asin", "parentAsin"],
  same: (line, values) =>
    line.storeId === values.storeId && String(line.msku).toLowerCase() === String(values.msku).toLowerCase(),
};

const listingWork: SheetWork = {
  sheet: listings,
  tables: ["sku_listing"],
  permission: permissionOf(sku, "add"),
  existing: async () => new Map(),
  together: ({ values }) => String(values.skuId),
  judge: (values) => void judged(sku, "edit", { listings: [lineOf(listingParts, values)] }),
  many: true,
  write: (w, rows) => writeParts(w, listingParts, rows),
};

/** Sheets of what SKUs are made of and how platforms call them. */
export const partWorks: readonly SheetWork[] = [comboWork, listingWork];
