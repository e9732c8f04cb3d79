import { BASE } from "./names";

/** Who may read the cockpit. */
export const VIEW = "cockpit_report_view";

/** What the reads of the cockpit have in common. */
export const read = { tag: "驾驶舱", permission: VIEW } as const;

/** A read below the base address of the reports. */
export const at = (name: string, title: string) => ({ ...read, path: `${BASE}/${name}`, title });
