import { redirect } from "@remix-run/node";
import { z } from "zod";
import { terminalPlace } from "#documents/wms/terminal/words";
import { cookie, readCookies } from "~/session/cookies.server";
import { withQuery } from "~/session/paths.server";
import type { Staff } from "~/session/staff.server";

const NAME = "terminal-place";
const YEAR = 31_536_000;

export const placesOf = (staff: Staff) => staff.erp.get("/wms/terminal/places", { schema: z.array(terminalPlace) });

/** The warehouse that this device works in, as it was chosen last. */
export const chosenPlace = (request: Request): string | undefined => {
  const id = readCookies(request.headers.get("Cookie")).get(NAME);
  return id && /^\d{1,18}$/.test(id) ? id : undefined;
};

/** @throws Response to the choice of a warehouse */
export function requirePlace(request: Request): string {
  const id = chosenPlace(request);
  if (id) return id;
  throw redirect(withQuery("/terminal", { do: "place", next: new URL(request.url).pathname }));
}

export const rememberPlace = (id: string, secure: boolean): string => cookie(NAME, id, { secure, maxAge: YEAR });
