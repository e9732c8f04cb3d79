import { useEffect, useMemo, useState } from "react";
import { Figure } from "~/ui/figure/figure";
import type { FigureData } from "~/ui/figure/types";
import { pageLook } from "./look";
import { Tip } from "./tip";

type Library = typeof import("./draw.client");

/** How long the drawing library may take (specification section 8: a file that does not come). */
const LONGEST = 120_000;

const loadLibrary = () =>
  Promise.race([
    import("./draw.client"),
    new Promise<never>((_, fail) => setTimeout(() => fail(new Error("time-out")), LONGEST)),
  ]);

/**
 * A figure that answers to the hand: numbers under the pointer, series to switch off, drill-down, a
 * picture to save. The server's figure stays until the canvas is there, and when it does not come.
 */
export default function ChartIsland({ data }: { data: FigureData }) {
  const [library, setLibrary] = useState<Library | "failed" | null>(null);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [at, setAt] = useState<number | null>(null);
  const failed = library === "failed";
  const onPick = useMemo(() => pick(data), [data]);

  useEffect(() => {
    loadLibrary().then(setLibrary, () => setLibrary("failed"));
  }, []);

  const onToggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((k) => k !== key) : [...hidden, key];
    if (next.length < data.series.length) setHidden(next);
  };
  const live = library &&
    !failed && {
      hidden,
      onToggle,
      tools: (
        <button type="button" className="save" onClick={() => library.savePicture(data, hidden, pageLook())}>
          保存为图片
        </button>
      ),
      canvas: (
        <>
          {at !== null && <Tip data={data} hidden={hidden} at={at} />}
          <div className="canvas" onPointerLeave={() => setAt(null)}>
            <library.Drawing data={data} hidden={hidden} onPick={onPick} onHover={setAt} />
          </div>
        </>
      ),
    };
  return (
    <>
      <Figure data={data} live={live || undefined} />
      <p className={failed ? "figure-note shown" : "figure-note"} role="status">
        图表脚本加载失败，已显示静态图
      </p>
    </>
  );
}

let touched: number | null = null;

/** Follows a label's address; a finger sees the numbers first and follows with the second touch. */
const pick = (data: FigureData) => (at: number, event: MouseEvent) => {
  const href = data.hrefs?.[at];
  const finger = event instanceof PointerEvent && event.pointerType === "touch";
  const again = touched === at;
  touched = at;
  if (!href || (finger && !again)) return;
  if (event.ctrlKey || event.metaKey) window.open(href, "_blank");
  else window.location.assign(href);
};
