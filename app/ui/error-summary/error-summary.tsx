import { useContext } from "react";
import { controlId, FormContext } from "../field/context";
import { MoreStyles } from "../more/more";

export interface ErrorSummaryProps {
  /** Message by field name, in the order of the form. Nothing is rendered when there is none. */
  errors: Record<string, string> | null | undefined;
  /** What went wrong beside the fields: a refusal of the server. */
  message?: string | null;
  title?: string;
  /** Where links to it lead. */
  id?: string;
  /** Where a word of the message leads, besides those that lead somewhere in every message. */
  leads?: Readonly<Record<string, string>>;
}

/** Where a sentence of a refusal leads, by its word. */
const PLACES: Readonly<Record<string, string>> = {
  更正单: "/finance/opening/detail?kind=correction",
  开始使用: "/baseSetup/setup/index",
};

/** A sentence whose word for a page is a link to it. */
function Said({ text, leads }: { text: string; leads?: ErrorSummaryProps["leads"] }) {
  const places = { ...PLACES, ...leads };
  const word = Object.keys(places).find((known) => text.includes(known));
  if (!word) return <>{text}</>;
  const [before = "", ...after] = text.split(word);
  return (
    <>
      {before}
      <a className="underline" href={places[word]}>
        {word}
      </a>
      {after.join(word)}
    </>
  );
}

/** What must be corrected, linked to the controls. It takes the focus when the page opens. */
export function ErrorSummary({ errors, message, title = "请修正以下问题", id, leads }: ErrorSummaryProps) {
  const { prefix } = useContext(FormContext);
  const list = Object.entries(errors ?? {});
  if (!list.length && !message) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the summary of a refused form is what must be read first
    <div className="errors" id={id} role="alert" tabIndex={-1} autoFocus>
      <MoreStyles />
      <strong>
        <Said text={message ?? title} leads={leads} />
      </strong>
      {list.length > 0 && (
        <ul>
          {list.map(([name, text]) => (
            <li key={name}>
              <a href={`#${controlId(name, prefix)}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
