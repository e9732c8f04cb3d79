import { Tag, type TagTone } from "../tag/tag";

/** What can be gone to from the search. */
export interface FoundEntry {
  href: string;
  label: string;
  icon: string;
  /** One line about it. */
  line: string;
  state?: { label: string; tone?: TagTone };
}

export interface FoundSection {
  title: string;
  entries: FoundEntry[];
  /** Address of all of them. */
  more?: string;
}

/** Suggestions below the search of the top bar, one of which the keys choose. */
export function FoundOptions({ sections }: { sections: FoundSection[] }) {
  return sections.map(({ title, entries }, s) => (
    <div key={title} role="group" aria-label={title}>
      <p aria-hidden="true">{title}</p>
      {entries.map(({ href, label, line, state }, i) => (
        <a key={href} id={`quick-${s}-${i}`} href={href} role="option" aria-selected="false" tabIndex={-1}>
          <span>
            {label} {state && <Tag tone={state.tone}>{state.label}</Tag>}
          </span>
          <small>{line}</small>
        </a>
      ))}
    </div>
  ));
}
