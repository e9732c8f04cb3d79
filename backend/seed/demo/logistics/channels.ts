import type { Values } from "../../../documents/rules";

type Tier = [from: string, to: string | null, price: string];

const tiers = (...rows: Tier[]): Values[] =>
  rows.map(([fromQty, toQty, unitPrice]) => ({ kind: "tier", fromQty, toQty, unitPrice }));

const extra = (name: string, calcType: string, value: string, condition = "always"): Values => ({
  ...{ kind: "surcharge", name, calcType, value, condition },
});

const fuel = (percent: string) => extra("燃油附加费", "percent", percent);
const weight = (volumeDivisor: number, roundUnitKg: string, roundScope = "box"): Values => ({
  ...{ billingType: "weight", volumeDivisor, roundUnitKg, roundScope },
});

const channel = (
  name: string,
  transportMode: string,
  destCountry: string,
  [transitDaysMin, transitDaysMax]: [number, number],
  more: Values,
): Values => ({
  ...{ channelName: name, transportMode, destCountry, transitDaysMin, transitDaysMax },
  ...{ currency: "CNY", fromPlace: "深圳", taxIncluded: true, ...more },
});

/** What the templates of parcels within a country are called. */
export const LAST_MILE = "本地派送";

/** Channels of three carriers: by sea, by air, by courier; to the United States, Germany, Japan, Britain. */
export const CHANNELS: readonly Values[][] = [
  [
    channel("美西快船", "seaExpress", "US", [18, 25], {
      ...{ ...weight(6000, "0.5"), minCharge: "12" },
      items: [
        ...tiers(["0", "45", "12.5"], ["45", "100", "9.8"], ["100", null, "9.2"]),
        extra("清关费", "fixed", "300"),
        extra("带电附加费", "perKg", "1.5", "battery"),
        extra("超重附加费", "perCarton", "60", "overweight"),
      ],
    }),
    channel("美西卡派", "sea", "US", [28, 38], {
      ...{ ...weight(6000, "1", "shipment"), destZone: ["9", "ONT8", "LAX9"] },
      items: [...tiers(["0", "100", "8.2"], ["100", null, "6.9"]), extra("清关费", "fixed", "260")],
    }),
    channel("欧洲卡航", "truck", "DE", [16, 22], {
      ...weight(6000, "0.5"),
      items: [
        ...tiers(["0", "50", "15.8"], ["50", null, "13.6"]),
        extra("税号服务费", "fixed", "150"),
      ],
    }),
  ],
  [
    channel("美国海运整柜", "sea", "US", [32, 42], {
      ...{ currency: "USD", billingType: "container", fromPlace: "盐田" },
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
      ...{ ...weight(6000, "0.5"), minCharge: "10" },
      items: [
        ...tiers(["0", "100", "38"], ["100", null, "34.5"]),
        fuel("12"),
        extra("带电附加费", "perKg", "3", "battery"),
      ],
    }),
    channel("日本海运拼箱", "sea", "JP", [9, 14], {
      ...{ billingType: "volume", minCharge: "0.5" },
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
        ...{ ...weight(5000, "0.1"), currency, fromPlace, taxIncluded: false, minCharge: "0.5" },
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
        ...{ ...weight(5000, "0.5"), currency, taxIncluded: false },
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
