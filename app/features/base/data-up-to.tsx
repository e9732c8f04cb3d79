import { z } from "zod";
import { DATA_STATUS } from "./data-status";

const schema = z.object({
  day: z.string().nullable(),
  store: z.string().nullable(),
  stores: z.number(),
  opens: z.boolean(),
});

/** Above figures: up to which day orders were read, and the way to what is lacking. */
export function DataUpTo({ found }: { found: Readonly<Record<string, unknown>> }) {
  const read = schema.safeParse(found);
  if (!read.success || !read.data.stores) return null;
  const { day, store, stores, opens } = read.data;
  return (
    <p className="hint">
      {day ? `数据截至${day}` : "还没有读到整天的订单"}
      {stores > 1 && store ? `（${stores}个店铺由接口读取，最早的是${store}）` : ""}　
      {opens && <a href={DATA_STATUS}>数据完整性</a>}
    </p>
  );
}
