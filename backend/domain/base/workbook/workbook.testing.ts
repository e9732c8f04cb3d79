import { writeXlsx } from "hucre/xlsx";
import { expect } from "vitest";
import { engine } from "#backend/domain";
import { workbookSheets } from "#documents/base/workbook/sheets";
import type { WorkbookState } from "#documents/base/workbook/words";
import { login, testBackend } from "../../../../tests/harness";
import { examples } from "./examples";
import { runWorkbooks } from "./steps";

export type Cell = string | number | boolean | Date | null;
/** Tables of a workbook: rows below the headings, by the sheet. */
export type Tables = Record<string, Cell[][]>;

/** The company of the examples with what it brings along; a copy of its own. */
export const wholeYuanfan = (): Tables =>
  Object.fromEntries(Object.entries(examples).map(([name, rows]) => [name, rows.map((row) => [...row])]));

/** Its masters alone. */
export const yuanfan = (): Tables => Object.fromEntries(Object.entries(wholeYuanfan()).filter(([name]) => name < "14"));

/** Types a value into a cell; the first row of data is 0. */
export function put(tables: Tables, sheet: string, row: number, column: number, value: Cell): void {
  const cells = tables[sheet]?.[row];
  if (!cells) throw new Error(`${sheet} has no row ${row}`);
  cells[column] = value;
}

/** A workbook with these tables under the headings of the template. */
export const bookOf = (tables: Tables, more: { merges?: Record<string, [number, number, number, number]> } = {}) =>
  writeXlsx({
    sheets: Object.entries(tables).map(([name, rows]) => {
      const heads = workbookSheets.find((sheet) => sheet.name === name)?.columns.map(({ label }) => label) ?? [];
      const [startRow, startCol, endRow, endCol] = more.merges?.[name] ?? [];
      const merged = startRow !== undefined && startCol !== undefined && endRow !== undefined && endCol !== undefined;
      return { name, rows: [heads, ...rows], ...(merged && { merges: [{ startRow, startCol, endRow, endCol }] }) };
    }),
  });

/** A company's first day, and the steps of a workbook as somebody. */
export async function openWorkbooks() {
  const backend = await testBackend({}, {}, "firstday");
  const { db, url, config } = backend;
  const tokens = new Map<string, string>();
  async function send(method: string, way: string, body?: FormData | object, who = "admin") {
    const token = tokens.get(who) ?? (await login(url, who));
    tokens.set(who, token);
    const form = body instanceof FormData;
    const answer = await fetch(`${url}/setup/workbook${way}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !form && { "content-type": "application/json" }) },
      body: form ? body : body && JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }
  /** A call of the product as somebody: "ok", or the sentence of its refusal. */
  const call = async (method: string, way: string, body: object = {}, who = "admin"): Promise<string> => {
    const token = tokens.get(who) ?? (await login(url, who));
    tokens.set(who, token);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${url}${way}`, { method, headers, body: JSON.stringify(body) });
    return answer.ok ? "ok" : (await answer.json()).msg;
  };
  const bytes = async (way: string): Promise<Uint8Array> => {
    const headers = { authorization: `Bearer ${tokens.get("admin") ?? ""}` };
    return new Uint8Array(await (await fetch(`${url}/setup/workbook${way}`, { headers })).arrayBuffer());
  };
  const run = () => runWorkbooks(db, engine, config);
  const state = async (id: string): Promise<WorkbookState> => (await send("GET", `/${id}`)).body.data;
  const upload = async (content: Uint8Array, name = "远帆.xlsx", who?: string) => {
    const form = new FormData();
    form.append("file", new Blob([content as BlobPart]), name);
    return send("POST", "/import", form, who);
  };
  const checked = async (content: Uint8Array, name?: string) => {
    const { body } = await upload(content, name);
    expect(body.msg).toBeNull();
    await run();
    return state(body.data.id);
  };
  const step = async (id: string, name: string) => {
    const answer = await send("POST", `/${id}/${name}`, {});
    await run();
    return answer;
  };
  return {
    backend,
    db,
    send,
    call,
    run,
    state,
    upload,
    checked,
    step,
    bytes,
    /** Checks and imports tables. */
    async imported(tables: Tables): Promise<WorkbookState> {
      const { id, status, errors } = await checked(await bookOf(tables));
      expect({ status, errors: errors.filter(({ asks }) => !asks) }).toEqual({ status: "checked", errors: [] });
      await step(id, "commit");
      const done = await state(id);
      expect(done.message).toBeNull();
      expect(done.status).toBe("done");
      return done;
    },
    count: async (table: string) =>
      Number((await db.one<{ n: string }>(`select count(*) as n from ${table} where del_flag = 0`))?.n),
  };
}
