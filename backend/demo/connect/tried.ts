import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { useStandIns as standInsAt } from "#backend/engine/connect/connector";
import { sendAll } from "#backend/engine/connect/drain";
import { ping } from "#backend/engine/connect/ping";
import { type Database, nextOrder } from "#backend/platform/db";
import { outbox } from "#documents/base/connect/outbox";
import { connector } from "#documents/base/connector";
import { act, asSystem, personAt } from "../acting";
import { OLD_SECRET, SPARE } from "./connectors";

/** How often each of these was tried: the sign-in of the last one is refused. */
const TRIES = [
  ["谷仓", 1],
  ["OA", 1],
  [SPARE, 3],
] as const;

interface ConnectAnswer {
  status: number;
  json: unknown;
}

const denied = (message: string): ConnectAnswer => ({ status: 400, json: { message } });
const NOTHING_NEW: ConnectAnswer = { status: 200, json: { payload: { Orders: [] } } };

/** What systems outside say to a question: no, but that a marketplace has nothing new when it is asked again. */
function answerTo(url: string, body: string, asked: Set<string>): ConnectAnswer {
  if (/token$/.test(url))
    return body.includes(OLD_SECRET)
      ? { status: 401, json: { message: "密钥不正确" } }
      : { status: 200, json: { access_token: "demo", expires_in: 3600 } };
  if (/shipmentConfirmation$/.test(url)) return { status: 200, json: {} };
  if (/refund/.test(url)) return denied("退款金额超过该订单的可退金额");
  if (!/orders\/v0\/orders\?/.test(url)) return denied("商品编码不存在，无法接单");
  if (asked.has("orders")) return NOTHING_NEW;
  asked.add("orders");
  return denied("查询时间范围超过平台限制");
}

/**
 * Answers as the stand-ins do, which run beside the product alone, while `work` goes on: lets in whom it knows,
 * and does nothing of what it is asked.
 */
export async function answering(work: () => Promise<void>): Promise<void> {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { status, json } = answerTo(request.url ?? "", Buffer.concat(parts).toString("utf8"), asked);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(json));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  try {
    standInsAt(`http://127.0.0.1:${portOf(address)}`);
    await work();
  } finally {
    standInsAt(null);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address ? address.port : 0;

/** The connections were tried, and what could not be said waits for somebody. */
export async function tryConnections(db: Database): Promise<void> {
  const tried: string[] = [];
  await db.tx(async (sql) => {
    const staff = await personAt(asSystem(sql), "it_staff");
    for (const [name, times] of TRIES) {
      const found = await sql.one<{ id: string }>(
        "select id from connector where name = $1 and tenant_id = 1 order by id limit 1",
        [name],
      );
      if (!found) continue;
      tried.push(found.id);
      for (let i = 0; i < times; i++) await act(staff, connector.name, found.id, "test");
    }
  });
  await answering(async () => {
    for (const id of tried) await sendAll(db, id, new Map([[ping.kind, ping]]));
  });
  await db.tx(async (sql) => {
    nextOrder(sql);
    const dead = await sql.one<{ id: string }>("select id from outbox where status = 'dead' order by id limit 1");
    if (dead) await act(await personAt(asSystem(sql), "it_staff"), outbox.name, dead.id, "drop");
  });
}
