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
}

/** What must be corrected, linked to the controls. It takes the focus when the page opens. */
export function ErrorSummary({ errors, message, title = "请修正以下问题", id }: ErrorSummaryProps) {
  const { prefix } = useContext(FormContext);
  const list = Object.entries(errors ?? {});
  if (!list.length && !message) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the summary of a refused form is what must be read first
    <div className="errors" id={id} role="alert" tabIndex={-1} autoFocus>
      <MoreStyles />
      <strong>{message ?? title}</strong>
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
