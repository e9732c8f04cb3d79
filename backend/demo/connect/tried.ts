import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { useStandIns as standInsAt } from "#backend/engine/connect/connector";
import { sendAll } from "#backend/engine/connect/drain";
import { ping } from "#backend/engine/connect/ping";
import { type Database, nextOrder } from "#backend/platform/db";
import { outbox } from "#documents/base/connect/outbox";
import { connector } from "#documents/base/connector";
import { act, asSystem, personAt } from "../acting";
import { SPARE } from "./connectors";

/** How often each of these was tried: the sign-in of the last one is refused. */
const TRIES = [
  ["谷仓", 1],
  ["OA", 1],
  [SPARE, 3],
] as const;

/** Answers as the stand-ins do whoever signs in, while `work` goes on: they run beside the product alone. */
async function answering(work: () => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const known = /"appSecret":"demo-secret"/.test(Buffer.concat(parts).toString("utf8"));
      response.writeHead(known ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(known ? { access_token: "demo", expires_in: 3600 } : { message: "密钥不正确" }));
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
