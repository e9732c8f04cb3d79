import { beforeAll, describe } from "vitest";
import { documents } from "#documents";
import { can, type DocumentType, permissionOf } from "#documents/kit";
import { login } from "../../harness-login";
import { makeRole, makeUser } from "../../product/api";
import { expect, origin, PASSWORD, testAs } from "../support";

/*
 * What a refusal is called, for every declaration, on the API and on pages: 403 for a missing right
 * alone, 404 for what is not there or not in the caller's scope, 409 for a state, 400 for bad input.
 */

const test = testAs("admin");

type Row = Record<string, unknown> & { id: string; version: number };
interface Refused {
  status: number;
  msg: string;
  fields?: object;
}

const NONE = "999999999";
const engine = documents.filter((d) => !d.calls?.handwritten);

let admin: string;
/** Holds no permission, and one who holds all of them and sees only what is his own. */
let nobody: string;
let loner: string;

async function hire(codes: string[]): Promise<string> {
  const { roleCode } = await makeRole(codes, "4");
  const { username, password } = await makeUser(roleCode);
  return login(`${origin}/api`, username, password);
}

const operations = (d: DocumentType) => ["view", "add", "edit", "del", "export", ...Object.keys(d.actions ?? {})];

beforeAll(async () => {
  const everywhere = documents.map((d) => d.scopeBy?.all);
  const codes = documents.flatMap((d) => operations(d).map((o) => permissionOf(d, o)));
  admin = await login(`${origin}/api`, "admin", PASSWORD);
  nobody = await hire(["message_center"]);
  loner = await hire(codes.filter((code) => !everywhere.includes(code)));
});

async function call(token: string, method: string, path: string, body?: object): Promise<Refused> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${origin}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const { msg, fields } = text.startsWith("{") ? JSON.parse(text) : { msg: text };
  return { status: answer.status, msg, fields };
}

const rowsOf = async (document: DocumentType, query: string, token = admin): Promise<Row[]> => {
  const answer = await fetch(`${origin}/api${document.api}/page?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).data.records;
};

/** Actions that have a call of their own. */
const called = ({ actions = {} }: DocumentType) => Object.entries(actions).filter(([, a]) => !a.opens && !a.path);

/** Every writing call about one row: its name and what it is asked with. */
const writes = (d: DocumentType, id: string, version = 0) => [
  ...(d.can?.edit === false ? [] : [["edit", "PUT", d.api, { id, version }] as const]),
  ...(d.can?.del === false ? [] : [["del", "DELETE", `${d.api}/${id}?version=${version}`] as const]),
  ...called(d).map(([name]) => [name, "POST", `${d.api}/${id}/${name}`, { version }] as const),
];

/** Addresses at which an action's dialog would stand open: on the list, on the document. */
const dialogsOf = ({ screens: { list, detail } }: DocumentType, row: Row, name: string) => [
  `${list}?do=${name}&on=${row.id}`,
  ...(detail?.includes("{id}") ? [`${detail.replace(/\{(\w+)\}/g, (_, of) => String(row[of]))}?do=${name}`] : []),
];

/** Who came first is named. */
const TAKEN = /^已被.+领取$/;

describe.each(engine.map((document) => [document.name, document] as const))("%s", (_, document) => {
  const { api } = document;

  test("a missing right is 403", async () => {
    for (const [name, method, path, body] of writes(document, NONE))
      expect(await call(nobody, method, path, body), name).toMatchObject({ status: 403 });
    const reads = ["page", NONE, ...(document.can?.export === false ? [] : ["export"])];
    for (const path of reads) expect(await call(nobody, "GET", `${api}/${path}`), path).toMatchObject({ status: 403 });
    if (document.import) expect((await call(nobody, "GET", `${api}/import/${NONE}`)).status).toBe(403);
  });

  test("a row that is not there is 404, one of several is said beside it", async () => {
    expect((await call(admin, "GET", `${api}/${NONE}`)).status).toBe(404);
    for (const [name, method, path, body] of writes(document, NONE)) {
      const said = await call(admin, method, path, body);
      // What an action asks for is looked at before its row.
      if (said.status === 400) expect(said.fields, name).toBeDefined();
      else expect(said, name).toMatchObject({ status: 404 });
    }
    for (const [name, { batch, input }] of called(document)) {
      if (!batch || Object.values(input ?? {}).some((f) => f.required)) continue;
      expect((await call(admin, "POST", `${api}/batch/${name}`, { ids: [] })).status).toBe(400);
      const none = await call(admin, "POST", `${api}/batch/${name}`, { ids: [NONE] });
      expect(none.status, name).toBe(200);
    }
    if (document.import) expect((await call(admin, "GET", `${api}/import/${NONE}`)).status).toBe(404);
  });

  test("a row outside of the caller's scope is 404", async () => {
    const own = await rowsOf(document, "size=100", loner);
    const row = (await rowsOf(document, "size=10")).find((r) => own.every(({ id }) => id !== r.id));
    if (!document.scopeBy || !row) return;
    expect((await call(loner, "GET", `${api}/${row.id}`)).status).toBe(404);
    for (const [name, method, path, body] of writes(document, row.id)) {
      const said = await call(loner, method, path, body);
      if (said.status === 400) expect(said.fields, name).toBeDefined();
      else expect(said, name).toMatchObject({ status: 404 });
    }
  });

  const { status } = document;
  if (status)
    test("a state is 409 with its sentence; the page of its form is read then", async ({ page }) => {
      const all = new Set(engine.flatMap((d) => operations(d).map((o) => permissionOf(d, o))));
      for (const state of Object.keys(status.values)) {
        const [row] = await rowsOf(document, `size=1&${status.field}=${state}`);
        if (row?.[status.field] !== state) continue;
        // What the backend works on by itself may go on between two looks: another state was refused then.
        const moved = async () =>
          !(await rowsOf(document, `size=100&${status.field}=${state}`)).some(({ id }) => id === row.id);
        let shown = false;
        for (const [name, method, path, body] of writes(document, row.id, row.version)) {
          // Who may decide is asked first.
          if (document.actions?.[name]?.who) continue;
          const may = can(all, document, name, row);
          if (may.ok) continue;
          const said = await call(admin, method, path, body);
          if (said.status === 400) expect(said.fields, `${state} ${name}`).toBeDefined();
          else {
            const wanted = { status: 409, msg: TAKEN.test(said.msg) ? said.msg : may.reason };
            if (said.msg !== wanted.msg && (await moved())) break;
            expect(said, `${state} ${name}`).toMatchObject(wanted);
          }
          // Pages refuse all of them in one place: one action of each state stands for the others.
          if (shown || name === "edit" || document.actions?.[name]?.opens) continue;
          shown = true;
          for (const dialog of dialogsOf(document, row, name)) {
            expect((await page.goto(dialog)).status(), dialog).toBe(200);
            await expect(page.getByRole("dialog")).toHaveCount(0);
            const alert = page.getByRole("main").getByRole("alert");
            if ((await alert.textContent()) !== may.reason && (await moved())) break;
            await expect(alert).toHaveText(may.reason);
          }
        }
        const { edit, detail } = document.screens;
        if (!edit || edit === detail || document.can?.edit === false) continue;
        const closed = !can(all, document, "edit", row).ok;
        const form = edit.includes("{id}")
          ? edit.replace("{id}", row.id).replace(/\{\w+\}/g, "0")
          : `${edit}?id=${row.id}`;
        expect((await page.goto(form)).status(), form).toBe(200);
        const fields = page.locator("main form [name=_version]");
        await expect(fields, form).toHaveCount(closed ? 0 : 1);
      }
    });

  const required = Object.values(document.fields).some((f) => f.required && !f.computed && !f.hiddenIn);
  if (document.can?.add !== false && required)
    test("bad input is 400 and names its field", async () => {
      const said = await call(admin, "POST", document.calls?.save ?? api, {});
      expect(said).toMatchObject({ status: 400, fields: expect.any(Object) });
      if (document.can?.edit === false) return;
      const unversioned = await call(admin, "PUT", api, { id: NONE });
      // Clients of the pig lineage know no versions.
      expect(unversioned).toMatchObject(
        document.calls?.lineage ? { status: 404 } : { status: 400, fields: { version: expect.any(String) } },
      );
    });
});

test("a form, an action and an import that one has no right to are pages of 403", async ({ browserOf }) => {
  const page = await browserOf("ops");
  const order = "/purchaseOrder/index";
  for (const url of [`${order}?add=1`, `${order}?do=close&on=1`, "/admin/user/index?import=new"])
    expect((await page.goto(url)).status(), url).toBe(403);
});
