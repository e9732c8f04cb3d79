import { z } from "zod";

const text = z.string().min(1).max(100);
const count = z.number().int().min(1).max(500_000);
const owner = z.enum(["AMAZON", "SELLER", "NONE"]);
/** createInboundPlan */
export const creating = z.object({
  name: z.string().max(40).optional(),
  destinationMarketplaces: z.array(text).length(1),
  sourceAddress: z.object({
    name: text,
    addressLine1: z.string().min(1).max(180),
    city: text,
    countryCode: z.string().length(2),
    postalCode: text,
    phoneNumber: text,
    stateOrProvinceCode: text.optional(),
  }),
  items: z
    .array(
      z.object({
        msku: z.string().min(1).max(255),
        quantity: count,
        labelOwner: owner,
        prepOwner: owner,
        expiration: z.iso.date().optional(),
      }),
    )
    .min(1)
    .max(2000),
});
const positive = z.number().positive();
/** setPackingInformation: boxes that are known beforehand */
export const packing = z.object({
  packageGroupings: z
    .array(
      z.object({
        packingGroupId: text,
        boxes: z
          .array(
            z.object({
              contentInformationSource: z.literal("BOX_CONTENT_PROVIDED"),
              quantity: count,
              dimensions: z.object({
                unitOfMeasurement: z.literal("CM"),
                length: positive,
                width: positive,
                height: positive,
              }),
              weight: z.object({ unit: z.literal("KG"), value: positive }),
              items: z.array(z.object({ msku: text, quantity: count, labelOwner: owner, prepOwner: owner })).min(1),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
});
/** generateTransportationOptions */
export const transporting = z.object({
  placementOptionId: text,
  shipmentTransportationConfigurations: z
    .array(z.object({ shipmentId: text, readyToShipWindow: z.object({ start: z.iso.datetime({ offset: true }) }) }))
    .min(1),
});
/** confirmTransportationOptions */
export const selecting = z.object({
  transportationSelections: z.array(z.object({ shipmentId: text, transportationOptionId: text })).min(1),
});
/** updateShipmentTrackingDetails: of freight, or of each box */
export const tracking = z.object({
  trackingDetails: z.object({
    ltlTrackingDetail: z.object({ freightBillNumber: z.array(text).min(1) }).optional(),
    spdTrackingDetail: z
      .object({ spdTrackingItems: z.array(z.object({ boxId: text, trackingId: text })).min(1) })
      .optional(),
  }),
});
