import { Alert } from "../alert/alert";
import type { ShellData } from "../shell/types";

/**
 * The sentence that the last action left: a band above the page, read aloud, never a pop-up that goes
 * away before it is read.
 */
export function FlashBand({ flash }: { flash: ShellData["flash"] }) {
  if (!flash) return null;
  return (
    <div data-flash={flash.tone}>
      <Alert tone={flash.tone}>{flash.text}</Alert>
    </div>
  );
}
