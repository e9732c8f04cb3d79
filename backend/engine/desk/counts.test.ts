import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { documentNamed, documents } from "#documents";
import { MOST_COUNTED, permissionOf, tabsOf, type WorkQueue } from "#documents/kit";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

/* Whatever number the console shows of rows is that of the list it leads to, for everybody. */

const PEOPLE = ["admin", "exec", "buyer", "warehouse", "finance", "kol", "ads"];

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
});
afterAll(() => backend.close());

const office = async (who: string) => {
  const token = await login(backend.url, who);
  return async (path: string, params: Record<string, string> = {}) => {
    const { status, body } = await call(backend, "GET", path, { token, params });
    if (status !== 200) throw new Error(`${who} ${path}: ${status} ${body?.msg}`);
    return body.data;
  };
};
const one = { size: "1" };

test.each(PEOPLE)("%s: every queue is as long as its list", async (who) => {
  const ask = await office(who);
  const queues: WorkQueue[] = await ask("/admin/desk/queues");
  expect(queues.length).toBeGreaterThan(0);
  const apart: string[] = [];
  for (const { document, label, query, count } of queues) {
    const list = document ? `${documentNamed(document).api}/page` : "/act/task/todo";
    const { total } = await ask(list, { ...query, ...one });
    const shown = await ask(list, { ...query, ...(document && { totals: "rough" }), ...one });
    if (count !== Math.min(total, MOST_COUNTED) || shown.total !== total)
      apart.push(`${label} (${document}): ${count}, its list ${total}, shown ${shown.total}`);
  }
  expect(apart).toEqual([]);
});

test.each(PEOPLE)("%s: a queue says the amounts of its documents as they say them, withheld ones not", async (who) => {
  const ask = await office(who);
  const queues: WorkQueue[] = await ask("/admin/desk/queues");
  const apart: string[] = [];
  for (const { document: name, rows } of queues) {
    const document = name ? documentNamed(name) : undefined;
    const field = document?.glance?.brief?.amount ?? "";
    for (const { id, title, amount } of document && !document.fields[field]?.virtual ? rows.slice(0, 2) : []) {
      const said = (await ask(`${document?.api}/${id}`))[field] ?? null;
      if (amount !== null ? Number(amount) !== Number(said) : Number(said))
        apart.push(`${name} ${title}: ${amount}, ${said}`);
    }
  }
  expect(apart).toEqual([]);
  expect(queues.some(({ rows }) => rows.some(({ amount }) => amount))).toBe(true);
});

test.each(PEOPLE)("%s: every tab is as long as its list, and all of them are all rows", async (who) => {
  const ask = await office(who);
  const { permissions }: { permissions: string[] } = await ask("/admin/user/info");
  const seen = documents.filter(
    (d) => d.list?.tabs && !d.calls?.handwritten && permissions.includes(permissionOf(d, "view")),
  );
  const apart: string[] = [];
  for (const document of seen) {
    const path = `${document.api}/page`;
    const { field, values } = tabsOf(document) ?? { field: "", values: {} };
    const { total, states } = await ask(path, { ...one, states: "true", totals: "rough" });
    const told: Record<string, number> = await ask(`${document.api}/states`, { totals: "rough" });
    if (JSON.stringify(Object.entries(states ?? {}).sort()) !== JSON.stringify(Object.entries(told).sort()))
      apart.push(`${document.name}: ${JSON.stringify(states)} with rows, ${JSON.stringify(told)} alone`);
    const sum = Object.values(told).reduce((n, of) => n + of, 0);
    if (sum !== total) apart.push(`${document.name}: tabs ${sum}, list ${total}`);
    for (const state of Object.keys(values)) {
      const found = await ask(path, { ...one, [field]: state });
      if (found.total !== (told[state] ?? 0))
        apart.push(`${document.name} ${state}: tab ${told[state]}, list ${found.total}`);
    }
  }
  expect(apart).toEqual([]);
});

test.each(PEOPLE)("%s: the bell, the tabs of the message centre and what waits count their lists", async (who) => {
  const ask = await office(who);
  const centre = "/admin/sysnotification/notificationCenterPage";
  const filters: Record<string, string>[] = [{}, { isRead: "0" }, { isRead: "0", bell: "1", pushType: "1,2,3" }];
  for (const filter of filters) {
    const { total, records } = await ask(centre, { ...filter, size: "100" });
    expect(records, JSON.stringify(filter)).toHaveLength(Math.min(total, 100));
  }
  const { todo } = await ask("/act/task/count");
  expect((await ask("/act/task/todo", one)).total).toBe(todo);
});

test.each(PEOPLE)("%s: a search by number finds what the list of the kind finds by it", async (who) => {
  const ask = await office(who);
  const { permissions }: { permissions: string[] } = await ask("/admin/user/info");
  const apart: string[] = [];
  let compared = 0;
  for (const document of documents) {
    if (!document.number || document.calls?.handwritten) continue;
    if (!permissions.includes(permissionOf(document, "view"))) continue;
    const [row] = (await ask(`${document.api}/page`, one)).records;
    if (!row?.no) continue;
    const [group] = (await ask("/search", { keyword: row.no })).filter(
      (g: { type: string }) => documentNamed(g.type).table === document.table,
    );
    if (!group) continue;
    compared += 1;
    const { total } = await ask(`${document.api}/page`, { keyword: row.no, ...one });
    const hits = group.rows.length;
    if (group.more ? total <= hits : total !== hits)
      apart.push(`${document.name} ${row.no}: ${hits} found, its list ${total}`);
  }
  expect(compared).toBeGreaterThan(0);
  expect(apart).toEqual([]);
});
