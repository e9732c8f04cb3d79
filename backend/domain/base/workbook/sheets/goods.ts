import { pick, type RuleContext, type RuleValues } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { invalidAt } from "#backend/platform/http";
import { workbookSheets } from "#documents/base/workbook/sheets";
import { permissionOf } from "#documents/kit";
import { barcodeProblem, checkDigit } from "#documents/product/barcode";
import { easySku } from "#documents/product/easy-sku";
import { product } from "#documents/product/product";
import { sku } from "#documents/product/sku";
import { spu } from "#documents/product/spu";
import { supplier } from "#documents/supplier/supplier";
import type { RowValues } from "../cells";
import type { RowFault } from "../faults";
import { judged } from "../save";
import { byCode, plainSheet, type ReadyRow, type SheetWork, type SheetWriting } from "../work";

const [, , , , , , , suppliers, spus, skus] = workbookSheets;

const isZero = (rate: unknown) => rate === undefined || rate === null || Number(rate) === 0;

const supplierWork = plainSheet({
  sheet: suppliers,
  document: supplier,
  existing: byCode("supplier", "code"),
  start: { status: "approved" },
  check({ code, taxType, taxRate, currency }, { at }) {
    if (taxType !== "none" || isZero(taxRate)) return [];
    const who = currency && currency !== "CNY" ? "外币供应商" : "供应商";
    return [{ at, column: "taxRate", msg: `${who} ${code} 开票类型为不开票，税率须为0` }];
  },
  lines: {
    name: "accounts",
    fields: { bankName: "bankName", accountName: "accountName", accountNo: "accountNo" },
    find: (accounts, { accountNo }) => accounts.find((a) => a.accountNo === accountNo) ?? accounts[0],
    fresh: ({ currency }) => ({ currency: currency ?? "CNY", isDefault: true }),
  },
});

/** The product of a style by its name; where there is none it is made, in force while the company is set up. */
async function productOf(w: Pick<SheetWriting, "c" | "save">, { values, id }: ReadyRow): Promise<RuleValues> {
  if (id) return {};
  const { c, save } = w;
  const known = await c.sql.one<{ id: string }>(
    `select id from product where tenant_id = $1 and name_cn = $2 and del_flag = 0
     order by status = 'approved' desc, id limit 1`,
    [c.tenantId, values.name],
  );
  if (known) return { productId: known.id };
  const { name, nameEn, categoryId } = values;
  const given = { nameCn: name, nameEn: nameEn ?? name, categoryId };
  // What only its own page asks for comes later.
  if (c.founding) return { productId: await save.add(product, given, { status: "approved" }, false) };
  throw invalidAt("name", `没有名称为“${name}”且已立项的产品，请先立项`);
}

const spuPlain = plainSheet({
  sheet: spus,
  document: spu,
  existing: byCode("spu", "spu_code"),
  start: { status: "enabled" },
  input: productOf,
});

const spuWork: SheetWork = {
  ...spuPlain,
  tables: ["spu", "product"],
  judge: (values, fresh) => spuPlain.judge?.(fresh ? { ...values, productId: "1" } : values, fresh),
};

const isEasy = (kind: unknown) => typeof kind === "string" && kind !== "normal" && kind !== "combo";

/** What simple SKUs are not asked. */
const NOT_EASY = ["hsCode", "declareNameEn", "declarePrice", "batchManaged", "shelfDays"] as const;

const specsOf = (text: unknown) =>
  typeof text === "string"
    ? text
        .split(/[;；\n]/)
        .map((t) => t.trim())
        .filter(Boolean)
    : text;

/** A row as a simple SKU, or as a SKU without its supplier. */
function inputOf({ skuType, attrList, defaultSupplierId, ...values }: RowValues, easy: boolean): RuleValues {
  if (easy) {
    const spec = attrList === undefined ? {} : { spec: attrList };
    return { ...values, ...spec, easyType: skuType, defaultSupplierId };
  }
  return { ...values, skuType, attrList: specsOf(attrList) };
}

/** The tax rate of a supplier, for its price. */
async function taxOf({ sql }: RuleContext, id: unknown): Promise<string> {
  const row = await pick({ sql }, supplier, String(id), ["taxRate"]);
  return row?.taxRate ?? "0";
}

/** Prices with the one of the default supplier, which is preferred: the reference price, in CNY. */
async function pricesOf({ c }: SheetWriting, values: RowValues, before?: RuleValues): Promise<RuleValues> {
  const supplierId = values.defaultSupplierId;
  if (supplierId === undefined || supplierId === null) return {};
  const price = values.purchasePrice ?? before?.purchasePrice;
  const there: RuleValues[] = Array.isArray(before?.prices) ? before.prices : [];
  const own = there.find((p) => p.supplierId === supplierId && p.currency === "CNY" && p.isDefault);
  if (own && (values.purchasePrice === undefined || Number(own.price) === Number(price))) return {};
  if (price === undefined || price === null)
    throw invalidAt("defaultSupplierId", "填写默认供应商时请一并填写参考采购价(不含税)");
  if (own) return { prices: there.map((p) => (p === own ? { ...p, price } : p)) };
  const line = { supplierId, currency: "CNY", taxRate: await taxOf(c, supplierId), price, isDefault: true };
  return { prices: [...there.map((p) => ({ ...p, isDefault: false })), line] };
}

/** Kinds of SKUs that are there: what a row with no kind is about. */
async function kindOf({ sql }: RuleContext, { id, values }: ReadyRow): Promise<boolean> {
  if (values.skuType !== undefined || !id) return isEasy(values.skuType);
  const row = await pick({ sql }, sku, id, ["skuType"]);
  return row?.skuType === "easy";
}

function checkSku({ barcode, skuType, ...values }: RowValues, at: number): RowFault[] {
  const faults: RowFault[] = [];
  if (typeof barcode === "string" && barcodeProblem(barcode)) {
    const body = barcode.slice(0, -1);
    faults.push({ at, column: "barcode", msg: `条码校验位错误，应为 ${body}${checkDigit(body)}` });
  }
  if (skuType === "normal" && values.spuId === null) faults.push({ at, column: "spuId", msg: "普通SKU请填写SPU编码" });
  for (const name of isEasy(skuType) ? NOT_EASY : [])
    if (values[name] !== undefined) {
      const label = skus.columns.find(({ key }) => key === name)?.label;
      faults.push({ at, column: name, msg: `简易SKU没有${label}` });
    }
  return faults;
}

const skuWork: SheetWork = {
  sheet: skus,
  tables: ["sku", "sku_supplier_price"],
  permission: permissionOf(sku, "add"),
  existing: byCode("sku", "sku_code"),
  check: (values, { at }) => checkSku(values, at),
  columnOf(path) {
    if (path.startsWith("prices")) return path.endsWith("price") ? "purchasePrice" : "defaultSupplierId";
    return { attrs: "attrList", spec: "attrList", easyType: "skuType" }[path];
  },
  judge(values, fresh) {
    const easy = isEasy(values.skuType);
    judged(easy ? easySku : sku, fresh ? "add" : "edit", inputOf(values, easy));
  },
  async write(w, [row]) {
    if (!row) return;
    const { values, id } = row;
    const easy = await kindOf(w.c, row);
    const document = easy ? easySku : sku;
    const given = inputOf(values, easy);
    const start = w.c.founding && { status: "approved" };
    if (!id) {
      const prices = easy ? {} : await pricesOf(w, values);
      await w.save.add(document, { ...given, ...prices }, start || {});
      return w.did(row, "added");
    }
    const prices = easy ? {} : await pricesOf(w, values, await skuBefore(w.c, id));
    const { state, before } = await w.save.edit(document, id, given, () => prices);
    w.did(row, state);
    if (state !== "changed") return;
    for (const name of Object.keys(given)) w.was(row, name, before[name]);
  },
};

/** Prices of a SKU and what it costs for reference. */
async function skuBefore(c: RuleContext, id: string): Promise<RuleValues> {
  const { prices } = await readLines(c, sku, id);
  const row = await pick(c, sku, id, ["purchasePrice"]);
  return { prices, purchasePrice: row?.purchasePrice };
}

/** Sheets of who is bought from and of what, in the order in which they are written. */
export const supplierWorks: readonly SheetWork[] = [supplierWork];
export const goodsWorks: readonly SheetWork[] = [spuWork, skuWork];
