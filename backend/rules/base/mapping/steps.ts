import type { GoodsMapping } from "#documents/base/mapping/shape";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { providerWord } from "./find";
import { goodsOf, lackOf } from "./goods";
import { connectionOf, isWaiting, say } from "./line";
import { type Mapping, saidBy } from "./row";
import { ALREADY, lockSystem, skuActive } from "./unique";

/** A package that was promised or told to the warehouse and has not left it names the goods by this. */
const inUse = ({ sql }: RuleContext, { warehouseId, system, skuId }: Mapping) =>
  sql.one(
    `select 1 from package_order p
       join package_order_line l on l.package_order_id = p.id and l.del_flag = 0
       join warehouse w on w.id = p.warehouse_id
     where p.del_flag = 0 and p.status in ('reserved', 'sent', 'labelled') and l.sku_id = $1
       and (w.id = $2 or ($2::bigint is null and w.provider = $3 and not exists (
         select 1 from goods_mapping o where o.system = 'overseas' and o.warehouse_id = w.id
           and o.sku_id = l.sku_id and o.status = 'active' and o.del_flag = 0)))
     limit 1`,
    [skuId, warehouseId, system],
  );

const WAITING = "正在与对方同步，请稍后刷新";

const lineOf = async (c: RuleContext, document: GoodsMapping, row: Mapping) => ({
  waiting: await isWaiting(c, document.name, row.id),
  connection: await connectionOf(c, saidBy(row)),
});

const tell = (c: RuleContext, { id }: Mapping, says: string) =>
  c.sql.query("update goods_mapping set sync_msg = $2 where id = $1", [id, says]);

/** 推送 to the other side: with a connection it hears of it, without one somebody registers it there. */
const push = (document: GoodsMapping) =>
  transition(document, "push", {
    lock: async (c, row) => ({
      ...(await lineOf(c, document, row)),
      lack: lackOf(await goodsOf(c, row.skuId)),
    }),
    guard: ({ waiting, lack }) => (waiting ? WAITING : lack),
    to: ({ row, connection }) => (connection ? row.status : "pushed"),
    async effect(c, { row, connection }) {
      if (connection) {
        await say(c, "push", document.name, row, connection.id);
        await tell(c, row, "正在推送");
        return;
      }
      await tell(c, row, `未配置${providerWord(row.system ?? "")}连接，请在对方后台登记商品后生效`);
      await c.sql.query("update goods_mapping set last_push_time = now() where id = $1", [row.id]);
    },
  });

const pull = (document: GoodsMapping) =>
  transition(document, "pull", {
    lock: (c, row) => lineOf(c, document, row),
    guard({ row, waiting, connection }) {
      if (!connection) return `未配置${providerWord(row.system ?? "")}连接，不能拉取`;
      return waiting && WAITING;
    },
    async effect(c, { row, connection }) {
      if (!connection) return;
      await say(c, "pull", document.name, row, connection.id);
      await tell(c, row, "正在拉取");
    },
  });

/** What may be done to a mapping. */
export const steps = (document: GoodsMapping) => [
  push(document),
  pull(document),
  transition(document, "activate", {
    async lock(c, row) {
      await lockSystem(c, saidBy(row).system);
      return { other: await skuActive(c, saidBy(row)) };
    },
    guard: ({ other }) => other && ALREADY,
  }),
  transition(document, "disable", {
    lock: async (c, row) => ({ used: await inUse(c, row) }),
    guard: ({ used }) => used && "有待发包裹使用此映射",
  }),
];
