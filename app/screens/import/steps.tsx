import { Steps } from "~/ui/steps/steps";
import type { ImportState } from "./state.server";

const STATIONS = ["上传文件", "对应列", "检查", "导入"];

/** Which station it is the turn of. */
function stationOf({ file, remap }: ImportState): number {
  if (!file) return 0;
  if (remap || file.status === "new") return 1;
  if (file.status === "done") return STATIONS.length;
  return file.status === "committing" || file.status === "checked" ? 3 : 2;
}

export function ImportSteps({ state }: { state: ImportState }) {
  const at = stationOf(state);
  return (
    <Steps
      label="导入步骤"
      items={STATIONS.map((title, i) => ({
        title,
        current: i === at,
        off: i > at,
        state:
          i < at
            ? { label: "已完成", tone: "green" }
            : i === at
              ? { label: "进行中", tone: "blue" }
              : { label: "未开始", tone: "grey" },
      }))}
    />
  );
}
