import { formatDateTime } from "~/text/date";
import { Button } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { Textarea } from "~/ui/input/textarea";
import { Timeline } from "~/ui/timeline/timeline";
import type { Comment } from "./load.server";

/** What people said about a document, and a place to say something. */
export function Comments(props: { comments: Comment[]; keyOfForm: string }) {
  const items = props.comments.map((c) => ({
    time: formatDateTime(c.createTime),
    title: c.createByName,
    text: <span className="pre">{c.content}</span>,
  }));
  return (
    <Card title={`评论（${items.length}）`}>
      <Timeline items={items} />
      <form className="form" method="post">
        <input type="hidden" name="_do" value="comment" />
        <input type="hidden" name="_key" value={props.keyOfForm} />
        <Textarea name="content" id="comment" label="评论内容" rows={2} maxLength={1000} />
        <p>
          <Button>发表评论</Button>
        </p>
      </form>
    </Card>
  );
}
