import { PICTURES, type PictureLoad, type PictureState, pictureStates } from "#documents/base/pictures";
import { formatDateTime } from "~/text";
import { Alert, defineTable, LinkButton, MoreStyles, Table, Tag } from "~/ui";
import { Progress } from "~/ui/progress/progress";
import { ImportHistory, ImportUpload } from "./import-parts";

/** Address of one archive. */
export const picturesHref = (id: string) => `${PICTURES}?id=${id}`;

const figure = (key: "total" | "added" | "same" | "missed", label: string, phone: "fact" | false = "fact") => ({
  key,
  label,
  width: 90,
  align: "right" as const,
  phone,
  value: (row: PictureLoad) => String(row[key]),
});

const loadTable = defineTable<PictureLoad>([
  { key: "fileName", label: "文件", width: 240, phone: "title" },
  {
    key: "status",
    label: "状态",
    kind: "custom",
    width: 90,
    phone: "fact",
    cell: ({ status }) => <Tag tone={pictureStates[status].tone}>{pictureStates[status].label}</Tag>,
  },
  figure("total", "图片数", false),
  figure("added", "写入"),
  figure("same", "不变", false),
  figure("missed", "未匹配"),
  { key: "by", label: "导入人", width: 120, phone: "fact" },
  {
    key: "createTime",
    label: "上传时间",
    kind: "datetime",
    minWidth: 160,
    value: ({ createTime }) => formatDateTime(createTime),
  },
]);

const missTable = defineTable<PictureState["misses"][number]>([
  { key: "name", label: "文件", minWidth: 240, phone: "title" },
  { key: "msg", label: "原因", minWidth: 320, phone: "fact" },
]);

interface PicturesProps {
  /** The archive that the page is about; none: one is uploaded. */
  state: PictureState | null;
  history: readonly PictureLoad[];
  message: string | null;
}

/** 商品图片: an archive whose pictures are called by SKU codes. */
export function PicturesPage({ state, history, message }: PicturesProps) {
  return (
    <>
      <section className="card stations">
        <MoreStyles />
        <header className="toolbar">
          <h1>商品图片</h1>
          {state && <span className="hint">{state.fileName}</span>}
          <span className="space" />
          {state && <LinkButton href={PICTURES}>上传其他文件</LinkButton>}
          <LinkButton href="/baseSetup/setup/import">建账导入</LinkButton>
        </header>
        {state ? <LoadSaid state={state} /> : <LoadUpload message={message} />}
      </section>
      {state && state.misses.length > 0 && (
        <section className="card">
          <header className="toolbar">
            <h2>未匹配</h2>
            {state.missed > state.misses.length && (
              <span className="hint">
                共{state.missed}个，这里只列出前{state.misses.length}个
              </span>
            )}
          </header>
          <Table
            model={missTable}
            rows={state.misses}
            rowKey={({ name, msg }) => `${name} ${msg}`}
            caption="未匹配的文件"
          />
        </section>
      )}
      {!state && <ImportHistory model={loadTable} rows={history} page={PICTURES} hrefOf={picturesHref} />}
    </>
  );
}

/** What came of an archive, or how far it is: the page asks for itself again, without script too. */
function LoadSaid({ state: { id, status, total, done, added, same, missed, message } }: { state: PictureState }) {
  if (status === "failed") return <Alert tone="danger">{message ?? "没有完成"}。已写入的图片保留。</Alert>;
  if (status === "done")
    return (
      <Alert tone={missed ? "warning" : "success"}>
        写入{added}张图片，{same}张与现有的相同，{missed}个文件未匹配。
      </Alert>
    );
  return (
    <>
      <p role="status">
        正在处理：{done} / {total} 个文件。可以离开本页，稍后回来查看。
      </p>
      <Progress label="正在处理" value={total ? Math.min(done, total) : undefined} max={Math.max(total, 1)} />
      <p className="btns">
        <LinkButton href={picturesHref(id)}>刷新进度</LinkButton>
      </p>
    </>
  );
}

const LoadUpload = ({ message }: { message: string | null }) => (
  <ImportUpload
    page={PICTURES}
    message={message}
    said="把图片打包为zip上传，文件名为SKU编码：HKC0001-BK.jpg是主图，HKC0001-BK_2.png是第二张，依次类推。相同的图片不重复写入；名称对不上的列为未匹配。也可以在建账文件“10SKU”的图片列填写https地址，导入后自动下载。"
    accept=".zip"
    help="zip，最大2GB；每张图片为jpg、png或webp，最大10MB，边长最大8000像素"
    label="上传"
  />
);
