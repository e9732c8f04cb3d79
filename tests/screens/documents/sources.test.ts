import { beforeAll, describe } from "vitest";
import { documentNamed, documents } from "#documents";
import { type DocumentType, permissionOf } from "#documents/kit";
import { login } from "../../harness-login";
import { api, makeRole, makeUser } from "../../product/api";
import { BrowserContext } from "../browser";
import { expect, origin, type Page, startSession, testAs } from "../support";

/*
 * Whoever makes a document from another one must be able to read that other one, whatever the two are:
 * every address `create?xId=` of every declaration, on its page and on the API.
 */

const test = testAs(null);

interface Person {
  codes: ReadonlySet<string>;
  token: string;
  page: Page;
}

/** Somebody new who may add and view every document, but for these codes. */
async function hire(dsType: "0" | "4", without: readonly (string | undefined)[]): Promise<Person> {
  const codes = documents
    .flatMap((d) => [permissionOf(d, "add"), permissionOf(d, "view")])
    .filter((code) => !without.includes(code));
  const { roleCode } = await makeRole(codes, dsType);
  const { username, password } = await makeUser(roleCode);
  const context = new BrowserContext(origin, await startSession(username, password));
  const token = await login(`${origin}/api`, username, password);
  return { codes: new Set(codes), token, page: await context.newPage() };
}

/** Every way to start a document from another one, with rows that it may start from. */
const ways = documents.flatMap((document) =>
  Object.entries(document.start?.prefill ?? {}).map(([param, target]) => ({ document, param, target })),
);

/** Ids of what a way starts from; of lines those of the first rows. */
async function sourcesOf(target: string): Promise<string[]> {
  const [name = "", list] = target.split(".");
  const source = documentNamed(name);
  const admin = await api();
  const { records } = await admin.get<{ records: { id: string }[] }>(`${source.api}/page?size=3`);
  if (!list) return records.map((r) => r.id);
  const rows = records.map((r) => admin.get<Record<string, { id: string }[]>>(`${source.api}/${r.id}`));
  return (await Promise.all(rows)).flatMap((row) => row[list]?.map((l) => l.id) ?? []);
}

/** Lists that show rows of this one. */
const listsOf = (source: DocumentType) => documents.filter((d) => d.table === source.table || d.rowsOf === source.name);

const blind = new Map<string, Promise<Person>>();
/** Somebody who sees everything but this. */
function blindTo(source: DocumentType): Promise<Person> {
  const codes = listsOf(source).map((d) => permissionOf(d, "view"));
  const known = blind.get(source.name) ?? hire("0", codes);
  blind.set(source.name, known);
  return known;
}

let stranger: Person;
beforeAll(async () => {
  // Whoever works on everybody's rows is no stranger to them.
  stranger = await hire(
    "4",
    documents.map((d) => d.scopeBy?.all),
  );
});

/** The form of a new document that starts from a row. */
function formOf({ screens }: DocumentType, param: string, id: string): string {
  // A document without a page of its own is typed in a dialog over its list.
  const form = screens.create ?? screens.edit ?? `${screens.list}?add=1`;
  const path = form.replace(`{${param}}`, id).replace(/\{\w+\}/g, "0");
  return form.includes(`{${param}}`) ? path : `${path}${path.includes("?") ? "&" : "?"}${param}=${id}`;
}

describe.each(ways.map((way) => [`${way.document.name}?${way.param}=`, way] as const))(
  "%s",
  (_, { document, param, target }) => {
    const [name = ""] = target.split(".");

    test("is not there for who may not view the source, nor for who may not see it", async () => {
      const ids = await sourcesOf(target);
      expect(ids.length, `the demonstration has ${target}`).toBeGreaterThan(0);
      const source = documentNamed(name);
      // A list of the same rows may show all of them to whoever may see it.
      const scoped = listsOf(source).every((d) => d.scopeBy);
      const strange = scoped && stranger.codes.has(permissionOf(document, "add"));
      const people = [await blindTo(source), ...(strange ? [stranger] : [])];
      for (const person of people)
        for (const id of [ids[0] ?? "", "999999999"]) {
          const url = `${origin}/api${document.api}/prefill?${param}=${id}`;
          const answer = await fetch(url, { headers: { authorization: `Bearer ${person.token}` } });
          expect([answer.status, (await answer.json()).msg], url).toEqual([404, "单据不存在"]);
          const form = formOf(document, param, id);
          const status = person.codes.has(permissionOf(document, "view")) ? 404 : 403;
          expect((await person.page.goto(form)).status(), form).toBe(status);
        }
    });
  },
);
