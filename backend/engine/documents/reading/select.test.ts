import { describe, expect, it } from "vitest";
import type { Caller } from "#backend/platform/http/endpoint";
import { documents } from "#documents";
import type { DocumentType } from "#documents/kit";
import { listing } from "./list";

const caller = (codes: string[]): Caller => ({
  userId: "1",
  username: "a",
  displayname: "甲",
  deptId: null,
  tenantId: "1",
  roles: [],
  permissions: new Set(codes),
  scope: { kind: "all" },
});

/** Documents that show some people only the end of a value. */
const secrets = documents.flatMap((document: DocumentType) =>
  Object.entries(document.fields).flatMap(([name, { tail, unmasks }]) =>
    tail ? [[document.name, name, tail, document, !unmasks] as const] : [],
  ),
);

describe.each(secrets)("%s.%s", (_document, name, code, document, whole) => {
  it("leaves a list by its end alone, for who lacks the right to all of it or must ask for it", () => {
    const read = (codes: string[]) => listing(document, { current: 1, size: 10 }, caller(codes), {});
    expect(read([]).select).toMatch(new RegExp(`'\\*{4} ' \\|\\| right\\((\\S+), 4\\) else \\1 end as "${name}"`));
    expect(Object.keys(read([]).sortable)).not.toContain(name);
    expect(!read([code]).select.includes("'**** '")).toBe(whole);
    expect(Object.keys(read([code]).sortable).includes(name)).toBe(whole);
  });
});
