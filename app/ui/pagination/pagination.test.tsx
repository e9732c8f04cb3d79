import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, Pagination, pagesAround } from "./pagination";

it("offers the sizes of the specification", () => {
  expect(PAGE_SIZES).toEqual([10, 20, 30, 40, 50, 100]);
  expect(DEFAULT_PAGE_SIZE).toBe(10);
});

describe("page numbers", () => {
  it("shows all of few pages", () => expect(pagesAround(2, 5)).toEqual([1, 2, 3, 4, 5]));
  it("keeps both ends and the neighbours", () => {
    expect(pagesAround(1, 20)).toEqual([1, 2, 3, 4, 5, 6, 0, 20]);
    expect(pagesAround(10, 20)).toEqual([1, 0, 8, 9, 10, 11, 12, 0, 20]);
    expect(pagesAround(20, 20)).toEqual([1, 0, 15, 16, 17, 18, 19, 20]);
  });
  it("leaves no page of a small list out", () => {
    for (let pages = 1; pages < 30; pages++)
      for (let now = 1; now <= pages; now++) {
        const shown = pagesAround(now, pages);
        expect(shown).toContain(now);
        expect(shown.filter((p) => p > 0)).toEqual([...new Set(shown.filter((p) => p > 0))]);
        expect(shown.at(-1)).toBe(pages);
      }
  });
});

describe("Pagination", () => {
  const html = (url: string, current: number) =>
    renderToStaticMarkup(<Pagination url={url} total={95} current={current} size={10} />);

  it("keeps every other parameter in links and form, page 1 is the plain list", () => {
    const out = html("/list?name=a&current=2&size=10", 2);
    expect(out).toContain('href="/list?name=a&amp;size=10" rel="prev"');
    expect(out).toContain('href="/list?name=a&amp;current=3&amp;size=10" rel="next"');
    expect(out).toContain('<input type="hidden" name="name" value="a"/>');
    expect(out).not.toContain('type="hidden" name="current"');
  });

  it.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [100, 10],
    [101, 11],
  ])("of %i rows, ten to a page, the last page is %i", (total, last) => {
    const out = renderToStaticMarkup(<Pagination url="/l" total={total} size={10} current={last} />);
    const numbers = [...out.matchAll(/<li><a[^>]*>(\d+)<\/a>/g)].map((m) => Number(m[1]));
    expect(Math.max(...numbers)).toBe(last);
    expect(out).toContain('<span class="btn btn-s" aria-disabled="true">下一页');
  });

  it("has nowhere to go from the ends", () => {
    expect(html("/list", 1)).not.toContain('rel="prev"');
    expect(html("/list", 10)).not.toContain('rel="next"');
    expect(html("/list", 1)).toContain("共 95 条");
  });

  it("offers a size that came by URL beside its own", () => {
    const out = renderToStaticMarkup(<Pagination url="/l" total={5} current={1} size={15} />);
    expect(out).toContain('<option value="15" selected="">15条/页</option>');
  });
});

it("says that a total is a guess, and where the true one is", () => {
  const out = renderToStaticMarkup(
    <Pagination url="/list" total={998_347} current={1} size={10} exactHref="/list?totals=exact" />,
  );
  expect(out).toContain('共约 1000000 条 <a href="/list?totals=exact">算出总数</a>');
});
