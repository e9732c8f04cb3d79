import type { Example } from "../example";
import { Carousel } from "./carousel";

export const examples: readonly Example[] = [
  {
    title: "每3秒一张；指向、聚焦或暂停时不动",
    node: (
      <Carousel
        label="示例轮播"
        items={[1, 2, 3].map((n) => ({
          src: `/examples/slide-${n}.svg`,
          title: `示例图片${n}`,
          href: "?widget=carousel",
        }))}
      />
    ),
  },
];
