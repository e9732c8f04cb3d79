import { formatPercent } from "~/text/format";

// A half circle of radius 40 around 50,46.
const ARC = "M10 46A40 40 0 0 1 90 46";
const LENGTH = Math.PI * 40;

/** How much of a target is reached; more than all of it fills the arc. @param ratio 0.85 is 85 % */
export const Gauge = ({ ratio, label }: { ratio: number; label: string }) => (
  <svg
    className={ratio < 1 ? "gauge" : "gauge reached"}
    viewBox="0 0 100 50"
    role="img"
    aria-label={`${label} ${formatPercent(ratio.toFixed(6))}`}
  >
    <path d={ARC} />
    <path d={ARC} strokeDasharray={`${Math.min(1, Math.max(0, ratio)) * LENGTH} ${LENGTH}`} />
  </svg>
);
