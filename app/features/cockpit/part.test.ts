import { expect, it } from "vitest";
import { ErpError } from "~/erp/client.server";
import { part, problemsOf } from "./part.server";

it("a part that the backend refuses leaves its sentence, the others their data", async () => {
  const refused = () => part(Promise.reject(new ErpError("缺少USD202506的汇率", 409)));
  const parts = await Promise.all([refused(), part(Promise.resolve([1])), refused(), null]);
  expect(parts[1]?.data).toEqual([1]);
  expect(problemsOf(parts)).toEqual(["缺少USD202506的汇率"]);
});

it("a redirect goes through, and so does a mistake of the program", async () => {
  const redirect = new Response(null, { status: 302 });
  await expect(part(Promise.reject(redirect))).rejects.toBe(redirect);
  await expect(part(Promise.reject(new TypeError("x")))).rejects.toThrow("x");
});
