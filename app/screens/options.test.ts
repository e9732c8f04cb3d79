import { expect, test } from "vitest";
import { field } from "#documents/kit";
import type { Erp } from "~/erp/client.server";
import { loadOptions } from "./options.server";

/** An ERP that shows its caller one user only. */
const erp = {
  get: async (_path: string, { query }: { query?: { ids?: string } } = {}) =>
    query?.ids ? [] : [{ id: "1", label: "看得见" }],
} as unknown as Pick<Erp, "get">;
const leader = field.ref({ label: "负责人", to: "user" });

test("a chosen row outside the data scope stays chosen, by the name that the document shows", async () => {
  const values = { leaderId: "9", leaderName: "看不见" };
  expect(await loadOptions(erp, [["leaderId", leader]], values)).toEqual({
    leaderId: [
      { value: "9", label: "看不见" },
      { value: "1", label: "看得见" },
    ],
  });
});

test("nothing chosen, or something visible, adds nothing", async () => {
  for (const values of [{}, { leaderId: null }, { leaderId: "1", leaderName: "看得见" }])
    expect(await loadOptions(erp, [["leaderId", leader]], values)).toEqual({
      leaderId: [{ value: "1", label: "看得见" }],
    });
});
