import { writeXlsx } from "hucre/xlsx";
import { expect } from "vitest";
import { type Engine, openEngine } from "../documents/engine.testing";

export type Cells = (string | number | boolean | Date | null)[][];

/** What a step of an import answers. */
export interface State {
  id: string;
  status: string;
  errors: { row: number; letter: string | null; msg: string }[];
  errorCount: number;
  made: { id: string; no: string }[];
}

export const book = (rows: Cells) => writeXlsx({ sheets: [{ name: "a", rows }] });

let counter = 0;
/** A name that no other test uses. */
export const unique = (text: string) => `${text}${++counter}`;

/** The engine with its test document, and the steps of an import as one of the seeded accounts. */
export async function openImports() {
  const engine: Engine = await openEngine();
  const upload = (content: Uint8Array | string, fileName = "部件.xlsx", who = "admin") => {
    const form = new FormData();
    form.append("file", new Blob([content as BlobPart]), fileName);
    return engine.form(who, "import", form);
  };
  const step = (id: string, name: string, body: object = {}) =>
    engine.send("admin", "POST", `import/${id}/${name}`, body);
  const state = async (answer: ReturnType<typeof step>): Promise<State> => {
    const { body } = await answer;
    expect(body.msg).toBeNull();
    return body.data;
  };
  const uploaded = async (content: Uint8Array | string, fileName?: string) => {
    const answer = await upload(content, fileName);
    expect(answer.body.msg).toBeNull();
    return String(answer.body.data.id);
  };
  return {
    engine,
    upload,
    uploaded,
    step,
    state,
    checked: async (rows: Cells, body: object = {}) => state(step(await uploaded(await book(rows)), "check", body)),
    count: async () => Number((await engine.db.one<{ n: string }>("select count(*) n from test_widget"))?.n),
    log: (id: string) =>
      engine.db.query("select action from sys_oper_log where biz_type = 'widget' and biz_id = $1 order by id", [id]),
  };
}
