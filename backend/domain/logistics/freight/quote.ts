import Big from "big.js";
import type { RuleContext } from "#backend/engine/documents";
import { missing } from "#backend/platform/http";
import { dec, param, scaleOf, today } from "#backend/platform/values";
import { type FreightBox, type FreightPrice, priceOf, type Shipment } from "#documents/logistics/freight-price";
import type { FreightTerms } from "#documents/logistics/freight-types";

export interface Parcel {
  weightKg: string;
  volumeCm3: string;
  /** Longest side of anything in it; 0: nobody knows. */
  longestCm: string;
}

/** Decimals of a side: three sides together have what a price reckons with. */
const SIDE = 4;

/**
 * A parcel as a template prices it: as long as the longest thing in it and otherwise square, so that no
 * side is longer than its goods take. Sides are cut, so that its volume never goes beyond what it holds.
 */
export function parcelBox({ weightKg, volumeCm3, longestCm }: Parcel): FreightBox {
  const volume = dec(volumeCm3);
  const cube = dec(Math.cbrt(volume.toNumber()).toFixed(SIDE));
  const length = cube.gt(longestCm) ? cube : dec(longestCm);
  if (length.lte(0)) return { weightKg, lengthCm: "0", widthCm: "0", heightCm: "0" };
  const area = volume.div(length);
  const width = area.sqrt().round(SIDE, Big.roundDown);
  const height = width.gt(0) ? area.div(width).round(SIDE, Big.roundDown) : width;
  return { weightKg, lengthCm: length.toFixed(), widthCm: width.toFixed(SIDE), heightCm: height.toFixed(SIDE) };
}

export interface QuoteOf {
  templateId: string;
  /** Business date; today unless given. */
  date?: string | null;
  country?: string | null;
  zone?: string | null;
  remote?: boolean;
  boxes: readonly FreightBox[];
  /** The version that it was quoted with before: its price stays, whatever became of the template. */
  templateVersion?: number | null;
}

export type Quote = FreightPrice & { templateVersion: number; currency: string };

/** An enabled template as it is quoted. */
export interface Offer {
  id: string;
  status: string;
  country: string;
  validFrom: string;
  validTo: string;
  currency: string;
  templateVersion: number;
  terms: FreightTerms;
}

/** Usable room of each container type, of its dictionary and the parameter container_usable_ratio. */
export async function containersOf({
  sql,
  tenantId,
}: Pick<RuleContext, "sql" | "tenantId">): Promise<NonNullable<FreightTerms["containers"]>> {
  const ratio = await param(sql, tenantId, "container_usable_ratio");
  const items = await sql.query<{ type: string; volume: string | null; payload: string | null }>(
    `select value as type, substring(remarks from 'volumeM3=([0-9.]+)') as volume,
       substring(remarks from 'payloadKg=([0-9.]+)') as payload
     from sys_dict_item where tenant_id = $1 and dict_type = 'container_type' and del_flag = 0`,
    [tenantId],
  );
  return Object.fromEntries(
    items.flatMap(({ type, volume, payload }) =>
      volume && payload ? [[type, { volumeM3: dec(volume).times(ratio).toFixed(4), payloadKg: payload }]] : [],
    ),
  );
}

/** Templates with the terms of their present version, those that `condition` holds for. */
export const offersWhere = (
  { sql, tenantId }: RuleContext,
  condition: string,
  values: readonly unknown[] = [],
  version = "t.template_version",
): Promise<Offer[]> =>
  sql.query<Offer>(
    `select t.id, t.status, t.dest_country as country, t.valid_from as "validFrom",
       t.valid_to as "validTo", t.currency, v.template_version as "templateVersion", v.terms
     from freight_template t
       join freight_template_version v
         on v.template_id = t.id and v.template_version = ${version}
     where t.tenant_id = $1 and t.del_flag = 0 and ${condition} order by t.id`,
    [tenantId, ...values],
  );

/** Why a template does not serve a country on a day. */
export function notServed(
  offer: Omit<Offer, "terms">,
  { date = today(), country }: Pick<QuoteOf, "date" | "country">,
): string | undefined {
  const day = date ?? today();
  if (offer.status !== "enabled") return "模板未启用";
  if (country && offer.country !== country) return "不派送该目的国";
  if (day < offer.validFrom) return `${offer.validFrom}起生效`;
  if (day > offer.validTo) return `已于${offer.validTo}失效`;
  return undefined;
}

/** Price of a shipment by one offer. */
export async function priceBy(c: RuleContext, { terms }: Offer, shipment: Shipment): Promise<FreightPrice> {
  const containers = terms.billingType === "container" ? await containersOf(c) : {};
  return priceOf({ ...terms, containers, scale: await scaleOf(c, terms.currency) }, shipment);
}

/**
 * Price of a shipment by a template on a business date, with the version that made it; or the sentence
 * why the template does not serve it.
 * @throws Refusal 404 of a template that is not there or was never enabled
 */
export async function quoteFreight(c: RuleContext, of: QuoteOf): Promise<Quote> {
  const kept = of.templateVersion ?? null;
  const [offer] = await offersWhere(c, "t.id = $2", [of.templateId, kept], "coalesce($3, t.template_version)");
  if (!offer) throw missing();
  const { templateVersion, currency } = offer;
  const refused = kept ? undefined : notServed(offer, of);
  const price = refused ? { refused } : await priceBy(c, offer, of);
  return { ...price, templateVersion, currency };
}
