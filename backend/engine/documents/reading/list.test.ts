import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
  const { add, userId, deptId } = engine;
  await add({
    name: "一号_件",
    code: "A1",
    kind: "a",
    qty: 10,
    price: "1.50",
    due: "2026-01-31",
    at: "2026-01-31 10:00:00",
    tone: "red",
    secret: "机密一",
    ownerId: userId("promo"),
    urgent: true,
  });
  await add({
    name: "二号%件",
    code: "A2",
    kind: "b",
    qty: 20,
    price: "2.50",
    due: "2026-02-01",
    at: "2026-01-31 23:59:59",
    note: "一号的备份",
    deptId: deptId("北美一部"),
  });
  await add({ name: "三号件", code: "B1", kind: "c", qty: 30, price: "1000000.01", at: "2026-02-01 00:00:00" });
  await add({ name: "四号件" });
});
afterAll(() => engine.close());

const names = (params: Record<string, string>, who = "admin") => engine.names(who, params);
const sorted = (params: Record<string, string>) => names({ ...params, ascs: "id" });

describe("a field that rules express", () => {
  it("is shown, filtered and sorted like a column, in the list and in one row", async () => {
    expect(await names({ descs: "worth" })).toEqual(["三号件", "二号%件", "一号_件", "四号件"]);
    expect(await sorted({ worthFrom: "15", worthTo: "50" })).toEqual(["一号_件", "二号%件"]);
    const { body } = await engine.get("admin", "page", { name: "二号" });
    const [row] = body.data.records;
    expect(row.worth).toBe("50.00");
    expect((await engine.get("admin", row.id)).body.data.worth).toBe("50.00");
  });
});

describe("page", () => {
  it("has rows, totals and the summary of the whole filtered set, newest first", async () => {
    const { body } = await engine.get("admin", "page", { size: "2" });
    expect(body).toMatchObject({ code: 0, msg: null });
    expect(body.data).toMatchObject({ total: 4, size: 2, current: 1, pages: 2 });
    expect(body.data.records.map((r: { name: string }) => r.name)).toEqual(["四号件", "三号件"]);
    expect(body.data.summary).toEqual({
      qty: "61",
      price: expect.stringMatching(/^333334\.67/),
      secret: expect.any(String),
      worth: "30000065.30",
    });
    const filtered = await engine.get("admin", "page", { kind: "a,b", size: "1" });
    expect(filtered.body.data).toMatchObject({ total: 3, summary: { qty: "31" } });
  });

  it("names references, keeps exact decimals and ids as strings", async () => {
    const [row] = (await engine.get("admin", "page", { name: "二号" })).body.data.records;
    expect(row).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      version: 0,
      price: "2.50",
      deptName: "北美一部",
      ownerId: null,
      createByName: "系统管理员",
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  it("beyond the end is empty, nonsense in paging falls back", async () => {
    const beyond = (await engine.get("admin", "page", { current: "99" })).body.data;
    expect(beyond).toMatchObject({ records: [], total: 4, current: 99, pages: 1 });
    const nonsense: Record<string, string>[] = [{ current: "0" }, { current: "x" }, { size: "0" }];
    const most = await engine.get("admin", "page", { size: "1000" });
    expect(most.body.data).toMatchObject({ current: 1, size: 100 });
    for (const params of nonsense)
      expect((await engine.get("admin", "page", params)).body.data).toMatchObject({ current: 1, size: 20, total: 4 });
  });

  it("sorts by named fields only, several at once, and never answers a row twice", async () => {
    expect(await names({ descs: "qty" })).toEqual(["三号件", "二号%件", "一号_件", "四号件"]);
    expect(await names({ ascs: "qty" })).toEqual(["四号件", "一号_件", "二号%件", "三号件"]);
    expect((await names({ ascs: "code" })).at(-1)).toBe("四号件");
    for (const bad of ["password", "del_flag", "1;drop table test_widget", "deptName", "__proto__"]) {
      const { status, body } = await engine.get("admin", "page", { ascs: bad });
      expect([status, body.fields]).toEqual([400, { ascs: `不能按“${bad}”排序` }]);
    }
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((current) => names({ size: "1", current, ascs: "urgent" })),
    );
    expect(new Set(pages.flat()).size).toBe(4);
  });
});

describe("filters", () => {
  it.each<[Record<string, string>, string[]]>([
    [{ name: "号" }, ["一号_件", "二号%件", "三号件", "四号件"]],
    [{ name: "_" }, ["一号_件"]],
    [{ name: "%" }, ["二号%件"]],
    [{ name: "\\" }, []],
    [{ code: "a" }, ["一号_件", "二号%件"]],
    [{ code: "1" }, []],
    [{ kind: "b,c" }, ["二号%件", "三号件"]],
    [{ kind: "a", name: "四" }, ["四号件"]],
    [{ qtyFrom: "20" }, ["二号%件", "三号件"]],
    [{ qtyFrom: "10", qtyTo: "20" }, ["一号_件", "二号%件"]],
    [{ priceTo: "2.5" }, ["一号_件", "二号%件"]],
    [{ priceFrom: "1,000,000" }, ["三号件"]],
    [{ dueFrom: "2026-01-31", dueTo: "2026-01-31" }, ["一号_件"]],
    [{ atFrom: "2026-01-31", atTo: "2026-01-31" }, ["一号_件", "二号%件"]],
    [{ atFrom: "2026-01-31 10:00:01" }, ["二号%件", "三号件"]],
    [{ tone: "red" }, ["一号_件"]],
    [{ urgent: "true" }, ["一号_件"]],
    [{ keyword: "一号" }, ["一号_件", "二号%件"]],
    [{ keyword: "'; select 1 --" }, []],
  ])("%j finds %j", async (params, expected) => {
    expect(await sorted(params)).toEqual(expected);
  });

  it("find references by id, lists of references by overlap, rows by their ids", async () => {
    const { userId, deptId, db } = engine;
    expect(await names({ ownerId: userId("promo") })).toEqual(["一号_件"]);
    expect(await names({ deptId: `${deptId("北美一部")},${deptId("北美二部")}` })).toEqual(["二号%件"]);
    const role = await db.one<{ id: string }>("select id from sys_role where role_code = 'OPS'");
    const { id } = await engine.add({ name: "五号件", roleIds: [role?.id] });
    expect(await names({ roleIds: `1,${role?.id}` })).toEqual(["五号件"]);
    expect(await names({ ids: id })).toEqual(["五号件"]);
    expect(await names({ ids: "abc" })).toEqual([]);
    const long = Array.from({ length: 1500 }, (_, i) => String(900000 + i)).join(",");
    expect(await names({ ids: long })).toEqual([]);
    const row = await engine.get("admin", id);
    await engine.send("admin", "DELETE", `${id}?version=${row.body.data.version}`);
  });

  it.each<Record<string, string>>([{ keyword: "" }, { qtyFrom: "" }, { unknown: "" }])(
    "%j counts as none",
    async (params) => {
      expect(await names(params)).toHaveLength(4);
    },
  );

  it.each<[string, string]>([
    ["qtyFrom", "x"],
    ["qtyTo", "1,5"],
    ["priceTo", "1e9"],
    ["dueFrom", "2026-02-30"],
    ["atFrom", "yesterday"],
    ["name", "x".repeat(600)],
    ["kind", "a,x"],
    ["lifeState", "gone"],
    ["urgent", "perhaps"],
  ])("%s that is not understood is refused by its name", async (name, value) => {
    const answer = await engine.get("admin", "page", { [name]: value });
    expect(answer).toMatchObject({ status: 400, body: { fields: { [name]: expect.any(String) } } });
  });

  it.each<Record<string, string>>([{ name: "\0" }, { keyword: "\0" }, { ownerId: "99999999999999999999" }])(
    "%j is no error",
    async (params) => {
      expect((await engine.get("admin", "page", params)).status).toBe(200);
    },
  );
});

describe("values that need a permission of their own", () => {
  it("are not sent, not searched, not sorted by", async () => {
    const { db, deptId } = engine;
    const secret = "select id from test_widget where secret is not null";
    await db.query(`update test_widget set dept_id = $1 where id = (${secret})`, [deptId("北美一部")]);
    const mine = (await engine.get("ops_manager", "page", {})).body.data.records;
    expect(mine).toHaveLength(2);
    expect(mine[0]).not.toHaveProperty("secret");
    expect(await names({ secret: "机密" })).toEqual(["一号_件"]);
    expect(await names({ secret: "没有" }, "ops_manager")).toHaveLength(2);
    expect(await names({ keyword: "机密" })).toEqual(["一号_件"]);
    expect(await names({ keyword: "机密" }, "ops_manager")).toEqual([]);
    expect((await engine.get("ops_manager", "page", { ascs: "secret" })).status).toBe(400);
    const one = await engine.get("ops_manager", mine[1].id);
    expect(one.body.data).not.toHaveProperty("secret");
  });
});

describe("options", () => {
  it("are id and label, found by a part of the label or by id", async () => {
    const all = (await engine.get("admin", "options")).body.data;
    expect(all.map((o: { label: string }) => o.label)).toContain("三号件");
    const [found] = (await engine.get("admin", "options", { keyword: "三" })).body.data;
    expect(found).toEqual({ id: found.id, label: "三号件" });
    expect((await engine.get("admin", "options", { ids: `${found.id},x` })).body.data).toEqual([found]);
    expect((await engine.get("admin", "options", { keyword: "%" })).body.data).toHaveLength(1);
    expect((await engine.get("admin", "options", { keyword: "\0" })).status).toBe(200);
  });
});

describe("a list of very many rows", () => {
  const MORE = 1005;
  const asked = async (params: Record<string, string>) =>
    (await engine.get("admin", "page", { ascs: "id", ...params })).body.data;

  beforeAll(async () => {
    const { db } = engine;
    await db.query(
      `insert into test_widget (name, qty, life_state) select '多' || n, 1, 'draft' from generate_series(1, ${MORE}) n`,
    );
    await db.query("update pg_class set reltuples = 1e9, relpages = 1 where oid = 'test_widget'::regclass");
  });

  it("has the same rows far behind", async () => {
    const { records } = await asked({ current: "1004", size: "1" });
    expect(records).toMatchObject([{ name: "多1000", createByName: null }]);
  });

  it("has a guess for its total and no sums where these will do, and the true ones when asked", async () => {
    const rough = await asked({ totals: "rough", size: "2" });
    expect(rough).toMatchObject({ rough: true, summary: {}, size: 2 });
    expect(rough.records).toHaveLength(2);
    expect(rough.total).toBeGreaterThan(10_000);
    const exact = await asked({ totals: "exact", size: "2" });
    expect(exact).toMatchObject({ total: 4 + MORE, summary: { qty: String(61 + MORE) } });
    expect(exact).not.toHaveProperty("rough");
    expect((await asked({ size: "2" })).total).toBe(4 + MORE);
  });

  it("knows how many there are where a page ends them, and where one lies behind the last", async () => {
    const few = await asked({ totals: "rough", keyword: "号" });
    expect(few).toMatchObject({ total: 4, summary: { qty: "61" } });
    expect(few).not.toHaveProperty("rough");
    expect(await asked({ totals: "rough", current: "999" })).toMatchObject({ records: [], total: 4 + MORE, pages: 51 });
  });

  it("reads few of it once: the page, its order, sums and states are those of the whole", async () => {
    const { db } = engine;
    const size = (rows: string, pages: string) =>
      db.query(`update pg_class set reltuples = ${rows}, relpages = ${pages} where oid = 'test_widget'::regclass`);
    // As many as make a large table, of which the planner guesses that one in two hundred has this.
    await size("150000", "pg_relation_size('test_widget') / 8192");
    await db.query("update test_widget set tone = 'red' where name not like '多%'");
    const few = { tone: "red", descs: "name", states: "true", size: "3" };
    const pages = [{ current: "1" }, { current: "2" }, { current: "3" }];
    const parts: Record<string, string>[] = [...pages, { lifeState: "draft" }, { lifeState: "done" }];
    for (const more of parts) {
      const found = await asked({ ...few, ...more, totals: "rough" });
      expect(found).toEqual(await asked({ ...few, ...more, totals: "exact" }));
      expect(found.states).toEqual({ draft: 4 });
    }
    await size("1e9", "1");
  });

  it("counts no more of a state than a tab says", async () => {
    const { body } = await engine.get("admin", "states", { totals: "rough" });
    expect(body.data).toEqual({ draft: 1000 });
    expect((await engine.get("admin", "states")).body.data).toEqual({ draft: 4 + MORE });
    const tabs = { totals: "rough", states: "true" };
    expect((await asked({ ...tabs, keyword: "号" })).states).toEqual({ draft: 4 });
    expect((await asked({ totals: "exact", states: "true" })).states).toEqual({ draft: 4 + MORE });
  });
});
