import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
const ids: Record<string, string> = {};
beforeAll(async () => {
  engine = await openEngine();
  const { add, userId, deptId } = engine;
  const make = async (name: string, body: object, who = "admin") => {
    ids[name] = (await add({ name, ...body }, who)).id;
  };
  await make("本部门的", { deptId: deptId("北美一部") });
  await make("别部门的", { deptId: deptId("欧洲一部") });
  await make("专员的", { deptId: deptId("欧洲一部"), ownerId: userId("promo") });
  await make("经理的", { deptId: deptId("欧洲一部"), ownerId: userId("ops_manager") });
  await make("外租户的", {});
  await engine.db.query("update test_widget set tenant_id = 2 where id = $1", [ids.外租户的]);
});
afterAll(() => engine.close());

const seen: Record<string, string[]> = {
  admin: ["本部门的", "别部门的", "专员的", "经理的"],
  ops_manager: ["本部门的", "经理的"],
  promo: ["专员的"],
};
const gone = { status: 404, body: { code: 1, msg: "单据不存在", data: null } };

describe.each(Object.entries(seen))("%s", (who, mine) => {
  const others = () => Object.keys(ids).filter((name) => !mine.includes(name));

  it("sees the rows of the data scope in the list, the summary and the options", async () => {
    expect((await engine.names(who, { ascs: "id" })).sort()).toEqual([...mine].sort());
    const page = (await engine.get(who, "page", { size: "1" })).body.data;
    expect(page).toMatchObject({ total: mine.length, summary: { qty: String(mine.length) } });
    expect("secret" in page.summary, "sums of what they may read").toBe(who === "admin");
    const all = Object.values(ids).join(",");
    const asked: Record<string, string>[] = [{ ids: all }, { keyword: "的" }];
    for (const params of asked) {
      const labels = (await engine.get(who, "options", params)).body.data.map((o: { label: string }) => o.label);
      expect(labels.sort()).toEqual([...mine].sort());
    }
  });

  it("exports the same rows", async () => {
    const answer = await engine.raw(who, `export?ids=${Object.values(ids).join(",")}`);
    const book = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    const names = book.sheets[0]!.rows.slice(2).map((row) => row[0]);
    expect(names.sort()).toEqual([...mine].sort());
  });

  it("finds other rows nowhere: reading, changing, deleting, acting, history", async () => {
    for (const name of others()) {
      const id = ids[name];
      expect(await engine.get(who, String(id))).toEqual(gone);
      const change = { id, version: 0, name: "改名" };
      expect(await engine.send(who, "PUT", "", change)).toEqual(gone);
      expect(await engine.send(who, "DELETE", `${id}?version=0`)).toEqual(gone);
      const action = { version: 0, comment: "好" };
      expect(await engine.send(who, "POST", `${id}/finish`, action)).toEqual(gone);
      const batch = await engine.send(who, "POST", "batch/finish", { ids: [id], comment: "好" });
      expect(batch.body.data).toEqual([{ id, no: null, ok: false, msg: "单据不存在" }]);
    }
    const state = await engine.db.query("select distinct life_state, version, del_flag from test_widget");
    expect(state).toEqual([{ life_state: "draft", version: 0, del_flag: 0 }]);
  });

  it("reads the history of visible rows only", async () => {
    const history = (id: string | undefined) => engine.get(who, `/admin/operlog/widget/${id}`);
    for (const name of mine) expect((await history(ids[name])).body.data).toMatchObject([{ action: "新增" }]);
    if (who !== "admin") expect(await history(ids[others()[0]!])).toEqual(gone);
  });
});

describe("who may do nothing", () => {
  it("is refused before the row is looked at", async () => {
    const refused = { status: 403, body: { code: 1, msg: "当前操作没有权限", data: null } };
    const id = ids.本部门的;
    for (const answer of [
      await engine.get("ads", "page"),
      await engine.get("ads", "1"),
      await engine.get("ads", "export"),
      await engine.send("ads", "POST", "", { name: "新的" }),
      await engine.send("ads", "PUT", "", { id, version: 0 }),
      await engine.send("ads", "DELETE", String(id)),
      await engine.send("ads", "POST", `${id}/finish`, { version: 0, comment: "好" }),
      await engine.send("ads", "POST", "batch/finish", { ids: [id], comment: "好" }),
    ])
      expect(answer).toEqual(refused);
    expect((await engine.get("ads", "/admin/operlog/widget/1")).status).toBe(404);
    expect((await engine.get("nobody", "page")).status).toBe(401);
  });
});

describe("ids that no row can have", () => {
  it.each(["0", "999999999999999999", "9999999999999999999", "99999999999999999999999"])(
    "%s is not found",
    async (id) => {
      expect(await engine.get("admin", id)).toEqual(gone);
      expect(await engine.send("admin", "PUT", "", { id, version: 0 })).toEqual(gone);
      expect(await engine.send("admin", "DELETE", `${id}?version=0`)).toEqual(gone);
    },
  );
  it("words are no ids", async () => {
    expect((await engine.get("admin", "abc")).status).toBe(404);
    expect(await engine.send("admin", "PUT", "", { id: "1 or 1=1", version: 0 })).toEqual(gone);
    expect(await engine.send("admin", "PUT", "", { version: 0 })).toEqual(gone);
  });
});
