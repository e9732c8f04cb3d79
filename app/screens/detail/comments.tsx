import { formatDateTime } from "~/text";
import { Button, Card, Field, Form, Textarea, Timeline, Upload } from "~/ui";
import { isPicture } from "~/ui/upload/upload-data";
import { fileHref } from "../row/files";
import type { Unsaid } from "./comment.server";
import type { Comment } from "./load.server";
import { COMMENT_FILES } from "./target";

const Attached = ({ files }: { files: Comment["attachments"] }) =>
  files.length > 0 && (
    <ul className="attached" aria-label="附件">
      {files.map(({ id, name }) => (
        <li key={id}>
          <a href={fileHref(id)} target="_blank" rel="noopener">
            {isPicture(name) && <img src={fileHref(id)} alt="" loading="lazy" />}
            {name}
          </a>
        </li>
      ))}
    </ul>
  );

/** What people said about a document, and a place to say something: @name tells that person. */
export function Comments(props: {
  comments: Comment[];
  keyOfForm: string;
  /** What was refused. */
  unsaid?: Unsaid["unsaid"];
}) {
  const { content, files, errors = {} } = props.unsaid ?? {};
  const items = props.comments.map((c) => ({
    time: formatDateTime(c.createTime),
    title: c.createByName,
    text: (
      <>
        <span className="pre">{c.content}</span>
        <Attached files={c.attachments} />
      </>
    ),
  }));
  return (
    <Card title={`评论（${items.length}）`}>
      <Timeline items={items} />
      <Form idempotencyKey={props.keyOfForm} encType="multipart/form-data" prefix="comment-">
        <input type="hidden" name="_do" value="comment" />
        <Field
          name="content"
          label="评论内容"
          help="输入 @姓名 提醒同事；图片和文件可以拖入或粘贴"
          error={errors.content}
        >
          <Textarea rows={3} maxLength={1000} mentions="user" value={content} />
        </Field>
        <Field name="attachments" label="附件" group error={errors.attachments}>
          <Upload action="/upload" limit={COMMENT_FILES} value={files} />
        </Field>
        <p>
          <Button>发表评论</Button>
        </p>
      </Form>
    </Card>
  );
}
