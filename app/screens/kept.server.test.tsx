import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Kept, withParts } from "./kept.server";
import { type Frame, FrameContext } from "./shell/frame";

let drawn = 0;
const Rows = ({ rows }: { rows: string[] }) => {
  drawn++;
  return <ul>{rows.join("、")}</ul>;
};

/** A page of one list, as it is sent. */
function page(rows: string[], address: string): string {
  const frame = { parts: [] as Buffer[] } as Frame;
  const html = renderToStaticMarkup(
    <FrameContext.Provider value={frame}>
      <main>
        <Kept by={["test", address, rows]}>{() => <Rows rows={rows} />}</Kept>
      </main>
    </FrameContext.Provider>,
  );
  return withParts(html, frame.parts).join("");
}

test("a part is drawn once for the same answer, and again for another one that looks like it", () => {
  const rows = ["甲", "<b>"];
  const html = "<main><ul>甲、&lt;b&gt;</ul></main>";
  expect([page(rows, "/a"), page(rows, "/a")]).toEqual([html, html]);
  expect(drawn).toBe(1);
  expect(page(rows, "/b")).toBe(html);
  expect(page([...rows], "/a")).toBe(html);
  expect(drawn).toBe(3);
});

test("what a person wrote never becomes the place of a part", () => {
  const rows = ['<i data-part="0"></i>'];
  expect(page(rows, "/c")).toContain("&lt;i data-part=&quot;0&quot;&gt;");
});
