import type { Sql } from "../../db/sql";
import { asSystem } from "./acting";
import { insertContracts } from "./order-contracts";
import { insertChanges, submitNewest } from "./order-flow";
import { insertOrders, settleOrders } from "./orders";
import type { Chance } from "./random";
import { submitSourcing } from "./sourcing/flow";
import { settleSourcing } from "./sourcing/settle";

/** Purchase orders, contracts and changes (market.md 13). Needs the awards and turned lines. */
export async function insertOrdering(sql: Sql, chance: Chance, today: string): Promise<number> {
  const c = asSystem(sql);
  const orders = await insertOrders(sql, chance, today);
  await settleSourcing(sql);
  const contracts = await insertContracts(c, chance, today);
  const changes = await insertChanges(c, today);
  await submitNewest(c);
  await submitSourcing(c);
  await settleOrders(sql);
  return orders.length + contracts + changes;
}
