import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
  const { add, userId, deptId } = engine;
  const role = await engine.db.one<{ id: string }>("select id from sys_role where role_code = 'OPS'");
  await add({
    name: "=1+1",
    code: "A1",
    kind: "b",
    qty: 3,
    price: "12.30",
    due: "2026-01-31",
    at: "2026-01-31 10:00:00",
    ownerId: userId("promo"),
    deptId: deptId("北美一部"),
    roleIds: ["1", role?.id],
    tone: "red",
    urgent: true,
    secret: "机密",
  });
  await add({ name: "空的" });
  await add({ name: "丙类", kind: "c" });
});
afterAll(() => engine.close());

const sheet = async (query: string, who = "admin") => {
  const answer = await engine.raw(who, `export?${query}`);
  expect(answer.status).toBe(200);
  return (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]!.rows;
};

describe("export", () => {
  it("has the page's rows in the page's order, in words", async () => {
    const rows = await sheet("ascs=id");
    expect(rows[1]).toEqual(
      ["名称", "编码", "种类", "数量", "单价", "到期日", "时间", "负责人"].concat([
        "部门",
        "角色",
        "品类",
        "加急",
        "底价",
        "状态",
        "价值",
      ]),
    );
    expect(rows[2]).toEqual([
      "=1+1",
      "A1",
      "乙",
      3,
      12.3,
      "2026-01-31",
      "2026-01-31 10:00:00",
      "叶初晴",
      "北美一部",
      "系统管理员、运营专员",
      "红色",
      "是",
      "机密",
      "草稿",
      36.9,
    ]);
    expect(rows[3]?.slice(0, 7)).toEqual(["空的", null, "甲", 1, null, null, null]);
    for (const query of ["ascs=id", "descs=qty", "kind=b,c", "name=空", "current=2&size=1"]) {
      const names = (await sheet(query)).slice(2).map((row) => row[0]);
      const page = await engine.names("admin", {
        ...Object.fromEntries(new URLSearchParams(query)),
        current: "1",
        size: "100",
      });
      expect(names, query).toEqual(page);
    }
  });

  it("says on its first line what was asked for", async () => {
    const ids = `${engine.userId("promo")},987654`;
    const query = new URLSearchParams({
      keyword: "1",
      kind: "a,b",
      qtyFrom: "2",
      ownerId: ids,
      tone: "red",
      dueFrom: "2026-01-01",
      dueTo: "2026-01-31",
    });
    expect((await sheet(String(query)))[0]?.[0]).toBe(
      "演示数据　筛选条件：关键字：1；种类：甲、乙；数量：2 至 ；到期日：2026-01-01 至 2026-01-31；负责人：叶初晴、987654；品类：红色",
    );
    expect((await sheet(""))[0]?.[0]).toBe("演示数据　筛选条件：全部");
    expect((await sheet("ids=1,2"))[0]?.[0]).toBe("演示数据　筛选条件：选中的2条");
  });

  it("has the chosen rows and columns, in the order of the choice", async () => {
    const { data } = (await engine.get("admin", "page", { name: "丙类" })).body;
    const [{ id }] = data.records;
    const [filter, ...rows] = await sheet(`ids=${id}&columns=kind,name,secret`);
    expect(filter?.[0]).toBe("演示数据　筛选条件：选中的1条");
    expect(rows).toEqual([
      ["种类", "名称", "底价"],
      ["丙", "丙类", null],
    ]);
    expect((await sheet("columns=nothing"))[1]?.length).toBe(15);
  });

  it("leaves out what the caller may not read", async () => {
    const [, head, row] = await sheet("", "ops_manager");
    expect(head).not.toContain("底价");
    expect(row).not.toContain("机密");
    expect(row).toContain("=1+1");
  });

  it("is logged with filter and number of rows", async () => {
    await sheet("kind=c");
    const log = await engine.db.query(
      `select title, params, type, create_by from sys_log where title = '导出部件'
       order by id desc limit 1`,
    );
    expect(log).toEqual([
      { title: "导出部件", params: JSON.stringify({ filter: "种类：丙", rows: 1 }), type: "0", create_by: "admin" },
    ]);
  });

  it("of more than 50000 rows is refused as JSON", async () => {
    await engine.db.query(
      `insert into test_widget (tenant_id, name, kind, life_state)
       select 1, 'x' || g, 'a', 'draft' from generate_series(1, 50001) g`,
    );
    const answer = await engine.raw("admin", "export");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ code: 1, msg: "导出数据超过50000行，请缩小查询范围", data: null });
    expect((await sheet("name=x5000")).length).toBe(2 + 3);
  });
});
