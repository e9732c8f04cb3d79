import type { Remote } from "#backend/domain/base/etl/embedded";
import { orderSync } from "#backend/domain/base/etl/loaders";
import type { Engine } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { type FeedTurn, syncNow } from "./sync";

const sum = (turns: readonly FeedTurn[], of: "told" | "kept") => turns.reduce((n, turn) => n + turn[of], 0);

const lineOf = ({ name, told, kept, fault }: FeedTurn) =>
  fault ? `${name}：${fault}` : `${name}：读取 ${told} 单，写入 ${kept} 单`;

/** 订单同步 of the embedded engine: what every store's connection tells, read at once. */
export const orderRemote = (engine: Engine): Remote => ({
  ...orderSync,
  async run(db: Database, tenantId: string) {
    const turns = await syncNow(db, engine, tenantId);
    const faults = turns.filter((turn) => turn.fault);
    return {
      read: sum(turns, "told"),
      written: sum(turns, "kept"),
      says: turns.map(lineOf).join("\n") || "没有可读取的平台连接，或其他同步正在进行",
      fault: faults.map(lineOf).join("；") || null,
    };
  },
});
