import { type DocumentType, isBusiness } from "#documents/kit";
import { MoreStyles } from "~/ui/more/more";
import type { ActState } from "../act/state";
import type { DetailProps, Parts } from "../parts";
import { Facts } from "../row/facts";
import { ChainStrip } from "./chain";
import { Figures, figureFields } from "./figures";
import { ATTACHED } from "./files";
import { Head } from "./head";
import type { DetailState } from "./load.server";
import { Refused } from "./refused";
import { StageBar } from "./stage-bar";
import { TabbedParts } from "./tabbed";
import { tabsOf } from "./tabs";
import { Warned } from "./warned";

interface PageProps {
  document: DocumentType;
  detail: DetailState;
  url: string;
  parts: Parts;
  /** An action of a part that was asked for or refused. */
  act?: ActState;
}

/** Fields that a page of a document says in a tab of its own. */
const IN_TABS = [ATTACHED];

/** How it stands, its facts, then its lines and what hangs on it in tabs. */
export function DetailPage(props: PageProps) {
  const { document, detail, url, parts, act } = props;
  const { row, options } = detail;
  const { detail: Part, first } = parts;
  const opens = new Set(detail.opens);
  const given: DetailProps = {
    ...{ document, row, url, act, options },
    permissions: new Set(detail.permissions),
    keyOfForm: detail.key,
  };
  const elsewhere = isBusiness(document)
    ? new Set([...figureFields(document, row), ...IN_TABS])
    : undefined;
  const facts = { document, row, options, opens, elsewhere };
  return (
    <article className="list">
      <MoreStyles />
      <Refused {...props} />
      <section className="card record-head">
        <Head {...props} />
        <Warned {...props} />
        <Figures {...{ document, row, options }} />
        <StageBar document={document} row={row} />
        <ChainStrip {...{ document, row, url }} links={detail.chain} />
      </section>
      {Part && first && <Part {...given} />}
      <section className="card record">
        <Facts {...facts} part={isBusiness(document) ? "body" : undefined} />
        {isBusiness(document) && <Facts {...facts} part="closing" />}
      </section>
      {Part && !first && <Part {...given} />}
      <section className="card record-parts" id="parts">
        <TabbedParts label="单据内容" url={url} tabs={tabsOf({ ...props, opens, given })} />
      </section>
    </article>
  );
}
