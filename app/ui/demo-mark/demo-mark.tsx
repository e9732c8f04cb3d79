/** Says in every bar that the company is an invented one, and leads to what there is to see of it. */
export const DemoMark = ({ href = "/demo/index" }: { href?: string }) => (
  <a className="tool" href={href}>
    <span className="tag orange">
      演示<i>数据</i>
    </span>
  </a>
);
