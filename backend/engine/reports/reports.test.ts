import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { columnsOf, contentOf, type OpenReport, rowsOf } from "./read";
import { amountIn, DecimalProof, type DecimalSign, dayIn, timeIn } from "./words";

const kept =
  (bytes: Uint8Array, size = 7): OpenReport =>
  async () =>
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })();

const TEXT = "Settlement ID\tamount_type\tamount\r\n1\tGebühr\t-1,50\r\n\r\n2\tPreis\t10,00";
const latin = Buffer.from(TEXT, "latin1");

async function all(open: OpenReport, charset: string) {
  const rows = [];
  for await (const some of rowsOf(open, charset, await columnsOf(open, charset))) rows.push(...some);
  return rows;
}

test("the same report is the same, packed or not, in whichever pieces it comes", async () => {
  const plain = await contentOf(kept(Buffer.from(TEXT)), "windows-1252");
  expect(plain.charset).toBe("utf-8");
  expect(await contentOf(kept(gzipSync(Buffer.from(TEXT)), 3), "windows-1252")).toEqual(plain);
  const read = await all(kept(Buffer.from(TEXT)), "utf-8");
  expect(read).toEqual([
    { no: 2, cells: { "settlement-id": "1", "amount-type": "Gebühr", amount: "-1,50" } },
    { no: 4, cells: { "settlement-id": "2", "amount-type": "Preis", amount: "10,00" } },
  ]);
  const other = await contentOf(kept(latin), "windows-1252");
  expect(other.charset).toBe("windows-1252");
  expect(await all(kept(latin), "windows-1252")).toEqual(read);
});

test("Japanese, damaged, empty and foreign files", async () => {
  const sjis = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x09, 0x31]);
  expect((await contentOf(kept(sjis), "shift_jis")).charset).toBe("shift_jis");
  expect(await columnsOf(kept(sjis), "shift_jis")).toEqual(["日本", "1"]);
  const broken = gzipSync(Buffer.from(TEXT)).fill(0, 20, 40);
  await expect(contentOf(kept(broken), "windows-1252")).rejects.toMatchObject({
    message: "文件损坏，无法解压，请重新下载",
  });
  await expect(columnsOf(kept(Buffer.from("a b")), "utf-8")).rejects.toMatchObject({ status: 409 });
  await expect(columnsOf(kept(Buffer.from("")), "utf-8")).rejects.toMatchObject({ message: "文件是空的" });
  await expect(contentOf(kept(Buffer.from([0xfd, 0xff, 0xa0])), "shift_jis")).rejects.toMatchObject({ status: 409 });
});

const signOf = (usual: DecimalSign, ...texts: string[]) => {
  const proof = new DecimalProof();
  for (const [i, text] of texts.entries()) proof.see(i + 2, text);
  return proof.sign(usual);
};

test("a column proves its decimal sign, or it is the marketplace's", () => {
  expect(signOf(".", "1.234,56", "7")).toBe(",");
  expect(signOf(",", "1,234.56")).toBe(".");
  expect(signOf(",", "1.234", "12")).toBe(",");
  expect(signOf(".", "1.234.567")).toBe(",");
  expect(signOf(".", "1 234,5")).toBe(",");
  expect(() => signOf(".", "1,5", "2.5")).toThrow("第3行为2.5，第2行为1,5");
});

test("amounts as marketplaces write them", () => {
  expect(["1.234,56", "−1,5", "(2,00)", "1 000,1"].map((text) => amountIn(text, ","))).toEqual([
    "1234.56",
    "-1.5",
    "-2.00",
    "1000.1",
  ]);
  expect(["1,234.56", "$1,234.56", "-£1,234.56"].map((text) => amountIn(text, "."))).toEqual([
    "1234.56",
    "1234.56",
    "-1234.56",
  ]);
  expect(amountIn("1.234,56 €", ",")).toBe("1234.56");
  expect([amountIn("abc", "."), amountIn("", "."), amountIn("1.2.3", ".")]).toEqual([undefined, undefined, undefined]);
});

test("days with the month's name", () => {
  for (const text of ["Mar 05, 2026", "Mar 5, 2026", "March 05, 2026", "5 Mar 2026", "05. Mär. 2026", "5. März 2026"])
    expect(dayIn(text, false), text).toBe("2026-03-05");
  for (const text of ["Mar 2026", "05 Mar 05, 2026", "Foo 05, 2026", "Mar 05 2026", "Mar 05, 26"])
    expect(dayIn(text, false), text).toBeUndefined();
});

test("times of all marketplaces are one instant", () => {
  const noon = "2026-08-10T12:00:00.000Z";
  for (const text of [
    "2026-08-10 12:00:00 UTC",
    "10.08.2026 12:00:00 UTC",
    "10.08.2026 14:00:00 CEST",
    "2026/08/10 21:00:00 JST",
    "2026-08-10T05:00:00-07:00",
  ])
    expect(timeIn(text, false)).toBe(noon);
  expect(timeIn("08/10/2026 05:00:00 PDT", true)).toBe(noon);
  expect(timeIn("10/08/26", false)).toBe("2026-08-10T00:00:00.000Z");
  expect([timeIn("soon", false), timeIn("2026-08-10 12:00:00 XXX", false)]).toEqual([undefined, undefined]);
});
