import type { Example } from "../example";
import { WordCloud } from "./word-cloud";

const STEMS = "phone stand|desk lamp|storage box|cable clip|yoga mat|car mount|led strip".split("|");
const words = Array.from({ length: 60 }, (_, i) => {
  const stem = STEMS[i % STEMS.length] ?? "";
  const name = `${stem}${["", " black", " large", " for desk", " 2 pack"][Math.floor(i / 7) % 5]}`;
  return {
    name: i < 35 ? name : `${name} ${i}`,
    value: Math.round(18_230 / (i + 1) ** 0.9),
    href: `?widget=word-cloud&keyword=${i}`,
  };
});

export const examples: readonly Example[] = [
  {
    title: "关键词按曝光量",
    node: <WordCloud id="ex-words" title="关键词词云" metric="曝光量" unit="short" words={words} />,
  },
  { title: "没有词", node: <WordCloud id="ex-no-words" title="关键词词云" metric="点击量" unit="short" words={[]} /> },
];
