import { Alert } from "../alert/alert";

/** One sentence and how it is meant. */
export interface Flash {
  tone: "success" | "warning" | "danger" | "info";
  text: string;
}

/**
 * The sentence that the last action left: a band above the page, read aloud, never a pop-up that goes
 * away before it is read.
 */
export function FlashBand({ flash }: { flash: Flash | null }) {
  if (!flash) return null;
  return (
    <div data-flash={flash.tone}>
      <Alert tone={flash.tone}>{flash.text}</Alert>
    </div>
  );
}
