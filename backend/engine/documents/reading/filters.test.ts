import { afterAll, beforeAll, expect, it } from "vitest";
import { documents } from "#documents";
import { type DocumentType, type Field, filtersOf } from "#documents/kit";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

/** What a person's link may hold: a value of the kind. */
function givenFor(field: Field): string {
  if (field.kind === "enum" || field.kind === "enums") return Object.keys(field.options)[0] ?? "";
  return { ref: "1,2", bool: "true" }[field.kind as string] ?? "1";
}

it("every list answers to each of its filters, and to nonsense in it", async () => {
  const headers = { authorization: `Bearer ${await login(backend.url, "admin")}` };
  const failed: string[] = [];
  const ask = async (document: DocumentType, query: string, most: number) => {
    const list = document.calls?.list ?? `${document.api}/page`;
    const answer = await fetch(`${backend.url}${list}?size=1&${query}`, { headers });
    if (answer.status > most) failed.push(`${document.name} ${query}: ${answer.status}`);
  };
  let asked = 0;
  for (const document of documents.filter((d) => d.screens.list && !d.of))
    for (const { name, field } of filtersOf(document).filter((f) => f.kind === "in")) {
      await ask(document, `${name}=${encodeURIComponent(givenFor(field))}`, 200);
      await ask(document, `${name}=nonsense`, 400);
      asked += 1;
    }
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(200);
});
