import { withParams } from "~/ui";

/** Query name of the rows that stay chosen while a list turns its pages. */
export const PICKED = "picked";

/** As many rows as one batch takes. */
const MOST = 200;

/** Rows chosen on any page of a list: those that its form sent (`ids`), else those it was told to keep. */
export function pickedOf(url: string): string[] {
  if (!/[?&](ids|picked)=/.test(url)) return [];
  const params = new URLSearchParams(url.split("?")[1]);
  const sent = params.getAll("ids");
  const all = (sent.length ? sent : params.getAll(PICKED)).flatMap((text) => text.split(/[.,]/));
  return [...new Set(all)].filter((id) => /^\d{1,19}$/.test(id)).slice(0, MOST);
}

/** The same address with these rows chosen. */
export const withPicked = (url: string, ids: readonly string[]): string => withParams(url, { [PICKED]: ids.join(".") });

/** The same address after these rows were acted on. */
export const withoutPicked = (url: string, done: readonly string[]): string =>
  withPicked(
    url,
    pickedOf(url).filter((id) => !done.includes(id)),
  );
