import { z } from "zod";
import { documentNamed } from "#documents";
import type { Opens } from "#documents/kit";
import { ErpError } from "~/erp/errors";
import type { Staff } from "~/session/staff.server";

/**
 * Why the form that an action opens cannot be started from these rows, as its maker says: the list says it
 * instead of leading to a form that nobody can save.
 */
export async function openingRefused(
  staff: Staff,
  { document, param }: Opens,
  ids: readonly string[],
): Promise<string | null> {
  const target = documentNamed(document);
  if (!target.prefill?.[param]) return null;
  const query = { [param]: ids.join(",") };
  try {
    await staff.erp.get(`${target.api}/prefill`, { query, schema: z.unknown() });
    return null;
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage || error.signedOut) throw error;
    return error.message;
  }
}
