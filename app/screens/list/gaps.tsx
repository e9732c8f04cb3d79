import type { DocumentType, GapsFound } from "#documents/kit";
import { Card } from "~/ui/card/card";
import { MoreStyles } from "~/ui/more/more";
import { withParams } from "~/ui/url";
import { addHref, closeHref } from "../href";

interface GapsProps {
  document: DocumentType;
  found: GapsFound;
  url: string;
}

/** Rows that a list lacks, above it: each has a link to a form filled in. */
export function Gaps({ document, found, url }: GapsProps) {
  const { gaps } = document;
  if (!gaps || !found.total) return null;
  const add = addHref(document, closeHref(url));
  return (
    // Not itself a card of the list, which would take the height that its rows want.
    <div className="gaps">
      <MoreStyles />
      <Card
        title={`${gaps.label}（${found.total}）`}
        extra={
          found.total > found.rows.length && <a href={withParams(url, { gaps: "all" })}>全部显示</a>
        }
      >
        <ul aria-label={gaps.label}>
          {found.rows.map(({ texts: [name = "", ...said], values }) => (
            <li key={name + said.join()}>
              <b>{name}</b>
              {said.map((text) => (
                <span key={text}>{text}</span>
              ))}
              <a href={withParams(add, values)} aria-label={`${gaps.button} ${name}`}>
                {gaps.button}
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
