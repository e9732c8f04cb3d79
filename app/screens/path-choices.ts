import type { DocumentType, FieldOf } from "#documents/kit";

interface Addressed {
  path: string;
  document?: DocumentType | undefined;
  params: Readonly<Record<string, string | undefined>>;
}

/** Fields with a choice that the address of a page names, as the 3 of `/transfer/detail/3`. */
const choicesOf = ({ path, document }: Addressed): [string, FieldOf<"enum">][] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => {
    const f = document?.fields[name];
    return f?.kind === "enum" ? [[name, f] as [string, FieldOf<"enum">]] : [];
  });

/** Whether an address names choices that there are; "0" names none. */
export const namesChoices = (match: Addressed): boolean =>
  choicesOf(match).every(([name, { options }]) => {
    const value = match.params[name] ?? "";
    return value === "0" || Object.hasOwn(options, value);
  });

/** Slots of an address that name a row which this one belongs to, as the 9 of `/detail/3/appId/9`. */
const belongsTo = ({ path, document }: Addressed): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) =>
    document?.fields[name]?.kind === "ref" ? [name] : [],
  );

/** Whether an address says that a row belongs to another one than it does; "0" says nothing. */
export const isAstray = (match: Addressed, row: Readonly<Record<string, unknown>>): boolean =>
  belongsTo(match).some((name) => {
    const said = match.params[name] ?? "0";
    return said !== "0" && said !== String(row[name]);
  });

/** The path under which a row is at home, where that is another one than was asked for. */
export function homeOf(match: Addressed, row: Readonly<Record<string, unknown>>): string | null {
  const named = [...choicesOf(match).map(([name]) => name), ...belongsTo(match)];
  const wrong = named.some((name) => match.params[name] !== String(row[name]));
  if (!wrong) return null;
  return match.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(row[name] ?? match.params[name] ?? "0")),
  );
}
