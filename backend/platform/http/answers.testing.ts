import { expect } from "vitest";
import type { TestBackend } from "../../../tests/harness";
import { type Answer, call } from "../auth/auth.testing";
import { type Endpoint, schemaOf } from "./endpoint";

export type { Answer } from "../auth/auth.testing";

const pattern = (path: string) =>
  new RegExp(
    `^${path.replace(/:(\w+)(?:\(([^)]*)\))?/g, (_, _name, rule) => (rule === "*" ? ".*" : `(?:${rule ?? "[^/]+"})`))}$`,
  );

type Options = Parameters<typeof call>[3];

/** Calls the API; a good answer has to fit the shape that its endpoint declares. */
export function checkedCall(endpoints: readonly Endpoint[]) {
  const known = endpoints.map((e) => ({ ...e, rule: pattern(e.path) }));
  return async (
    backend: Pick<TestBackend, "url">,
    method: string,
    path: string,
    options?: Options,
  ): Promise<Answer> => {
    const answer = await call(backend, method, path, options);
    const declared = known.find((e) => e.method === method.toLowerCase() && e.rule.test(path));
    if (answer.body?.code === 0 && declared?.response) {
      const parsed = schemaOf(declared.response).safeParse(answer.body.data);
      expect(parsed.error?.issues ?? [], `${method} ${path}`).toEqual([]);
    }
    if (answer.body?.code === 1) {
      expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      // People read it: a Chinese sentence, no word of a program.
      expect(answer.body.msg).toMatch(/\p{Script=Han}/u);
      expect(answer.body.data).toBeNull();
    }
    return answer;
  };
}
