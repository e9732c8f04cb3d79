import type { DocumentType } from "#documents/kit";
import { Button, LinkButton } from "~/ui/button/button";
import { Dialog } from "~/ui/dialog/dialog";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { MoreStyles } from "~/ui/more/more";
import { choosable, isShown } from "~/ui/table/arrange";
import type { TableLayout } from "~/ui/table/column";
import { paramsOf } from "~/ui/url";
import { EXPORT } from "../frame/href";
import { PICKED } from "../frame/picked";
import { tableOf } from "../list/columns";
import type { ListState } from "../list/load.server";
import { AT_ONCE, DOWNLOADS, type ExportState } from "./state";

interface ExportDialogProps {
  document: DocumentType;
  state: ExportState;
  list: Pick<ListState, "total" | "picked" | "masked">;
  layout: TableLayout;
  /** The list without the dialog. */
  url: string;
}

/** Which columns a file has, and whether of the selected rows or of all that the list finds. */
export function ExportDialog({ document, state, list, layout, url }: ExportDialogProps) {
  const { total, picked, masked } = list;
  const leaves = choosable(tableOf(document, masked), layout);
  const large = total > AT_ONCE;
  const later = { formMethod: "post", formAction: url } as const;
  return (
    <Dialog title={`导出${document.label}`} closeHref={url} size="wide">
      <MoreStyles />
      <form className="form" method="get" action={`/export/${document.name}`} data-quiet="">
        <ErrorSummary errors={null} message={state.message} />
        {paramsOf(url, [PICKED]).map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
        {picked.length > 0 && <input type="hidden" name="picked" value={picked.join(",")} />}
        <fieldset className="choices">
          <legend>列</legend>
          {leaves.map((leaf) => (
            <label key={leaf.key} className="tick">
              <input type="checkbox" name="columns" value={leaf.key} defaultChecked={isShown(leaf, layout)} />
              {leaf.column.label}
            </label>
          ))}
        </fieldset>
        {document.exports?.lines && (
          <label className="tick">
            <input type="checkbox" name="lines" value="1" />
            每条明细一行
          </label>
        )}
        <p className="hint">
          筛选条件写在文件的第一行。
          {large && (
            <>
              超过{AT_ONCE}行的文件在后台生成，完成后在<a href={DOWNLOADS}>我的下载</a>中下载。
            </>
          )}
        </p>
        <div className="foot">
          <LinkButton href={url}>取消</LinkButton>
          {picked.length > 0 && (
            <Button name="scope" value="picked">
              导出选中的{picked.length}条
            </Button>
          )}
          <Button
            tone="primary"
            name={large ? "_action" : "scope"}
            value={large ? EXPORT : "all"}
            {...(large && later)}
          >
            导出全部{total}条
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
