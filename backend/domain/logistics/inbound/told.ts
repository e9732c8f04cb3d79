import { z } from "zod";
import { Refused } from "#backend/engine/connect/words";
import { pickAs } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { warehouse } from "#documents/base/warehouse";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import type { InboundRow } from "./ask";
import type { BoxSent, TransportOption } from "./platform";

const groups = z.array(z.object({ id: z.string(), mskus: z.array(z.string()) }));
const contents = z.array(z.object({ skuId: z.string(), qty: z.number() }));

/** A group of listings that may be packed together. */
export type PackingGroup = z.infer<typeof groups>[number];

/** In which of the platform's groups each listing is packed. */
export const groupsOf = ({ packingGroups }: Pick<InboundRow, "packingGroups">) =>
  groups.catch([]).parse(packingGroups ?? []);

const mskusOf = ({ items }: InboundRow) => new Map(items.map(({ skuId, msku }) => [skuId, msku ?? ""]));

/** Where goods leave, as the platform wants it. */
export const shipFromOf = (sql: Sql, warehouseId: string) =>
  pickAs({ sql }, warehouse, warehouseId, {
    name: "contact",
    addressLine1: "address",
    city: "city",
    stateOrProvinceCode: "province",
    postalCode: "postcode",
    countryCode: "country",
    phoneNumber: "phone",
  });

const filled = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** createInboundPlan */
export async function planBody(sql: Sql, row: InboundRow) {
  const store = await sql.one<{ marketplaceId: string }>(
    `select i.marketplace_id as "marketplaceId" from store s join site i on i.id = s.site_id where s.id = $1`,
    [row.storeId],
  );
  return {
    name: row.planName,
    destinationMarketplaces: [store?.marketplaceId],
    sourceAddress: filled((await shipFromOf(sql, row.fromWarehouseId)) ?? {}),
    items: row.items.map(({ msku, qty, expiryDay }) => ({
      msku,
      quantity: qty,
      labelOwner: row.labelOwner,
      prepOwner: row.prepOwner,
      ...(expiryDay && { expiration: expiryDay }),
    })),
  };
}

/** Boxes by the group that their goods are packed in; equal ones are told once. */
export function groupings(row: InboundRow): { packingGroupId: string; boxes: BoxSent[] }[] {
  const mskus = mskusOf(row);
  const told = new Map<string, Map<string, BoxSent>>();
  for (const box of row.boxes) {
    const items = contents
      .parse(box.contents)
      .map(({ skuId, qty }) => ({
        msku: mskus.get(skuId) ?? "",
        quantity: qty,
        labelOwner: row.labelOwner,
        prepOwner: row.prepOwner,
      }));
    const group = groupsOf(row).find(({ mskus: of }) => items.every(({ msku }) => of.includes(msku)));
    if (!group) throw new Refused(`箱${box.boxNo}的货物不能装在一起，平台把它们分在不同的包装组`);
    const [length, width, height, value] = [box.lengthCm, box.widthCm, box.heightCm, box.weightKg].map(Number);
    const sent: BoxSent = {
      quantity: 1,
      dimensions: { unitOfMeasurement: "CM", length: length ?? 0, width: width ?? 0, height: height ?? 0 },
      weight: { unit: "KG", value: value ?? 0 },
      contentInformationSource: "BOX_CONTENT_PROVIDED",
      items,
    };
    const key = JSON.stringify(sent);
    const boxes = told.get(group.id) ?? new Map<string, BoxSent>();
    const equal = boxes.get(key);
    if (equal) equal.quantity++;
    else boxes.set(key, sent);
    told.set(group.id, boxes);
  }
  return [...told].map(([packingGroupId, boxes]) => ({ packingGroupId, boxes: [...boxes.values()] }));
}

/** The cheapest of what a shipment may travel by, of the kind that was asked for. @throws Refused */
export function wayOf(
  row: Pick<InboundRow, "carrierKind" | "shipWay">,
  shipmentId: string,
  offered: TransportOption[],
) {
  const cost = ({ quote }: TransportOption) => dec(quote?.cost.amount ?? "0");
  const [first] = offered
    .filter((o) => o.shippingSolution === row.carrierKind && o.shippingMode === row.shipWay)
    .sort((a, b) => cost(a).cmp(cost(b)));
  if (first) return first;
  const { shipWay, carrierKind } = fbaInbound.fields;
  const names = offered.map(({ shippingMode, shippingSolution }) => {
    const mode = Object.entries(shipWay.options).find(([name]) => name === shippingMode)?.[1].label;
    const whose = Object.entries(carrierKind.options).find(([name]) => name === shippingSolution)?.[1].label;
    return `${whose ?? shippingSolution} ${mode ?? shippingMode}`;
  });
  throw new Refused(`货件${shipmentId}没有所选的运输方式，平台提供：${[...new Set(names)].join("、") || "无"}`);
}
