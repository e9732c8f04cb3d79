import type { ShellData } from "../page/shell-data";
import { Bell } from "./bell";
import { Todo } from "./todo";

/** What waits for this person, as of this answer. */
export const News = ({ shell: { todo, bell } }: { shell: Pick<ShellData, "todo" | "bell"> }) => (
  <div id="news" className="news">
    {todo !== undefined && <Todo count={todo} />}
    {bell && <Bell {...bell} />}
  </div>
);
