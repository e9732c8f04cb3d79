export interface Product {
  code: string;
  name: string;
  barcode: string;
  state: "draft" | "review" | "approved" | "rejected";
  weightG: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  onHand: number;
}

export interface Receiver {
  name: string;
  phone?: string | null;
  country: string;
  state?: string | null;
  city?: string | null;
  district?: string | null;
  line1: string;
  line2?: string | null;
  postcode?: string | null;
}

export interface WarehouseOrder {
  account: string;
  orderNo: string;
  referenceNo: string;
  channelCode: string;
  state: "created" | "labelled" | "shipped" | "cancelled";
  receiver: Receiver;
  lines: { code: string; qty: number }[];
  trackingNo: string | null;
  carrierCode: string | null;
  weightKg: number | null;
  freight: string | null;
  freightCurrency: string;
}
