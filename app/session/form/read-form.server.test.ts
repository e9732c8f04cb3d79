import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../../../server/listen";
import { FILE_BYTES, FORM_BYTES, FormRefusal, readForm } from "./read-form.server";

const directory = mkdtempSync(path.join(os.tmpdir(), "erp-forms-"));
let server: Server;
let url: string;
beforeAll(async () => {
  const app = express();
  app.post("/:who", async (req, res) => {
    try {
      const form = await readForm(req, res, req.params.who === "staff" ? directory : null);
      const entries: unknown[] = [];
      for (const [name, value] of form)
        entries.push([name, typeof value === "string" ? value : [value.name, value.type, (await value.text()).length]]);
      res.json({ entries, stored: readdirSync(directory).length });
    } catch (error) {
      if (!(error instanceof FormRefusal)) throw error;
      res.status(error.status).json(error.message);
    }
  });
  // As the product listens: who is refused while he still sends hears the answer.
  server = await listen(app, 0, "127.0.0.1");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(directory, { recursive: true, force: true });
});

async function post(body: BodyInit, headers: Record<string, string> = {}, who = "staff") {
  const init = { method: "POST", body, headers, duplex: "half" };
  const answer = await fetch(`${url}/${who}`, init as RequestInit);
  return { status: answer.status, body: await answer.json() };
}
const tooLarge = { status: 413, body: "提交的内容过大" };
const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };
const fileOf = (bytes: number) => new File([Buffer.alloc(bytes, "a")], "大.txt");
function formOf(entries: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}
/** A body whose length nobody announces. */
const endless = (bytes: number) =>
  Readable.toWeb(
    Readable.from(
      (function* () {
        for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536, "a");
      })(),
    ),
  ) as ReadableStream;

test("texts keep names, order and repetition in both kinds of form", async () => {
  const entries: [string, string][] = [
    ["nodes[0].name", "甲"],
    ["tag", "a&b=c"],
    ["tag", "b\r\nc"],
    ["a[]", ""],
    ['quoted "name"', "1"],
    ["__proto__", "x"],
  ];
  expect((await post(new URLSearchParams(entries))).body.entries).toEqual(entries);
  expect((await post(formOf(entries))).body.entries).toEqual(entries);
});

test("files go to disk and are gone with the answer", async () => {
  const form = formOf([
    ["title", "合同"],
    ["file", new File(["content"], "合同.pdf", { type: "application/pdf" })],
    ["file", new File([], "")],
  ]);
  expect((await post(form)).body).toEqual({
    entries: [
      ["title", "合同"],
      ["file", ["合同.pdf", "application/pdf", 7]],
    ],
    stored: 1,
  });
  await expect.poll(() => readdirSync(directory)).toEqual([]);
});

test("what is no form is left alone", async () => {
  const answer = await post("{}", { "content-type": "application/json" });
  expect(answer).toEqual({ status: 200, body: { entries: [], stored: 0 } });
});

test("a form of 1 MB and files of 25 MB are taken", async () => {
  const text = `a=${"x".repeat(FORM_BYTES - 2)}`;
  expect((await post(text, URLENCODED)).status).toBe(200);
  expect((await post(formOf([["file", fileOf(FILE_BYTES)]]))).status).toBe(200);
});

test("more is refused, announced or counted, and leaves nothing", async () => {
  expect(await post(`a=${"x".repeat(FORM_BYTES)}`, URLENCODED)).toEqual(tooLarge);
  expect(await post(endless(FORM_BYTES * 3), URLENCODED)).toEqual(tooLarge);
  expect(await post(formOf([["file", fileOf(FILE_BYTES + FORM_BYTES)]]))).toEqual(tooLarge);
  const half = fileOf(FILE_BYTES / 2 + FORM_BYTES);
  expect(
    await post(
      formOf([
        ["file", half],
        ["file", half],
      ]),
    ),
  ).toEqual(tooLarge);
  expect(await post(formOf([["a", "x".repeat(FORM_BYTES + 1)]]))).toEqual(tooLarge);
  const boundary = { "content-type": "multipart/form-data; boundary=b" };
  expect((await post(endless(FILE_BYTES * 2), boundary)).status).toBe(413);
  await expect.poll(() => readdirSync(directory)).toEqual([]);
});

test("200 MB are refused before they are sent", async () => {
  const status = await new Promise((done, fail) => {
    const headers = { ...URLENCODED, "content-length": 200 * 1024 * 1024 };
    const sending = request(`${url}/staff`, { method: "POST", headers });
    sending.on("response", (answer) => done(answer.resume().statusCode)).on("error", fail);
    sending.write("a=");
  });
  expect(status).toBe(413);
});

test("more fields than any form has are refused", async () => {
  expect(await post("a=&".repeat(20_001), URLENCODED)).toEqual(tooLarge);
  expect(await post(formOf(Array(20_001).fill(["a", ""])))).toEqual(tooLarge);
});

test("who is not signed in sends no files and no more than a form", async () => {
  expect(await post(formOf([["file", fileOf(3)]]), {}, "nobody")).toEqual(tooLarge);
  expect(await post(formOf([["a", "b"]]), {}, "nobody")).toMatchObject({ status: 200 });
  expect(await post(formOf([["a", "x".repeat(FORM_BYTES)]]), {}, "nobody")).toEqual(tooLarge);
});

test("a broken body is named as such", async () => {
  const unreadable = { status: 400, body: "提交的内容无法解析" };
  const type = (rest: string) => ({ "content-type": `multipart/form-data${rest}` });
  expect(await post("hello", type(""))).toEqual(unreadable);
  const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc';
  expect(await post(cut, type("; boundary=b"))).toEqual(unreadable);
  expect(readdirSync(directory)).toEqual([]);
});
