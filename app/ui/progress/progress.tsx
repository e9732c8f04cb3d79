import { MoreStyles } from "../more/more";

export interface ProgressProps {
  label: string;
  /** 0 to max; without it the end is not known. */
  value?: number;
  max?: number;
}

/** How far something is, as bar and as number. */
export const Progress = ({ label, value, max = 100 }: ProgressProps) => (
  <div className="progress">
    <MoreStyles />
    <progress value={value} max={max} aria-label={label} />
    {value !== undefined && <span>{Math.round((value / max) * 100)}%</span>}
  </div>
);

/** Grey lines of the height of what is being loaded; appears after 300 ms so that quick answers never flash. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className="skeleton" role="status">
    <MoreStyles />
    <span className="sr">加载中</span>
    {Array.from({ length: lines }, (_, i) => (
      <i key={i} />
    ))}
  </div>
);
