import { Icon } from "../icon/icon";

/** Puts a text on the clipboard; only there with script. */
export const Copy = ({ text, label }: { text: string; label: string }) => (
  <button type="button" className="copy" data-copy={text} aria-label={label} title={label}>
    <Icon name="copy" />
  </button>
);
