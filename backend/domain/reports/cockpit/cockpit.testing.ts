import { expect } from "vitest";
import { checkedCall } from "#backend/platform/http/answers.testing";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { cockpitEndpoints } from "./endpoints";
import { type Fact, insertFacts, setRates } from "./facts.testing";

export interface Cockpit extends TestBackend {
  /** Data of a good answer, checked against its declared shape. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of many shapes
  get(name: string, params?: Record<string, string>, who?: string): Promise<any>;
  /** Status and sentence of a refused call. */
  refusal(name: string, params?: Record<string, string>, who?: string): Promise<[number, string]>;
  /** Any answer, unread. */
  raw(name: string, params?: Record<string, string>, who?: string): Promise<Response>;
}

/** The real backend with hand-made facts. A name that begins with / is a whole path. */
export async function openCockpit(facts: Fact[], rates: Record<string, number>): Promise<Cockpit> {
  const backend = await testBackend();
  await setRates(backend.db, rates);
  await insertFacts(backend.db, facts);
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (who: string) => {
    const token = tokens.get(who) ?? login(backend.url, who);
    tokens.set(who, token);
    return token;
  };
  const check = checkedCall(cockpitEndpoints);
  const path = (name: string) => (name[0] === "/" ? name : `/cockpit/cocBusinessReport/${name}`);
  const ask = async (name: string, params = {}, who = "admin") =>
    check(backend, "GET", path(name), { params, token: await tokenOf(who) });
  return {
    ...backend,
    async get(name, params, who) {
      const { status, body } = await ask(name, params, who);
      expect([status, body.msg]).toEqual([200, null]);
      return body.data;
    },
    async refusal(name, params, who) {
      const { status, body } = await ask(name, params, who);
      return [status, body.msg];
    },
    raw: async (name, params = {}, who = "admin") =>
      fetch(`${backend.url}${path(name)}?${new URLSearchParams(params)}`, {
        headers: { authorization: `Bearer ${await tokenOf(who)}` },
      }),
  };
}
