import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { constant } from "~/erp/identity";
import { MoreStyles, moreOnce } from "~/ui/more/more";
import { Cached, withParts } from "./cached.server";
import { type Frame, FrameContext, useFrame } from "./frame";

afterEach(() => vi.useRealTimers());

let drawn = 0;
const Rows = ({ rows }: { rows: readonly string[]; address: string }) => {
  drawn++;
  return <ul>{rows.join("、")}</ul>;
};

/** A page of one list, as it is sent. */
function page(rows: readonly string[], address: string): string {
  const frame = { parts: [] as Buffer[], theme: "theme-dark" } as unknown as Frame;
  const html = renderToStaticMarkup(
    <FrameContext.Provider value={frame}>
      <main>
        <Cached draw={Rows} of={{ address, rows }} />
      </main>
    </FrameContext.Provider>,
  );
  return withParts(html, frame.parts).join("");
}

test("a part is drawn once for the same content, again for another", () => {
  const rows = ["甲", "<b>"];
  const html = "<main><ul>甲、&lt;b&gt;</ul></main>";
  expect([page(rows, "/a"), page([...rows], "/a")]).toEqual([html, html]);
  expect(drawn).toBe(1);
  expect(page(rows, "/b")).toBe(html);
  expect(page([...rows, "乙"], "/a")).toContain("乙");
  expect(drawn).toBe(3);
});

test("a constant counts by identity: it need not be read again", () => {
  const rows = constant(["丙"]);
  const before = drawn;
  expect([page(rows, "/d"), page(rows, "/d")]).toEqual(Array(2).fill(page(rows, "/d")));
  expect(drawn).toBe(before + 1);
  expect(() => (rows as string[]).push("丁")).toThrow(TypeError);
});

test("another day is drawn anew: quick ranges and weeks begin from it", () => {
  vi.useFakeTimers({ now: new Date("2026-03-01T04:00:00Z") });
  page(["今"], "/e");
  const before = drawn;
  vi.setSystemTime(new Date("2026-03-02T04:00:00Z"));
  page(["今"], "/e");
  expect(drawn).toBe(before + 1);
});

test("what a person wrote never becomes the place of a part", () => {
  const rows = ['<i data-part="0"></i>'];
  expect(page(rows, "/c")).toContain("&lt;i data-part=&quot;0&quot;&gt;");
});

test("nothing but its props reaches a part: neither the frame with its theme nor a closure", () => {
  const Themed = () => <p>{useFrame().theme}</p>;
  const frame = { parts: [] as Buffer[], theme: "theme-dark" } as unknown as Frame;
  const inFrame = (part: React.ReactElement) =>
    renderToStaticMarkup(<FrameContext.Provider value={frame}>{part}</FrameContext.Provider>);
  expect(() => inFrame(<Cached draw={Themed} of={{}} />)).toThrow("without its frame");
  for (const who of ["甲", "乙"]) inFrame(<Cached draw={() => <p>{who}</p>} of={{}} />);
  expect(frame.parts.map(String)).toEqual(["<p>甲</p>", "<p>乙</p>"]);
});

test("rare styles that a part asks for stand in the head of its page, drawn anew or kept", () => {
  const Rare = () => <MoreStyles />;
  const [head] = renderToStaticMarkup(<MoreStyles />).split("/>");
  const base = '<link rel="stylesheet" href="/styles.css"/>';
  const sheet = `${base}${head}/></head><i data-part`;
  for (let i = 0; i < 2; i++) {
    const frame = { parts: [] as Buffer[] } as unknown as Frame;
    const html = renderToStaticMarkup(
      <FrameContext.Provider value={frame}>
        <Cached draw={Rare} of={{}} />
      </FrameContext.Provider>,
    );
    expect(moreOnce(`${base}</head>${html}`, frame.parts, "/styles.css")).toContain(sheet);
    expect(String(frame.parts)).not.toContain(head);
  }
});
