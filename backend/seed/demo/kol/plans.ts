/** How far a cooperation comes. */
export type End = "draft" | "auditing" | "approved" | "published" | "finished" | "terminated";

export interface Plan {
  end: End;
  mode: "sampleOnly" | "fixed" | "fixedPlus" | "commission";
  /** Fixed fee in USD. */
  fee?: string;
  /** Pieces of the sample; 0: none is sent. */
  samples: number;
  /** Orders and sales that came of it, in the currency of the store. */
  sold?: [orders: number, sales: string];
  /** Days ago on which it was published. */
  published?: number;
}

const done = (fee: string, days: number, orders: number, sales: string): Plan => ({
  ...{ end: "finished", mode: "fixedPlus", fee, samples: 2, sold: [orders, sales] },
  published: days,
});

/** Cooperations of the stars, in their order. */
export const PLANS: readonly Plan[] = [
  done("600.00", 76, 61, "2480.00"),
  done("320.00", 64, 28, "1190.50"),
  done("450.00", 55, 19, "842.30"),
  done("280.00", 48, 44, "1765.20"),
  done("500.00", 41, 12, "398.00"),
  {
    end: "published",
    mode: "fixedPlus",
    fee: "400.00",
    samples: 2,
    sold: [17, "655.40"],
    published: 9,
  },
  {
    end: "published",
    mode: "fixed",
    fee: "260.00",
    samples: 1,
    sold: [9, "341.10"],
    published: 14,
  },
  { end: "published", mode: "commission", samples: 2, sold: [31, "1204.90"], published: 21 },
  { end: "published", mode: "sampleOnly", samples: 2, published: 5 },
  { end: "approved", mode: "fixedPlus", fee: "350.00", samples: 2 },
  { end: "approved", mode: "sampleOnly", samples: 1 },
  { end: "approved", mode: "fixed", fee: "480.00", samples: 2 },
  { end: "auditing", mode: "fixed", fee: "220.00", samples: 1 },
  { end: "auditing", mode: "fixedPlus", fee: "460.00", samples: 2 },
  { end: "draft", mode: "commission", samples: 0 },
  { end: "terminated", mode: "fixed", fee: "240.00", samples: 0 },
];
