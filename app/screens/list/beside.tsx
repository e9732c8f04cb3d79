import type { DocumentType } from "#documents/kit";
import { MoreStyles } from "~/ui/more/more";
import type { Option } from "~/ui/option";
import { withParams } from "~/ui/url";
import { closeHref } from "../href";
import type { ListState } from "./load.server";

/** An option with all that is below it, as a filter names them. */
const branch = ({ value, children = [] }: Option): string =>
  [value, ...children.map(branch)].join(",");

/** The tree that the rows stand in, left of the list; a branch shows its rows and those below it. */
export function Beside({ document, state }: { document: DocumentType; state: ListState }) {
  const name = document.besideBy;
  const options = name === undefined ? undefined : state.options[name];
  if (name === undefined || !options?.length) return null;
  const label = document.fields[name]?.label ?? "";
  const chosen = String(state.query[name] ?? "");
  const url = withParams(closeHref(state.url), { current: null });
  const link = (value: string, text: string) => (
    <a
      href={withParams(url, { [name]: value || null })}
      aria-current={chosen === value ? "page" : undefined}
    >
      {text}
    </a>
  );
  const items = (some: readonly Option[]) =>
    some.map((option) => (
      <li key={option.value}>
        {link(branch(option), option.label)}
        {!!option.children?.length && <ul>{items(option.children)}</ul>}
      </li>
    ));
  return (
    <nav className="card beside" aria-label={label}>
      <MoreStyles />
      <ul>
        <li>{link("", `全部${label}`)}</li>
        {items(options)}
      </ul>
    </nav>
  );
}
