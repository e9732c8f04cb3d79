import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { heldBy } from "#backend/platform/threads/held.testing";
import { columnsOf, contentOf, type OpenReport, rowsOf } from "./read";

const kept =
  (bytes: Uint8Array, size = 7): OpenReport =>
  async () =>
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })();

async function all(open: OpenReport) {
  const { charset } = await contentOf(open, "windows-1252");
  const rows = [];
  for await (const some of rowsOf(open, charset, await columnsOf(open, charset))) rows.push(...some);
  return rows;
}

const ROWS = [
  { no: 2, cells: { "settlement-id": "1", "amount-type": 'Gebühr, "neu"', amount: "-1.50" } },
  { no: 4, cells: { "settlement-id": "2", "amount-type": "Preis", amount: "10.00" } },
];
const CSV = 'Settlement ID,"amount_type",amount\r\n1,"Gebühr, ""neu""",-1.50\r\n\r\n2,Preis,10.00\r\n';

describe("a report by its content, whatever it is called", () => {
  test.each([
    ["commas", Buffer.from(CSV)],
    ["semicolons", Buffer.from('Settlement ID;"amount_type";amount\n1;"Gebühr, ""neu""";-1.50\n\n2;Preis;10.00')],
    ["the charset of its marketplace", Buffer.from(CSV, "latin1")],
    ["a mark of its bytes", Buffer.from(`\uFEFF${CSV}`)],
    ["gz", gzipSync(CSV)],
    ["zip", Buffer.from(zipSync({ "../../etc/": [new Uint8Array(), {}], "../../etc/Bericht.exe": Buffer.from(CSV) }))],
  ])("%s", async (_, bytes) => {
    for (const size of [1, 7, 100_000]) expect(await all(kept(bytes, size))).toEqual(ROWS);
  });

  test("the first sheet of a workbook, with its numbers and dates as text", async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: "Report",
          rows: [
            ["Settlement ID", "amount_type", "amount", "posted-date"],
            ["11000000001", "Preis\nneu", 19.99, new Date("2026-08-10T00:00:00Z")],
            [11000000001, null, -0.1 - 0.2, new Date("2026-08-10T12:30:00Z")],
          ],
        },
        { name: "Other", rows: [["no", "rows"]] },
      ],
    });
    expect((await all(kept(bytes, 5000))).map((row) => Object.values(row.cells))).toEqual([
      ["11000000001", "Preis neu", "19.99", "2026-08-10"],
      ["11000000001", "", "-0.3", "2026-08-10 12:30:00"],
    ]);
  });
});

test("lines and separators within quotes belong to their cell; lines are counted as an editor does", async () => {
  const open = kept(Buffer.from('a,b\n1,"two\nlines, ""quoted"""\n2,5" tape\n'));
  expect(await all(open)).toEqual([
    { no: 2, cells: { a: "1", b: 'two\nlines, "quoted"' } },
    { no: 4, cells: { a: "2", b: '5" tape' } },
  ]);
});

const zip = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))));

test.each([
  ["text", Buffer.from(CSV.repeat(5000))],
  ["gz", gzipSync(CSV.repeat(5000))],
])("who reads the first line alone leaves no file open: %s", async (_, bytes) => {
  let open = 0;
  const columns = await columnsOf(async () => {
    open += 1;
    return (async function* () {
      try {
        for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300);
      } finally {
        open -= 1;
      }
    })();
  }, "utf-8");
  expect(columns).toHaveLength(3);
  expect(open).toBe(0);
});

test("a source that breaks off is a fault, not a damaged file", async () => {
  const bytes = gzipSync(Buffer.from(Array.from({ length: 3000 }, () => Math.random()).join("\n")));
  const broken = async () =>
    (async function* () {
      yield bytes.subarray(0, 5000);
      throw new Error("disk");
    })();
  await expect(contentOf(broken, "windows-1252")).rejects.toThrow("disk");
});

test.each([
  ["two files", zip({ "a.txt": CSV, "b.txt": CSV }), "压缩包中有多个文件，请每个压缩包只放一个报告"],
  ["cut off", zip({ "a.txt": CSV.repeat(3) }).subarray(0, 60), "文件损坏，无法解压，请重新下载"],
  ["quotes that do not end", Buffer.from(`a,b\n1,"${"x\n".repeat(60_000)}`), /引号不成对/],
])("a file with %s is refused", async (_, bytes, message) => {
  await expect(all(kept(bytes, 30_000))).rejects.toMatchObject({ message: expect.stringMatching(message) });
});

test("an archive that unpacks to a thousand times its size holds nobody up", async () => {
  const bytes = Buffer.from(zipSync({ "a.csv": Buffer.alloc(16 * 1024 * 1024, "a,b\n1,2\n") }));
  let count = 0;
  const held = await heldBy(async () => {
    const open = kept(bytes, 65_536);
    for await (const rows of rowsOf(open, "utf-8", await columnsOf(open, "utf-8"))) count += rows.length;
  });
  expect(count).toBe(4 * 1024 * 1024 - 1);
  // A few milliseconds on a quiet machine, seconds if it were read at once.
  expect(held).toBeLessThan(1000);
}, 60_000);
