/** What a seller means to send to the marketplace's warehouses, as Fulfillment Inbound 2024-03-20 says it. */
export interface InboundItem {
  msku: string;
  quantity: number;
  labelOwner: string;
  prepOwner: string;
  expiration?: string;
}

/** Equal boxes. Lengths in cm, weight in kg. */
export interface InboundBox {
  quantity: number;
  dimensions: { unitOfMeasurement: string; length: number; width: number; height: number };
  weight: { unit: string; value: number };
  items: { msku: string; quantity: number }[];
}

interface InboundOffer {
  id: string;
  status: "OFFERED" | "ACCEPTED" | "EXPIRED";
}

export interface InboundTransport {
  id: string;
  shippingMode: string;
  shippingSolution: "AMAZON_PARTNERED_CARRIER" | "USE_YOUR_OWN_CARRIER";
  preconditions: string[];
  quote?: string;
}

/** What goes to one warehouse. */
export interface InboundShipment {
  id: string;
  placement: string;
  fc: string;
  boxes: InboundBox[];
  /** Its number on labels, from when its placement is confirmed. */
  confirmationId?: string;
  transports: InboundTransport[];
  transport?: string;
  windows: { id: string; startDate: string; endDate: string }[];
  window?: string;
  tracking: string[];
}

export interface InboundPlan {
  id: string;
  account: string;
  name: string;
  marketplaceId: string;
  country: string;
  currency: string;
  status: "ACTIVE" | "VOIDED" | "ERRORED";
  createdAt: string;
  items: InboundItem[];
  packings: (InboundOffer & { group: string })[];
  boxes: InboundBox[];
  placements: (InboundOffer & { fee: string; shipmentIds: string[] })[];
  shipments: InboundShipment[];
}

/** Something that was asked for and is done after some looks. */
export interface InboundOperation {
  id: string;
  account: string;
  name: string;
  planId: string;
  /** What it is about within the plan. */
  about: string[];
  boxes?: InboundBox[];
  /** How often it was looked at. */
  looks: number;
  state: "IN_PROGRESS" | "SUCCESS" | "FAILED";
  problems: InboundProblem[];
}

export interface InboundProblem {
  code: string;
  message: string;
  details: string;
  severity: "ERROR";
}

/** What the marketplace finds wrong with a listing, in any operation or in one. */
export interface InboundObjection {
  msku: string;
  operation?: string;
  code: string;
  message: string;
}

export interface InboundWorld {
  plans: Record<string, InboundPlan>;
  operations: Record<string, InboundOperation>;
  /** Looks until an operation is done. */
  looks: number;
  objections: InboundObjection[];
  /** Operations of which the next answer is lost. */
  lost: string[];
}
