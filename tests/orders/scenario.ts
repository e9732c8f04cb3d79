import told from "./scenario-1.json";
import type { Shop } from "./shop";

export const { no: NO, looks: LOOKS, found: FOUND } = told;
const RULES = "/ordermanage/orderrule";

/** The order of scenario 1 (market.md 12): 97.34 USD, to Los Angeles. */
export const ordered = () => ({ orderNo: NO, purchaseTime: "2026-07-06T18:00:00Z", ...structuredClone(told.order) });

/** The rules of scenario 1, made and switched on by calls. */
export async function makeRules({ call, press, places, channels }: Shop): Promise<void> {
  const actOf = ({ act, value }: { act: string; value?: string }) => {
    if (act === "SET_WAREHOUSE") return { act, warehouseId: places[value ?? ""] };
    if (act === "SET_LOGISTICS") return { act, logisticsChannelId: channels[value ?? ""] };
    return { act, value };
  };
  for (const { conditions, acts, ...said } of told.rules) {
    const made = await call("POST", RULES, {
      ...said,
      logic: "and",
      strategy: "order",
      acts: acts.map(actOf),
      conditions: conditions.map((leaf) => ({ level: 1, ...leaf })),
    });
    if (made.msg) throw new Error(`${said.ruleName}: ${made.msg}`);
    const on = await press(RULES, made.data.id, "enable");
    if (on.msg) throw new Error(`${said.ruleName}: ${on.msg}`);
  }
}

const PACKAGES = "/packageorder/order";

/** Every reserved package is sent, labelled and shipped, with the freight that the warehouse tells. */
export async function shipAll({ rows, press, say }: Shop): Promise<void> {
  const parcels = () => rows(PACKAGES);
  const until = async (column: string) => {
    for (let tries = 0; tries < 50; tries++) {
      await say();
      if ((await parcels()).every((p) => p[column])) return;
    }
    throw new Error(`no ${column}`);
  };
  const all = async (action: string) => {
    for (const { id } of await parcels()) {
      const { msg } = await press(PACKAGES, id, action);
      if (msg) throw new Error(`${action}: ${msg}`);
    }
  };
  await all("send");
  await until("externalOrderNo");
  await all("getLabel");
  await until("trackingNo");
  await all("ship");
}
