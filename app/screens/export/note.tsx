import type { ExportFile } from "#documents/kit";
import { Progress } from "~/ui/progress/progress";
import { DOWNLOADS, fileHref, progressText } from "./state";

/** How far an export is; script asks again every second until it has ended. */
export function ExportProgress({ file }: { file: ExportFile }) {
  const running = file.status === "running";
  return (
    <span className="job" data-job={running ? `${DOWNLOADS}/${file.id}` : undefined}>
      {running && <Progress label={`导出${file.label}`} value={file.done} max={Math.max(1, file.total)} />}
      <span>{progressText(file)}</span> {file.fileId && <a href={fileHref(file)}>下载</a>}
    </span>
  );
}

/** The export that this list has begun. */
export const ExportNote = ({ file }: { file: ExportFile }) => (
  <p className="alert" role="status">
    {file.fileName} <ExportProgress file={file} /> <a href={DOWNLOADS}>我的下载</a>
  </p>
);
