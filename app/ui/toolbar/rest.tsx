import type { ReactNode } from "react";
import { opener } from "../popover/popover";

/** What stands beside other actions where there is room, and below one button on phones. */
export const Rest = ({ id, children }: { id: string; children: ReactNode }) => (
  <>
    <button type="button" className="btn phone-only" {...opener(id)}>
      更多 ▾
    </button>
    <div id={id} className="pop rest" {...auto}>
      {children}
    </div>
  </>
);

// React 18's types do not know the attribute.
const auto = { popover: "auto" };
