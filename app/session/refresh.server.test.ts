import { expect, test, vi } from "vitest";
import type { TokenSet } from "~/erp/auth.server";
import { singleFlight } from "./refresh.server";

const pair = { accessToken: "new" } as TokenSet;

test("a renewal that succeeded is given again to those who were on the way, for a while", async () => {
  const renew = vi.fn(async () => pair);
  const refresh = singleFlight(renew, 40);
  expect(await Promise.all([refresh("r"), refresh("r")])).toEqual([pair, pair]);
  expect(await refresh("r")).toBe(pair);
  expect(renew).toHaveBeenCalledTimes(1);
  await refresh("other");
  expect(renew).toHaveBeenCalledTimes(2);
  await new Promise((done) => setTimeout(done, 60));
  await refresh("r");
  expect(renew).toHaveBeenCalledTimes(3);
});

test("a renewal that failed is not kept: the next request tries again", async () => {
  const renew = vi.fn(async () => pair).mockRejectedValueOnce(new Error("down"));
  const refresh = singleFlight(renew);
  const first = await Promise.allSettled([refresh("r"), refresh("r")]);
  expect(first.map((r) => r.status)).toEqual(["rejected", "rejected"]);
  expect(renew).toHaveBeenCalledTimes(1);
  expect(await refresh("r")).toBe(pair);
  expect(renew).toHaveBeenCalledTimes(2);
});
