import dayjs from "dayjs";
import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { addDays, today } from "~/text/date";
import { rowSchema } from "../row/row";
import type { Week } from "./week";

const entry = rowSchema.and(
  z.object({ lineId: z.string(), day: z.string(), line: z.record(z.string(), z.unknown()) }),
);

/** Monday of the week that a day lies in; of nonsense, the present week's. */
export function mondayOf(day: string | null): string {
  const asked = /^\d{4}-\d\d-\d\d$/.test(day ?? "") && dayjs(day).isValid() ? day : null;
  const start = dayjs(asked ?? today());
  return addDays(start.format("YYYY-MM-DD"), -((start.day() + 6) % 7));
}

/** The week that `?week=` asks for, with the list's filters; nothing when it asks for none. */
export async function loadWeek(
  staff: Staff,
  document: DocumentType,
  url: URL,
  query: Record<string, unknown>,
): Promise<Week | undefined> {
  if (!document.calendar || !url.searchParams.has("week")) return undefined;
  const from = mondayOf(url.searchParams.get("week"));
  // Days have their own order.
  const { ascs: _, descs: __, ...filters } = query;
  const entries = await staff.erp.get(`${document.api}/week`, {
    query: { ...filters, from } as Record<string, string>,
    schema: z.array(entry),
  });
  return { from, today: today(), entries };
}
