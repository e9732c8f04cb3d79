import type { Step } from "~/erp/workflow.server";
import { formatDateTime } from "~/text/date";
import { Timeline } from "~/ui/timeline/timeline";
import { durationWords, stepWords } from "./words";

/** Who did what on the way of a flow, with comment, files and how long it took. */
export function ApprovalTimeline({ steps }: { steps: readonly Step[] }) {
  const items = steps.map((s) => {
    const word = stepWords[s.action];
    const took = s.seconds === null || s.seconds === undefined ? "" : durationWords(s.seconds);
    return {
      time: formatDateTime(s.time) + (took && `　用时${took}`),
      title: `${s.nodeName}　${word?.label ?? s.action}`,
      by: s.person,
      tone: word?.tone,
      text: (s.comment || s.attachments.length > 0) && (
        <>
          {s.comment && <p className="pre">{s.comment}</p>}
          {s.attachments.map((file) => (
            <a key={file.url} href={file.url} target="_blank" rel="noopener">
              {file.name}{" "}
            </a>
          ))}
        </>
      ),
    };
  });
  return <Timeline items={items} />;
}
