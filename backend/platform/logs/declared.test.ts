import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { documents } from "#documents";
import { allFields, type DocumentType, type Field, isPersonal, isSealed, readable } from "#documents/kit";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call } from "../auth/auth.testing";
import { cleanLogs } from "./clean";
import { writeOperLogs } from "./oper-log";
import { writeLog } from "./write";

let backend: TestBackend;
let admin: string;
let staff: string;
/** What the reader of logs alone may see. */
let held: ReadonlySet<string>;

beforeAll(async () => {
  backend = await testBackend();
  [admin, staff] = await Promise.all([login(backend.url), login(backend.url, "it_staff")]);
  const { body } = await call(backend, "GET", "/admin/user/info", { token: staff });
  held = new Set(body.data.permissions);
  await vi.waitFor(async () => expect(await backend.db.query("select 1 from sys_log")).toHaveLength(2));
});
afterAll(() => backend.close());

type Fields = Readonly<Record<string, Field>>;

/** A text that says of which field it is, long enough to have an end. */
const markOf = (d: DocumentType, place: string, name: string) => `Mark-${d.name}-${place}-${name}-of-this-field`;

/** Everything that a call of a document may bring: its own fields, its lines, what its actions ask. */
function placesOf(d: DocumentType): [place: string, fields: Fields][] {
  const lines = (all: DocumentType["lines"]) =>
    Object.entries(all ?? {}).map(([n, l]): [string, Fields] => [n, l.fields]);
  return [
    ["own", allFields(d)],
    ...lines(d.lines),
    ...Object.values(d.actions ?? {}).flatMap((a, i): [string, Fields][] => [
      [`asked${i}`, a.input ?? {}],
      ...lines(a.lines),
    ]),
  ];
}

const sampleOf = (d: DocumentType, place: string, name: string, f: Field) =>
  f.kind === "address"
    ? { name: markOf(d, place, name), city: markOf(d, place, name) }
    : "holdsSecrets" in f && f.holdsSecrets
      ? JSON.stringify({ privateKey: markOf(d, place, name) })
      : markOf(d, place, name);

const samplesOf = (d: DocumentType, place: string, fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, sampleOf(d, place, n, f)]));

/** Nothing of it, or not all of it, may be kept. */
const strict = (f: Field) =>
  isSealed(f) || f.kind === "password" || isPersonal(f) || !!f.tail || ("holdsSecrets" in f && !!f.holdsSecrets);

const marksOf = (d: DocumentType, is: (f: Field) => boolean) =>
  placesOf(d).flatMap(([place, fields]) =>
    Object.entries(fields).flatMap(([n, f]) => (is(f) ? [markOf(d, place, n)] : [])),
  );

/** One body for each place, the lines as rows below their name. */
const bodiesOf = (d: DocumentType) =>
  placesOf(d).map(([place, fields]) => {
    const values = samplesOf(d, place, fields);
    return place === "own" || place.startsWith("asked") ? values : { [place]: [values] };
  });

const written = documents.filter((d) => d.api);
const secretive = written.filter((d) => marksOf(d, strict).length > 0);
const masked = written.filter((d) => marksOf(d, (f) => !!f.mask).length > 0);

async function keep(d: DocumentType, bizId: string) {
  const request = { tenantId: "1", type: "0" as const, remoteAddr: "", userAgent: "", time: 1 };
  for (const params of bodiesOf(d)) {
    const asked = { ...request, title: d.label, method: "PUT", exception: null, createBy: "x" };
    await writeLog(backend.db, { ...asked, requestUri: `/api${d.api.toUpperCase()}`, params });
    const pairs = Object.fromEntries(Object.entries(params).map(([n, v]) => [n, [v, v]]));
    await writeOperLogs(backend.db, [{ tenantId: "1", bizType: d.of ?? d.name, bizId, action: "修改", diff: pairs }]);
  }
}

const kept = async (d: DocumentType, bizId: string) =>
  JSON.stringify([
    await backend.db.query("select params from sys_log where title = $1", [d.label]),
    await backend.db.query("select diff from sys_oper_log where biz_type = $1 and biz_id = $2", [
      d.of ?? d.name,
      bizId,
    ]),
  ]);

const shown = async (d: DocumentType, bizId: string, token: string) =>
  JSON.stringify([
    (await call(backend, "GET", "/admin/log/page", { params: { title: d.label, size: "200" }, token })).body,
    (await call(backend, "GET", `/admin/operlog/${d.of ?? d.name}/${bizId}`, { token })).body,
  ]);

const within = (text: string, marks: readonly string[]) => marks.filter((m) => text.includes(m));

describe("every declaration", () => {
  test("there are some to look at", () => {
    expect(secretive.length).toBeGreaterThan(20);
    expect(masked.length).toBeGreaterThan(20);
  });

  test.each(secretive.map((d, i) => [d.name, d, String(900_000 + i)] as const))(
    "%s: logs keep nothing of a secret, no whole address, person or account",
    async (_, d, bizId) => {
      await keep(d, bizId);
      expect(within(await kept(d, bizId), marksOf(d, strict))).toEqual([]);
    },
  );

  test.each(masked.map((d, i) => [d.name, d, String(800_000 + i)] as const))(
    "%s: who may not read a value on the page does not read it in a log",
    async (_, d, bizId) => {
      await keep(d, bizId);
      const hidden = marksOf(d, (f) => !readable(f, { permissions: held }));
      expect(hidden.length).toBeGreaterThan(0);
      expect(within(await shown(d, bizId, staff), hidden)).toEqual([]);
      const told = marksOf(d, (f) => !!f.mask && !strict(f));
      const seen = await shown(d, bizId, admin);
      expect(told.length === 0 || within(seen, told).length > 0).toBe(true);
    },
  );
});

test("the change of one field by its name is of that field", async () => {
  const price = { field: "purchasePrice", old: "1.00", new: "Mark-new-price", reason: "错" };
  await writeOperLogs(backend.db, [{ tenantId: "1", bizType: "sku", bizId: "7", action: "管理员编辑", diff: price }]);
  const read = async (token: string) =>
    JSON.stringify((await call(backend, "GET", "/admin/operlog/sku/7", { token })).body);
  expect(await read(admin)).toContain("Mark-new-price");
  expect(await read(staff)).not.toContain("Mark-new-price");
});

test("what was logged before is cleaned, and histories stay closed", async () => {
  const secret = "Kept-in-the-clear";
  const config = JSON.stringify({ source: [{ pwd: secret, access_key: secret }] });
  await backend.db.query(
    `insert into sys_log (tenant_id, type, title, service_id, request_uri, method, params, time)
     values (1, '0', '旧', 'erp-backend', '/api/basesetup/seatunneltask', 'PUT', $1, 1),
            (1, '0', '旧', 'erp-backend', '/api/basesetup/seatunneltask', 'PUT', $2, 1),
            (1, '0', '旧', 'erp-backend', '/api/base/connector', 'PUT', $3, 1)`,
    [JSON.stringify({ id: "1", config }), `{"config":"${secret}…`, `{"appSecret":"${secret}"}`],
  );
  await backend.db.query(
    `insert into sys_oper_log (tenant_id, biz_type, biz_id, action, diff, operator)
     values (1, 'etl_task', '1', '编辑', $1, 'x'), (1, 'supplier', '1', '编辑', $2, 'x')`,
    [
      JSON.stringify({ config: [config, config], taskName: ["旧", "新"] }),
      JSON.stringify({ contactName: ["老", secret] }),
    ],
  );
  await cleanLogs(backend.db);
  const all = JSON.stringify([
    await backend.db.query("select params from sys_log"),
    await backend.db.query("select diff from sys_oper_log"),
  ]);
  expect(all).not.toContain(secret);
  expect(all).toContain("旧");
  await expect(backend.db.query("update sys_oper_log set action = 'x'")).rejects.toThrow("append only");
});
