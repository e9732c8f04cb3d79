export interface TrackEvent {
  time: string;
  location: string;
  status: string;
  desc: string;
}

export interface Shipment {
  account: string;
  trackingNo: string;
  carrierCode: string;
  referenceNo: string;
  channelCode: string;
  receiver: {
    name: string;
    country: string;
    state?: string | null;
    city?: string | null;
    line1: string;
    line2?: string | null;
    postcode?: string | null;
  };
  weightKg: number;
  freight: string;
  freightCurrency: string;
  /** The newest last. */
  events: TrackEvent[];
}
