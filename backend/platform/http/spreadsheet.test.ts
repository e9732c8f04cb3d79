import express from "express";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portOf } from "../../../tests/port";
import { conflict } from "./refusal";
import { sendXlsx } from "./spreadsheet";

const columns = [
  { key: "name", header: "名称", width: 20 },
  { key: "n", header: "数量", numFmt: "0.00" },
];

async function* failing(after: number) {
  for (let i = 0; i < after; i++) yield { name: `${i} ${Math.sin(i)}`.repeat(50), n: i };
  throw conflict("导出中断");
}

const sources: Record<string, () => AsyncIterable<object> | Iterable<object>> = {
  two: () => [
    { name: '=1+1 <b>&"\u0001', n: 1.5 },
    { name: null, n: true },
  ],
  none: () => [],
  early: () => failing(0),
  late: () => failing(20_000),
};

let url: string;
let close: () => void;
beforeAll(async () => {
  const app = express();
  app.get("/:source", (req, res, next) => {
    sendXlsx(res, "清单 (1).xlsx", columns, sources[req.params.source]!(), { filterText: "全部" }).then(
      (n) => app.set("count", n),
      next,
    );
  });
  const refuse: express.ErrorRequestHandler = (error, _req, res, _next) => {
    if (res.headersSent) return void res.destroy();
    res.status(error.status).json({ code: 1, msg: error.message });
  };
  app.use(refuse);
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  url = `http://127.0.0.1:${portOf(server)}`;
  close = () => server.close();
});
afterAll(() => close());

const rowsOf = async (answer: Response) => (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]!.rows;

test("filter, headers and rows arrive as plain values under a UTF-8 name", async () => {
  const answer = await fetch(`${url}/two`);
  expect(answer.headers.get("content-type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="__ (1).xlsx"; filename*=UTF-8''${encodeURIComponent("清单 ")}%281%29.xlsx`,
  );
  expect(await rowsOf(answer)).toEqual([
    ["筛选条件：全部", null],
    ["名称", "数量"],
    ['=1+1 <b>&"', 1.5],
    [null, true],
  ]);
});

test("no row is still a file with its headers", async () => {
  expect((await rowsOf(await fetch(`${url}/none`))).at(-1)).toEqual(["名称", "数量"]);
});

test("an error before the first byte is a JSON refusal, a later one cuts the connection", async () => {
  const early = await fetch(`${url}/early`);
  expect(early.status).toBe(409);
  expect(await early.json()).toEqual({ code: 1, msg: "导出中断" });
  await expect(fetch(`${url}/late`).then((a) => a.arrayBuffer())).rejects.toThrow();
});
