import dayjs from "dayjs";
import { moveTo, patch, type RuleValues } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { freightTemplate } from "#documents/logistics/freight-template";
import { supplier } from "#documents/supplier/supplier";
import { act, approveAll, asSystem, draft, personAt } from "../acting";
import { uploadSample } from "../sample-files";

type Tier = [from: string, to: string | null, price: string];

const tiers = (...rows: Tier[]): RuleValues[] =>
  rows.map(([fromQty, toQty, unitPrice]) => ({ kind: "tier", fromQty, toQty, unitPrice }));

const extra = (name: string, calcType: string, value: string, condition = "always"): RuleValues => ({
  kind: "surcharge",
  name,
  calcType,
  value,
  condition,
});

const fuel = (percent: string) => extra("燃油附加费", "percent", percent);
const weight = (volumeDivisor: number, roundUnitKg: string, roundScope = "box"): RuleValues => ({
  billingType: "weight",
  volumeDivisor,
  roundUnitKg,
  roundScope,
});

const channel = (
  name: string,
  transportMode: string,
  destCountry: string,
  [transitDaysMin, transitDaysMax]: [number, number],
  more: RuleValues,
): RuleValues => ({
  channelName: name,
  transportMode,
  destCountry,
  transitDaysMin,
  transitDaysMax,
  currency: "CNY",
  fromPlace: "深圳",
  taxIncluded: true,
  ...more,
});

/** What the templates of parcels within a country are called. */
const LAST_MILE = "本地派送";

/** Channels of three carriers: by sea, by air, by courier; to the United States, Germany, Japan, Britain. */
const CHANNELS: readonly RuleValues[][] = [
  [
    channel("美西快船", "seaExpress", "US", [18, 25], {
      ...weight(6000, "0.5"),
      minCharge: "12",
      items: [
        ...tiers(["0", "45", "12.5"], ["45", "100", "9.8"], ["100", null, "9.2"]),
        extra("清关费", "fixed", "300"),
        extra("带电附加费", "perKg", "1.5", "battery"),
        extra("超重附加费", "perCarton", "60", "overweight"),
      ],
    }),
    channel("美西卡派", "sea", "US", [28, 38], {
      ...weight(6000, "1", "shipment"),
      destZone: ["9", "ONT8", "LAX9"],
      items: [...tiers(["0", "100", "8.2"], ["100", null, "6.9"]), extra("清关费", "fixed", "260")],
    }),
    channel("欧洲卡航", "truck", "DE", [16, 22], {
      ...weight(6000, "0.5"),
      items: [...tiers(["0", "50", "15.8"], ["50", null, "13.6"]), extra("税号服务费", "fixed", "150")],
    }),
  ],
  [
    channel("美国海运整柜", "sea", "US", [32, 42], {
      currency: "USD",
      billingType: "container",
      fromPlace: "盐田",
      items: [
        ...["20GP 2150", "40GP 3180", "40HQ 3480"].map((text) => {
          const [containerType, unitPrice] = text.split(" ");
          return { kind: "tier", containerType, unitPrice };
        }),
        extra("目的港费", "fixed", "420"),
        extra("清关费", "fixed", "120"),
      ],
    }),
    channel("美国空派", "air", "US", [7, 11], {
      ...weight(6000, "0.5"),
      minCharge: "10",
      items: [
        ...tiers(["0", "100", "38"], ["100", null, "34.5"]),
        fuel("12"),
        extra("带电附加费", "perKg", "3", "battery"),
      ],
    }),
    channel("日本海运拼箱", "sea", "JP", [9, 14], {
      billingType: "volume",
      minCharge: "0.5",
      items: [...tiers(["0", "3", "980"], ["3", null, "860"]), extra("清关费", "fixed", "280")],
    }),
    channel("英国空派", "air", "GB", [8, 12], {
      ...weight(6000, "0.5"),
      items: [...tiers(["0", "100", "41"], ["100", null, "37"]), fuel("11.5")],
    }),
  ],
  [
    ...(
      [
        ["US", "USD", "洛杉矶", "4.1", "3.2"],
        ["DE", "EUR", "法兰克福", "3.9", "3.1"],
      ] as const
    ).map(([country, currency, fromPlace, small, large]) =>
      channel(`${LAST_MILE}${country}`, "express", country, [2, 6], {
        ...weight(5000, "0.1"),
        currency,
        fromPlace,
        taxIncluded: false,
        minCharge: "0.5",
        items: [...tiers(["0", "5", small], ["5", null, large]), fuel("9.5")],
      }),
    ),
    ...(
      [
        ["US", "USD", "5.2", "4.6", 3, 5],
        ["DE", "EUR", "5.4", "4.9", 4, 6],
        ["GB", "GBP", "4.5", "4.1", 4, 6],
        ["JP", "JPY", "620", "540", 2, 4],
      ] as const
    ).map(([country, currency, small, large, min, max]) =>
      channel(`国际快递${country}`, "express", country, [min, max], {
        ...weight(5000, "0.5"),
        currency,
        taxIncluded: false,
        items: [
          ...tiers(["0", "21", small], ["21", null, large]),
          fuel("18.5"),
          extra("偏远附加费", "perKg", currency === "JPY" ? "60" : "0.55", "remote"),
          extra("超长附加费", "perCarton", currency === "JPY" ? "3000" : "25", "oversize"),
        ],
      }),
    ),
  ],
];

/** Two forwarders of the suppliers, and a courier besides. */
async function carriers(sql: Sql): Promise<{ id: string; name: string }[]> {
  const buyer = await personAt(asSystem(sql), "buyer");
  const courier = await draft(buyer, supplier, {
    name: "深圳市迅达国际快递有限公司",
    shortName: "迅达快递",
    supplierType: "logistics",
    country: "CN",
    creditCode: "91440300MA5XD00888",
    level: "A",
    currency: "CNY",
    settleMethod: "monthly",
    periodDays: 30,
    buyerId: buyer.caller.userId,
    leadDays: 1,
    contactName: "何迅",
    mobile: "13900002222",
    address: "深圳市宝安区机场路8号",
    qualifications: [await uploadSample(buyer, "document", "营业执照.pdf")],
    accounts: [
      {
        accountName: "深圳市迅达国际快递有限公司",
        bankName: "示例银行",
        accountNo: "6222888800009999",
        currency: "CNY",
        isDefault: true,
        enabled: true,
      },
    ],
  });
  await act(buyer, "supplier", courier.id, "submit");
  await approveAll(asSystem(sql), "supplier", courier.id);
  return sql.query(
    `select id, short_name as name from supplier
     where supplier_type = 'logistics' and status = 'approved' and del_flag = 0 order by id limit 3`,
  );
}

/** Freight templates: those in force, one out of force, one expired, one not yet agreed. */
export async function insertTemplates(sql: Sql, today: string): Promise<number> {
  const clerk = await personAt(asSystem(sql), "logistics");
  const day = (days: number) => dayjs(today).add(days, "day").format("YYYY-MM-DD");
  const period = { validFrom: day(-75), validTo: day(105) };
  let count = 0;
  for (const [i, { id: providerId, name }] of (await carriers(sql)).entries())
    for (const values of CHANNELS[i] ?? []) {
      const { id } = await draft(clerk, freightTemplate, {
        ...values,
        ...period,
        providerId,
        name: `${name}${values.channelName}`,
      });
      await act(clerk, "freight_template", id, "enable");
      count++;
    }
  // Parcels to customers are priced by the country that their channels reach first.
  await sql.query(
    `update logistics_channel c set freight_template_id = t.id from freight_template t
     where t.channel_name = $1 || (c.countries)[1]`,
    [LAST_MILE],
  );
  const first = await sql.one<{ providerId: string }>(
    `select provider_id as "providerId" from freight_template order by id limit 1`,
  );
  const old = async (name: string) => {
    const values = { ...CHANNELS[0]?.[0], ...period, providerId: first?.providerId };
    const next = { ...values, name, channelName: name };
    return (await draft(clerk, freightTemplate, next)).id;
  };
  const [off, past] = [await old("美西慢船"), await old("美西快船（上半年）")];
  await old("美东快船（询价中）");
  await act(clerk, "freight_template", off, "enable");
  await act(clerk, "freight_template", off, "disable");
  await act(clerk, "freight_template", past, "enable");
  await patch({ sql }, freightTemplate, past, { validFrom: day(-240), validTo: day(-60) });
  await moveTo(asSystem(sql), freightTemplate, past, "expired", "自动过期");
  return count + 3;
}
