import type { WriteSheet } from "hucre/xlsx";
import { writeXlsx } from "hucre/xlsx";
import type { RuleContext } from "#backend/engine/documents";
import { letters } from "#backend/engine/imports/mapping";
import { dictItems } from "#backend/engine/imports/prepare";
import { CLEAR, workbookSheets } from "#documents/base/workbook/sheets";
import type { BookColumn, BookSheet } from "#documents/base/workbook/words";
import { examples } from "./examples";

const WORDS = "字典";
const EXPLAINED = "说明";
const CHARACTER = 2.2;
/** Rows that drop-downs reach. */
const MOST = 2000;

/** Lists of words that columns choose of, each once: one column of the sheet of words. */
async function wordLists(
  c: RuleContext,
  sheets: readonly BookSheet[],
): Promise<Map<string, { title: string; words: string[] }>> {
  const lists = new Map<string, { title: string; words: string[] }>();
  const names = async (text: string) =>
    (await c.sql.query<{ name: string }>(text, [c.tenantId])).map(({ name }) => name);
  for (const column of sheets.flatMap(({ columns }) => columns)) {
    const key = listOf(column);
    if (!key || lists.has(key)) continue;
    const { kind, dict = "", words = {}, to, label } = column;
    if (kind === "dict") {
      const items = await dictItems(c, dict);
      lists.set(key, { title: label, words: items.map((item) => item.label) });
    } else if (kind === "choice") lists.set(key, { title: label, words: Object.values(words) });
    else if (to === "role")
      lists.set(key, {
        title: "角色",
        words: await names("select role_name as name from sys_role where tenant_id = $1 and del_flag = 0 order by id"),
      });
    else if (to === "site")
      lists.set(key, {
        title: "站点",
        words: await names("select site_code as name from site where tenant_id = $1 and del_flag = 0 order by id"),
      });
    else lists.set(key, { title: "是否", words: ["是", "否"] });
  }
  return lists;
}

/** The list that a column chooses of; undefined: anything may be written. */
function listOf({ kind, dict, words, to, many }: BookColumn): string | undefined {
  if (kind === "bool") return "bool";
  if (kind === "dict") return `dict ${dict}`;
  if (kind === "choice") return `choice ${Object.keys(words ?? {}).join()}`;
  return (to === "role" || to === "site") && !many ? to : undefined;
}

const headingOf = ({ label, required }: BookColumn) => (required ? `${label}*` : label);

function tableOf(sheet: BookSheet, lists: readonly string[], counts: readonly number[], filled: boolean): WriteSheet {
  const { columns, name } = sheet;
  const rows = filled ? (examples[name] ?? []) : [];
  const cells = new Map(
    columns.map((column, i) => {
      const text = [column.required ? "必填" : "选填", column.hint].filter(Boolean).join("；");
      return [
        `0,${i}`,
        { value: headingOf(column), style: { font: { bold: true } }, comment: { text, author: "ERP" } },
      ] as const;
    }),
  );
  return {
    name,
    columns: columns.map((column) => ({ width: Math.max(12, headingOf(column).length * CHARACTER) })),
    rows: [columns.map(headingOf), ...rows.map((row) => [...row])],
    cells,
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap((column, i) => {
      const at = lists.indexOf(listOf(column) ?? "");
      if (at < 0) return [];
      return [
        {
          type: "list" as const,
          formula1: `'${WORDS}'!$${letters(at)}$2:$${letters(at)}$${(counts[at] ?? 0) + 1}`,
          allowBlank: true,
          range: `${letters(i)}2:${letters(i)}${MOST}`,
        },
      ];
    }),
  };
}

const RULES = [
  ["怎么填"],
  ["第一行是标题，带*的列必填；鼠标移到标题上有说明。列的顺序可以改，标题不能改。"],
  ["用到的工作表填写，其余的可以留空或删除；先填后填都可以，表与表之间用编码对应。"],
  ["再次导入时按编码更新：空白单元格不改，整列删除也不改；没有写的行不会被删除。"],
  [`要清空一个已有的值，填写${CLEAR}。`],
  ["编码请设为文本格式，前面的0才不会丢；不要合并单元格。"],
  ["日期写成2026-01-31；是否写成“是”或“否”；多个用顿号分开。"],
  ["上传后先检查，有错误时不会写入任何数据；错误文件里有问题的单元格是红色的。"],
];

/**
 * The workbook to fill in: a table for each sheet, what may stand in it, and lists to choose from.
 * @param filled with the company of the examples (company.md 11)
 */
export async function template(c: RuleContext, sheets: readonly BookSheet[], filled: boolean): Promise<Uint8Array> {
  const lists = await wordLists(c, sheets);
  const keys = [...lists.keys()];
  const all = [...lists.values()];
  const most = Math.max(0, ...all.map(({ words }) => words.length));
  const columns = sheets.flatMap(({ name, columns: own }) =>
    own.map((column) => [name, column.label, column.required ? "是" : "", column.hint ?? ""]),
  );
  return writeXlsx({
    sheets: [
      {
        name: EXPLAINED,
        columns: [{ width: 20 }, { width: 24 }, { width: 8 }, { width: 70 }],
        rows: [...RULES, [], ["工作表", "列", "必填", "说明"], ...columns],
      },
      ...sheets.map((sheet) =>
        tableOf(
          sheet,
          keys,
          all.map(({ words }) => words.length),
          filled,
        ),
      ),
      {
        name: WORDS,
        columns: all.map(() => ({ width: 18 })),
        rows: [
          all.map(({ title }) => title),
          ...Array.from({ length: most }, (_, i) => all.map(({ words }) => words[i] ?? null)),
        ],
        freezePane: { rows: 1 },
      },
    ],
  });
}

/** Sheets by their numbers, in the order of the template; all unless said. */
export const sheetsNumbered = (numbers: readonly string[]): readonly BookSheet[] => {
  const found = workbookSheets.filter(({ name }) => numbers.includes(name.slice(0, 2)));
  return found.length ? found : workbookSheets;
};
