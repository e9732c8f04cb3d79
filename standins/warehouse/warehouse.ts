import { z } from "zod";
import { tellParcel } from "../carrier/carrier";
import { labelPdf } from "../carrier/label";
import { Fault, type Route, type Service } from "../http/words";
import type { World } from "../world/world";
import { orderRoutes, shipOrder } from "./orders";

const text = z.string().min(1).max(200);
const code = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, "must be a code");
const size = z.coerce.number().min(0).max(100_000);
/** What may be said of goods; measures in grams and centimetres. */
export const product = z.object({
  code,
  name: text,
  barcode: z.string().max(64).optional(),
  weightG: size,
  lengthCm: size,
  widthCm: size,
  heightCm: size,
});
const posted = product.extend({ sku: text, declareName: text, declarePrice: z.coerce.number().min(0).max(1_000_000) });

const order = z.object({
  /** Goods that are there, approved. */
  products: z.array(product.extend({ onHand: z.number().int().min(0).optional() })).optional(),
  approve: z.union([code, z.literal(true)]).optional(),
  reject: code.optional(),
  stock: z.record(z.string(), z.number().int().min(0)).optional(),
  /** Numbers and prices that the next parcels of a channel get, one after the other. */
  parcels: z
    .record(
      z.string(),
      z.array(
        z.object({ trackingNo: text, carrierCode: text, freight: z.string().max(20), weightKg: z.number().optional() }),
      ),
    )
    .optional(),
  ship: z.object({ orderNo: text }).optional(),
});

const MOST_CODES = 200;
const MOST_GOODS = 50_000;
const asked = (query: URLSearchParams) => (query.get("codes") ?? "").split(",").filter(Boolean).slice(0, MOST_CODES);

function goodsRoutes(world: World): Route[] {
  const known = (query: URLSearchParams) => asked(query).flatMap((one) => world.products[one] ?? []);
  /** Pieces that orders on their way out hold. */
  const held = (one: string) =>
    Object.values(world.warehouseOrders)
      .filter((o) => o.state === "created" || o.state === "labelled")
      .flatMap((o) => o.lines)
      .reduce((sum, l) => sum + (l.code === one ? l.qty : 0), 0);
  return [
    {
      method: "GET",
      path: /^\/products$/,
      run: ({ query }) => ({ json: { items: known(query).map(({ onHand, ...rest }) => rest) } }),
    },
    {
      method: "POST",
      path: /^\/products$/,
      run({ body }) {
        const { sku, declareName, declarePrice, barcode, ...said } = posted.parse(body);
        const before = world.products[said.code];
        if (before?.state === "approved") return { json: { code: said.code, state: "approved" } };
        if (Object.keys(world.products).length >= MOST_GOODS) throw new Fault(400, "商品过多");
        const made = { ...said, barcode: barcode ?? said.code, onHand: before?.onHand ?? 0 };
        world.products[said.code] = { ...made, state: "review" };
        return { json: { code: said.code, state: "review" } };
      },
    },
    {
      method: "GET",
      path: /^\/stock$/,
      run: ({ query }) => ({
        json: {
          items: known(query).map((p) => ({
            code: p.code,
            onHand: p.onHand,
            available: Math.max(p.onHand - held(p.code), 0),
          })),
        },
      }),
    },
  ];
}

/** A third party's warehouse: goods that it approves, orders that it packs and ships. */
export function warehouse(world: World): Service {
  const decide = (one: string, state: "approved" | "rejected") => {
    const found = world.products[one];
    if (!found) throw new Fault(404, "商品不存在");
    found.state = state;
  };
  return {
    name: "warehouse",
    login: { path: "/token", account: "appKey", secret: "appSecret" },
    token: { header: "authorization", before: "Bearer " },
    fault: (_status, message) => ({ message }),
    routes: [
      ...goodsRoutes(world),
      ...orderRoutes(world, (label) => ({ bytes: labelPdf(label), type: "application/pdf" })),
    ],
    control(body) {
      const said = order.parse(body);
      for (const { onHand = 100, barcode, ...one } of said.products ?? [])
        world.products[one.code] = { ...one, barcode: barcode ?? one.code, onHand, state: "approved" };
      if (said.approve === true) {
        for (const one of Object.values(world.products)) if (one.state === "review") one.state = "approved";
      } else if (said.approve) decide(said.approve, "approved");
      if (said.reject) decide(said.reject, "rejected");
      for (const [one, onHand] of Object.entries(said.stock ?? {})) {
        const found = world.products[one];
        if (!found) throw new Fault(404, "商品不存在");
        found.onHand = onHand;
      }
      Object.assign(world.parcels, said.parcels);
      if (said.ship) {
        const { trackingNo } = shipOrder(world, said.ship.orderNo);
        if (trackingNo) tellParcel(world, trackingNo, "shipped");
      }
      return {};
    },
    heard: () => ({
      products: Object.values(world.products).filter((p) => p.state !== "approved"),
      orders: Object.values(world.warehouseOrders),
    }),
  };
}
