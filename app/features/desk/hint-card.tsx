import { Card } from "~/ui/card/card";
import type { ShownHint } from "./hints";

/** What to do first, until its reader puts it away. */
export const HintCard = ({ hint }: { hint: ShownHint }) => (
  <Card
    title={hint.title}
    extra={
      <form method="post" action="/hints">
        <button type="submit" className="btn btn-s" name="hint" value={hint.name}>
          知道了，不再显示
        </button>
      </form>
    }
  >
    <ol className="first-steps">
      {hint.steps.map(({ text, href }) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ol>
  </Card>
);
