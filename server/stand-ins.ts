import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import type { RequestHandler } from "express";
import type { Order, Told } from "../standins/main";

/** Where people find the page of the stand-ins: it leads to their own port. */
export const STAND_INS_PATH = "/stand-ins";
const AGAIN_MS = 1000;

export interface StandIns {
  url: string;
  stop(): Promise<void>;
}

const program = () => path.resolve("build/apart/stand-ins.js");

/** A process that knows nothing of the product's settings. It reads its program before it is told its order. */
export function standInsProcess(): ChildProcess {
  const { NODE_ENV, TZ } = process.env;
  return fork(program(), { env: { NODE_ENV, TZ }, execArgv: [] }).on("error", () => {});
}

/** Tells it what there is. @returns the address at which it answers */
function begin(order: Order, child: ChildProcess): Promise<{ child: ChildProcess; url: string }> {
  return new Promise((done, fail) => {
    const ended = (code: number | null) => fail(new Error(`模拟外部系统没有启动（${code}）`));
    if (child.exitCode !== null) return ended(child.exitCode);
    child.once("message", (told: Told) =>
      "url" in told ? done({ child, url: told.url }) : fail(new Error(told.fault)),
    );
    child.once("error", fail);
    child.once("exit", ended);
    child.send(order);
  });
}

/** The demonstration's systems outside, as a process of their own: one that dies is started again. */
export async function startStandIns(order: Order, first = standInsProcess()): Promise<StandIns> {
  let { child, url } = await begin(order, first);
  const { port } = new URL(url);
  let ending = false;
  let again: NodeJS.Timeout | undefined;
  const watch = () =>
    child.once("exit", () => {
      if (!ending) again = setTimeout(restart, AGAIN_MS);
    });
  const restart = async () => {
    try {
      ({ child } = await begin({ ...order, port: Number(port) }, standInsProcess()));
    } catch {
      if (!ending) again = setTimeout(restart, AGAIN_MS);
      return;
    }
    if (ending) child.disconnect();
    else watch();
  };
  watch();
  return {
    url,
    async stop() {
      ending = true;
      clearTimeout(again);
      if (!child.connected) return;
      const gone = new Promise((done) => child.once("exit", done));
      child.disconnect();
      await gone;
    },
  };
}

/** Leads whoever asks for the page of the stand-ins to them, under the name by which this machine was reached. */
export const toStandIns =
  (url: string): RequestHandler =>
  (req, res) => {
    const to = new URL(url);
    if (to.hostname === "127.0.0.1") to.hostname = req.hostname;
    res.set("Cache-Control", "no-store").redirect(302, to.href);
  };
