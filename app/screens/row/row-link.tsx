import type { ReactNode } from "react";
import { documentNamed, isDeclared } from "#documents";
import { plainText, textOrDash } from "~/text";
import { Tag } from "~/ui";
import { rowHref } from "../frame/href";

/** What a row is called, as a link to it where its document is declared. */
export function rowLink(name: string, id: unknown, label: unknown): ReactNode {
  if (!plainText(label) || !isDeclared(name)) return textOrDash(label);
  const document = documentNamed(name);
  const href = rowHref(document, "detail", plainText(id), document.screens.list);
  return <a href={href}>{plainText(label)}</a>;
}

/** State of a row of another document, in its words and colour. */
export function stateTag(name: string, state: unknown): ReactNode {
  const known = documentNamed(name).status?.values[plainText(state)];
  return known ? <Tag tone={known.tone}>{known.label}</Tag> : textOrDash(state);
}
