import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { progress } from "./progress";
import { starting } from "./starting";

let ready = false;
let url = "";
const app = express().use(
  starting(
    () => ready,
    () => "演示数据：<订单> 3 条",
  ),
  (_req, res) => void res.send("there"),
);
const server = app.listen(0, "127.0.0.1");
beforeAll(async () => {
  if (!server.listening) await new Promise((done) => server.once("listening", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/login`;
});
afterAll(() => server.close());

const html = { headers: { accept: "text/html" } };

test("who comes early sees what is done, and comes back by itself", async () => {
  const early = await fetch(url, html);
  expect(early.status).toBe(503);
  expect(early.headers.get("refresh")).toBe("2");
  expect(await early.text()).toContain("<p>演示数据：&#60;订单&#62; 3 条</p>");
  const program = await fetch(url);
  expect([program.status, program.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await program.text()).toBe("系统正在启动，请稍后刷新");
  const sent = await fetch(url, { method: "POST", ...html });
  expect([sent.status, sent.headers.get("refresh")]).toEqual([503, null]);
  ready = true;
  expect(await (await fetch(url, html)).text()).toBe("there");
});

test("steps are one line that moves on a terminal; a password is never what the page shows", () => {
  const said = (isTTY: boolean) => {
    const parts: unknown[] = [];
    const { say, last } = progress({ isTTY, write: (part: unknown) => parts.push(part) > 0 });
    for (const line of ["首次启动", "演示数据：用户", "演示数据：订单", "初始密码：x"]) say(line);
    return [parts.join(""), last()];
  };
  expect(said(false)).toEqual(["首次启动\n演示数据：用户\n演示数据：订单\n初始密码：x\n", "演示数据：订单"]);
  expect(said(true)[0]).toBe("首次启动\n演示数据：用户\r\u001b[2K演示数据：订单\r\u001b[2K初始密码：x\n");
});
