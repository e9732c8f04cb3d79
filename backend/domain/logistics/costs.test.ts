import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { documents } from "#documents";
import { allFields, type DocumentType, type Field } from "#documents/kit";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

/* What stock cost stays hidden from those who move it, in every reading of every document about it. */

let backend: TestBackend;
const tokens: Record<string, string> = {};
const PEOPLE = ["warehouse", "logistics", "ops"];
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
  for (const who of [...PEOPLE, "finance"]) tokens[who] = await login(backend.url, who);
});
afterAll(() => backend?.close());

const COST = "stock_cost_view";
const secretsOf = (fields: Record<string, Field>) => Object.entries(fields).filter(([, f]) => f.mask === COST);
const secretOf = (d: DocumentType) =>
  [allFields(d), ...Object.values(d.lines ?? {}).map((l) => l.fields)].flatMap(secretsOf);
const costly = documents.filter((d) => !d.calls?.handwritten && secretOf(d).length > 0);

test("the documents with costs are known, and finance reads them", async () => {
  expect(costly.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["transfer", "stock", "stock_warehouse", "fba_return", "fba_disposal"]),
  );
  for (const api of ["/logistics/transfer", "/wms/stock"]) {
    const { body } = await call(backend, "GET", `${api}/page`, { token: tokens.finance });
    expect(JSON.stringify(body)).toMatch(/"(outAmount|stockValue)":"/);
  }
});

test.each(costly.map((d) => [d.name, d] as const))("%s hides its costs", async (_name, d) => {
  const key = new RegExp(
    `"(${secretOf(d)
      .map(([name]) => name)
      .join("|")})":(?!null)`,
  );
  const labels = secretsOf(allFields(d)).map(([, f]) => f.label);
  for (const who of PEOPLE) {
    const get = (path: string) => call(backend, "GET", d.api + path, { token: tokens[who] });
    const page = await get("/page?size=5");
    if (page.status === 403) continue;
    expect(page.status, who).toBe(200);
    const id = page.body.data.records[0]?.id;
    const read = [page, await get("/options")];
    if (id) read.push(await get(`/${id}`));
    for (const { body } of read) expect(JSON.stringify(body), who).not.toMatch(key);
    if (d.can?.export === false) continue;
    const file = await fetch(`${backend.url}${d.api}/export?ids=${id ?? 0}&size=5`, {
      headers: { authorization: `Bearer ${tokens[who]}` },
    });
    if (file.status === 403) continue;
    expect(file.status, who).toBe(200);
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
    const head = sheets.flatMap(({ rows }) => rows.slice(0, 3).flat());
    for (const label of labels) expect(head, who).not.toContain(label);
  }
});
