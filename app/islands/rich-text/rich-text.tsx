import { useEffect, useRef, useState } from "react";
import type Squire from "squire-rte";
import { MoreStyles } from "~/ui/more/more";
import { cleanHtml } from "./clean-html";
import { commands } from "./commands";

export interface RichTextProps {
  name: string;
  id: string;
  /** HTML, cleaned by the server. */
  value: string;
  /** Accessible name; the field's label points to the textarea. */
  label: string;
  rows?: number;
  required?: boolean;
  invalid?: boolean;
  describedBy?: string;
}

/** The empty line that the editor keeps at the end. */
const BLANK_END = /(<(p|div)><br><\/\2>)+$/i;

/**
 * HTML text. The textarea is what is posted, with or without script; once the editor runs it stands in
 * front of the textarea and writes into it. A failure to load leaves the textarea as it is.
 */
export default function RichText(props: RichTextProps) {
  const { name, id, value, label, rows = 12, required, invalid, describedBy } = props;
  const source = useRef<HTMLTextAreaElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Squire | null>(null);
  const [path, setPath] = useState("");

  useEffect(() => {
    let made: Squire | undefined;
    let gone = false;
    void import("squire-rte").then(({ default: Editor }) => {
      const root = surface.current;
      const text = source.current;
      if (gone || !root || !text) return;
      const typing = document.activeElement === text;
      made = new Editor(root, { blockTag: "P", sanitizeToDOMFragment: cleanHtml });
      made.setHTML(text.value);
      made.addEventListener("input", () => {
        text.value = made?.getHTML().replace(BLANK_END, "") ?? "";
        text.dispatchEvent(new Event("input", { bubbles: true }));
      });
      made.addEventListener("pathChange", () => setPath(made?.getPath() ?? ""));
      setEditor(made);
      if (typing) requestAnimationFrame(() => made?.focus());
    });
    return () => {
      gone = true;
      made?.destroy();
    };
  }, []);

  const on = (tag?: string) => !!tag && new RegExp(`(^|>)${tag}(\\b|$)`).test(path);
  return (
    <div className="rich">
      <MoreStyles />
      <div className="rich-bar" role="toolbar" aria-label={`${label}格式`} hidden={!editor}>
        {commands.map((c) => (
          <button
            key={c.label}
            type="button"
            aria-label={c.label}
            title={c.label}
            aria-pressed={c.tag ? on(c.tag) : undefined}
            onClick={() => {
              if (!editor) return;
              editor.focus();
              c.run(editor, on(c.tag));
            }}
          >
            {c.sign}
          </button>
        ))}
      </div>
      <div
        ref={surface}
        className="input prose"
        role="textbox"
        aria-multiline="true"
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        tabIndex={0}
        hidden={!editor}
      />
      <textarea
        ref={source}
        className="input"
        name={name}
        id={id}
        rows={rows}
        required={required}
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        defaultValue={value}
        hidden={!!editor}
      />
    </div>
  );
}
