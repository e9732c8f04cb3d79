import { z } from "zod";
import { readable } from "../derive/permit";
import { allFields, type DocumentType, permissionOf } from "../document/document";
import type { Alert } from "../glance/queues";

/** How somebody is told: as soon as it is seen, or once a day of all. */
export const alertChannels = { now: "铃铛，立即", daily: "铃铛，每日汇总" } as const;

/** Field whose value an alert looks at. */
export const measured = ({ measure }: Alert): string => ("field" in measure ? measure.field : measure.daysSince);

/** The alerts of a document that somebody with these permissions may subscribe to. */
export const alertsFor = (document: DocumentType, permissions: ReadonlySet<string>): readonly Alert[] =>
  permissions.has(permissionOf(document, "view"))
    ? (document.glance?.alerts ?? []).filter((alert) => {
        const f = allFields(document)[measured(alert)];
        return f && readable(f, { permissions });
      })
    : [];

/** An alert by its name in subscriptions. */
export const alertKey = (document: DocumentType, alert: Alert): string => `${document.name}.${alert.name}`;

const channel = z.enum(["now", "daily"], "请选择方式");

/** An alert that may be subscribed to, and how it is now. */
export const alertState = z.object({
  kind: z.string(),
  label: z.string(),
  document: z.string(),
  unit: z.string(),
  on: z.boolean(),
  threshold: z.number(),
  channel,
});
export type AlertState = z.output<typeof alertState>;

const NUMBER = "阈值须是0到1000000的数字，最多两位小数";

/** The subscriptions of a person: those that are not named end. */
export const alertChoice = z.object({
  alerts: z
    .array(
      z.object({
        kind: z.string().max(100),
        threshold: z.coerce.number(NUMBER).min(0, NUMBER).max(1_000_000, NUMBER).multipleOf(0.01, NUMBER),
        channel,
      }),
    )
    .max(100, "预警过多"),
});
export type AlertChoice = z.input<typeof alertChoice>;
