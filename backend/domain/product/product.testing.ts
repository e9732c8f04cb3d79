import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type Answer, call } from "#backend/platform/auth/auth.testing";
import { evidence } from "../../../tests/evidence";
import { login, type TestBackend } from "../../../tests/harness";

type Body = Record<string, unknown>;

/** Calls as people of the seed: `as("product").add("/product/spu", {...})`. */
export function office(backend: TestBackend) {
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (who: string) => {
    const known = tokens.get(who) ?? login(backend.url, who);
    tokens.set(who, known);
    return known;
  };
  const good = (answer: Answer) => {
    expect(answer.body.msg ?? null, JSON.stringify(answer.body).slice(0, 400)).not.toBe("no");
    if (answer.status !== 200 || answer.body.code !== 0)
      throw new Error(`${answer.status} ${JSON.stringify(answer.body).slice(0, 600)}`);
    return answer.body.data;
  };
  const as = (who: string) => {
    const send = async (method: string, path: string, body?: Body, params?: Record<string, string>) =>
      call(backend, method, path, { token: await tokenOf(who), body, params });
    const read = async <R = Answer["body"]>(api: string, id: string): Promise<R> =>
      good(await send("GET", `${api}/${id}`));
    return {
      send,
      async del(api: string, id: string) {
        const { version } = await read(api, id);
        return send("DELETE", `${api}/${id}?version=${version}`);
      },
      read,
      add: async (api: string, body: Body): Promise<Body & { id: string }> => good(await send("POST", api, body)),
      /** Changes a row at its present version. */
      edit: async (api: string, id: string, body: Body) => {
        const { version } = await read(api, id);
        return send("PUT", api, { ...body, id, version });
      },
      act: async (api: string, id: string, action: string, body: Body = {}) => {
        const { version } = await read(api, id);
        return send("POST", `${api}/${id}/${action}`, { ...body, version, key: randomUUID() });
      },
    };
  };
  /** The users who may decide the running approval of a row. */
  const candidates = (name: string, id: string) =>
    backend.db.query<{ username: string }>(
      `select u.username from act_task t join act_instance i on i.id = t.instance_id
         join sys_user u on u.id = any(t.candidates)
       where i.biz_type = $1 and i.biz_id = $2 and i.status = 'running' and t.status = 'todo'
       order by u.id`,
      [name, id],
    );
  /** Approves node after node until the approval has ended. */
  const approveAll = async (name: string, api: string, id: string) => {
    for (let i = 0; i < 6; i++) {
      const [next] = await candidates(name, id);
      if (!next) return;
      const answer = await as(next.username).act(api, id, "approve");
      if (answer.status !== 200) throw new Error(`${next.username}: ${JSON.stringify(answer.body)}`);
    }
  };
  const submit = async (who: string, name: string, api: string, id: string) => {
    good(await as(who).act(api, id, "submit"));
    await approveAll(name, api, id);
  };
  return { as, good, candidates, approveAll, submit };
}

/** Values of a form that is complete. */
export const PRODUCT = {
  nameCn: "不锈钢保温杯",
  nameEn: "Vacuum flask",
  categoryId: "ELH",
  level: "C",
  developerId: "1",
  managerId: "1",
  sites: ["1"],
  sourceType: "selfDev",
  targetCost: "30",
  targetPrice: "19.99",
};

export const supplierForm = (n: number, more: Body = {}): Body => ({
  name: `测试供应商${n}`,
  supplierType: "goods",
  creditCode: `91440300MA5${String(n).padStart(6, "0")}X`,
  address: "深圳市示例路1号",
  buyerId: "16",
  currency: "CNY",
  taxType: "special",
  settleMethod: "deposit",
  depositRate: "30",
  qualifications: [evidence("buyer", "document")],
  accounts: [
    {
      accountName: "测试供应商",
      bankName: "示例银行",
      accountNo: "6222000011112222",
      currency: "CNY",
      isDefault: true,
      enabled: true,
    },
  ],
  ...more,
});

export const MEASURES = {
  pkgLengthCm: "20",
  pkgWidthCm: "10",
  pkgHeightCm: "10",
  grossWeightG: "500",
  declareNameCn: "保温杯",
};
