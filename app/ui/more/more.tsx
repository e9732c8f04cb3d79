import css from "./more.css";

/**
 * Styles of the components that most pages do not have. The sheet of every page must arrive with the
 * first frame's HTML in one flight, so these come with the component that needs them. A first page carries of both
 * what it can match (app/screens/shell/first-sheet.server.ts).
 */
export const MoreStyles = () => <link rel="stylesheet" href={css} />;

/** A first page has the browser fetch them ahead. */
export const MoreAhead = () => <link rel="prefetch" as="style" href={css} />;

const LINK = `<link rel="stylesheet" href="${css}"/>`;

/** Stands in a part that is kept, for the page to know that it needs these styles. */
const WANTED = "<link data-more/>";

/** A part that is kept, without the sheet: `moreOnce` finds what it says of it. */
export const moreLater = (html: string): string => html.replaceAll(LINK, WANTED);

/**
 * A page with these styles once, in its head behind those of every page, however many of its components and kept parts
 * asked for them. An empty link stays in each place: what an island finds there must be what it draws itself.
 * @param styles address of the sheet of every page
 */
export function moreOnce(html: string, parts: readonly Buffer[], styles: string): string {
  if (!html.includes(LINK) && !parts.some((part) => part.includes(WANTED))) return html;
  const base = `<link rel="stylesheet" href="${styles}"/>`;
  return html.replaceAll(LINK, "<link/>").replace(base, () => `${base}${LINK}`);
}
