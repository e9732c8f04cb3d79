import { expect, test } from "vitest";
import { withoutPersonal } from "./personal";

/** What is kept of a text that comes in pieces of so many bytes. */
async function kept(text: Buffer, size: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
  }
  const out: Uint8Array[] = [];
  for await (const piece of withoutPersonal(pieces())) out.push(piece);
  return Buffer.concat(out).toString("latin1");
}

const rows = (...lines: string[][]) => lines.map((line) => line.join("\t")).join("\r\n");
const HEAD = ["order-id", "Ship City", "sku", "ship-service-level", "buyer-name", "customer-comments"];
const REPORT = rows(
  HEAD,
  ["1", "München", "A\xa0B", "Std", "José", "call me"],
  ["2", "", "C", "", "", ""],
  ["3", "Rom"],
);
const WITHOUT = rows(HEAD, ["1", "", "A\xa0B", "Std", "", ""], ["2", "", "C", "", "", ""], ["3", ""]);

test.each([1, 2, 7, 1000])("what is about persons is not kept, however a report comes: %i bytes", async (size) => {
  expect(await kept(Buffer.from(REPORT, "latin1"), size)).toBe(WITHOUT);
});

test.each([rows(["order-id", "sku"], ["1", "A"]), '{"buyer-name": "A"}', "ship-city", "", "\n"])(
  "a report without such columns is kept as it is: %j",
  async (text) => {
    for (const size of [1, 3, 1000]) expect(await kept(Buffer.from(text, "latin1"), size)).toBe(text);
  },
);
