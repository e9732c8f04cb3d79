// company.md 11.1 and 11.3: the workbook of 远帆 as the template brings it, on the days of this run, and its ten errors.
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { day } from "./fixtures.mjs";

/** The first day of work: that of this month, which never lies more than 31 days back. 2026-01-01 in the document. */
export const D = `${day().slice(0, 7)}-01`;
const SHIFT = Math.round((Date.parse(D) - Date.parse("2026-01-01")) / 86_400_000);

/** A day of the document as it is now. */
export const shifted = (text) =>
  new Date(Date.parse(`${text}T00:00:00Z`) + SHIFT * 86_400_000).toISOString().slice(0, 10);

const DAY = /^(20\d\d-\d\d-\d\d)( \d\d:\d\d)?$/;
const moved = (cell) => {
  const [, date, clock = ""] = DAY.exec(String(cell ?? "")) ?? [];
  // Days that goods end on stay as they are.
  return date && date < "2026-06-01" ? shifted(date) + clock : cell;
};

/** Tables of the template with the examples, on the days of this run; suppliers have accounts. */
export async function tablesOf(bytes) {
  const book = await readXlsx(bytes);
  const sheets = book.sheets.filter(({ name }) => /^\d\d/.test(name));
  const tables = Object.fromEntries(sheets.map(({ name, rows }) => [name, rows.map((row) => row.map(moved))]));
  const [heads, ...rows] = tables["08供应商"];
  const [bank, owner, number] = ["开户行", "户名", "账号"].map((label) => heads.indexOf(label));
  for (const [i, row] of rows.entries()) {
    row[bank] = "示例银行深圳分行";
    row[owner] = row[1];
    row[number] = `62220000110${10 + i}`;
  }
  return tables;
}

export const bookOf = (tables) => writeXlsx({ sheets: Object.entries(tables).map(([name, rows]) => ({ name, rows })) });

/** Ten errors in a copy: where they are typed, and what is said of each (11.3). */
export const PLANTED = [
  ["02币种汇率", "C3", -0.915, "官方汇率必须大于0"],
  ["04人员", "E5", "采购员工", "找不到角色“采购员工”，是否为“采购员”？"],
  ["05仓库", "F3", "AMZ-US-B", "找不到店铺“AMZ-US-B”，“06店铺”和系统中都没有"],
  ["08供应商", "F5", 13, "外币供应商 S04 开票类型为不开票，税率须为0"],
  ["10SKU", "G7", "2000000000061", "条码校验位错误，应为 2000000000060"],
  ["11组合", "B3", "SET0001-A", "组合不能包含自己或其他组合SKU"],
  ["12平台映射", "B6", "HKC-BK-US", "店铺和MSKU与第2行重复"],
  ["14期初库存", "D9", null, "SKU PTF0001-WH 按有效期管理，请填写有效期"],
  ["16期初采购单", "J5", 2001, "已收数量2001超过订购数量2000"],
  ["17期初应付预付", "I9", "OLD-PO-2512-004", "找不到采购单旧单号“OLD-PO-2512-004”，“16期初采购单”中没有"],
];

export function planted(tables) {
  const copy = structuredClone(tables);
  for (const [sheet, cell, value] of PLANTED) copy[sheet][Number(cell.slice(1)) - 1][cell.charCodeAt(0) - 65] = value;
  return copy;
}

/** Calls of 建账导入 as somebody with a token. */
export function importer(base, token) {
  const headers = { authorization: `Bearer ${token}` };
  const call = async (way, init = {}) => {
    const answer = await fetch(`${base}/setup/workbook${way}`, { headers, ...init });
    const { code, msg, data } = await answer.json();
    if (code !== 0) throw new Error(msg);
    return data;
  };
  const ended = async (id) => {
    for (;;) {
      const state = await call(`/${id}`);
      if (!["checking", "committing", "undoing"].includes(state.status)) return state;
      await new Promise((done) => setTimeout(done, 300));
    }
  };
  return {
    template: async () =>
      new Uint8Array(await (await fetch(`${base}/setup/workbook/template?examples=1`, { headers })).arrayBuffer()),
    async check(tables) {
      const body = new FormData();
      body.append("file", new Blob([await bookOf(tables)]), "远帆.xlsx");
      const { id } = await call("/import", { method: "POST", body });
      return ended(id);
    },
    async press(id, step) {
      await call(`/${id}/${step}`, { method: "POST" });
      return ended(id);
    },
    /** One-time passwords of who was made, by user name. */
    async passwords(id) {
      const { text } = await call(`/${id}/passwords`, { method: "POST" });
      const lines = text.split("\r\n").slice(1);
      return new Map(lines.map((line) => [line.split(",")[0], line.split(",")[2]]));
    },
  };
}
