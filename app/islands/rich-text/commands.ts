import type Squire from "squire-rte";

/** One button of the toolbar. */
export interface Command {
  label: string;
  /** What stands on the button. */
  sign: string;
  /** Tag that tells whether it is on. */
  tag?: string;
  run: (editor: Squire, on: boolean) => void;
}

const heading = (editor: Squire, on: boolean) =>
  editor.modifyBlocks((blocks) => {
    for (const block of [...blocks.children]) {
      if (!/^(P|DIV|H3)$/.test(block.nodeName)) continue;
      const next = document.createElement(on ? "p" : "h3");
      next.append(...block.childNodes);
      block.replaceWith(next);
    }
    return blocks;
  });

const link = (editor: Squire, on: boolean) => {
  if (on) return void editor.removeLink();
  const url = window.prompt("链接地址（http 或 https 开头）", "https://");
  if (url && /^https?:\/\/\S+$/i.test(url)) editor.makeLink(url);
};

export const commands: readonly Command[] = [
  { label: "标题", sign: "标题", tag: "H3", run: heading },
  { label: "加粗", sign: "B", tag: "B", run: (e, on) => (on ? e.removeBold() : e.bold()) },
  { label: "斜体", sign: "I", tag: "I", run: (e, on) => (on ? e.removeItalic() : e.italic()) },
  { label: "下划线", sign: "U", tag: "U", run: (e, on) => (on ? e.removeUnderline() : e.underline()) },
  { label: "无序列表", sign: "•", tag: "UL", run: (e, on) => (on ? e.removeList() : e.makeUnorderedList()) },
  { label: "有序列表", sign: "1.", tag: "OL", run: (e, on) => (on ? e.removeList() : e.makeOrderedList()) },
  {
    label: "引用",
    sign: "引用",
    tag: "BLOCKQUOTE",
    run: (e, on) => (on ? e.decreaseQuoteLevel() : e.increaseQuoteLevel()),
  },
  { label: "链接", sign: "链接", tag: "A", run: link },
  { label: "清除格式", sign: "清除格式", run: (e) => e.removeAllFormatting() },
];
