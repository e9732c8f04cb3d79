import { redirect } from "@remix-run/node";
import { type FlashMessage, flash } from "~/session/flash.server";
import { pagePath, type ScreenRequest } from "./request.server";

/** The page that a form stands on, loaded anew, with a dialog in front; `done`: rows chosen no more. */
export interface InFront<Dialog> {
  status: number;
  dialog: Dialog | null;
  done?: readonly string[];
}

/** A page shown instead of where the form would have led. */
export interface InPlace<Page> {
  status: number;
  page: Page & { title: string };
}

/** Leads on with a sentence on what happened, and to what; to the page without its dialog unless told where. */
export function leadOn(
  { url }: Pick<ScreenRequest, "url">,
  text: string,
  to = pagePath(url),
  tone: "success" | "warning" = "success",
  link?: FlashMessage["link"],
): Response {
  const headers = new Headers();
  flash(headers, { tone, text, link });
  return redirect(to, { status: 303, headers });
}

/** Status of a page that says what the backend refused: 200 with a refusal in it is none. */
export const statusOf = ({ status }: { status: number }): number => (status === 200 ? 422 : status);
