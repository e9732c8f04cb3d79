import { MoreStyles } from "~/ui";
/** A page of the specification whose turn has not come yet. */
export const PlannedPage = ({ title }: { title: string }) => (
  <section className="card planned">
    <MoreStyles />
    <h1>{title}</h1>
    <p>开发规划中，敬请期待...</p>
    <p>
      <a className="btn" href="/wel/index">
        返回首页
      </a>
    </p>
  </section>
);
