import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ActiveFilters, FilterForm } from "./filter-form";

it("a search keeps sorting and size, and begins at page 1", () => {
  const html = renderToStaticMarkup(
    <FilterForm url="/l?name=a&ascs=no&current=4&size=20" names={["name"]}>
      x
    </FilterForm>,
  );
  const hidden = [...html.matchAll(/type="hidden" name="(\w+)"/g)].map((m) => m[1]);
  expect(hidden).toEqual(["ascs", "size"]);
  expect(html).toContain('<a class="btn" href="/l?ascs=no&amp;size=20">清空</a>');
});

it("names active filters with a way out of each, and is silent without any", () => {
  const html = renderToStaticMarkup(
    <ActiveFilters items={[{ label: "名称", value: "a", removeHref: "/l" }]} clearHref="/l" />,
  );
  expect(html).toContain('aria-label="移除筛选 名称：a"');
  expect(renderToStaticMarkup(<ActiveFilters items={[]} clearHref="/l" />)).toBe("");
});

it("further filters are folded away unless one of them is active", () => {
  const html = (unfolded: boolean) =>
    renderToStaticMarkup(
      <FilterForm url="/l" names={["name"]} more="y" unfolded={unfolded}>
        x
      </FilterForm>,
    );
  expect(html(false)).toContain('<div class="extra">y</div>');
  expect(html(false)).not.toContain("checked");
  expect(html(true)).toMatch(/checked=""[^>]*\/><span>更多条件/);
});

it("filters that come when they are asked for are a button of the form, which Enter does not press", () => {
  const html = renderToStaticMarkup(
    <FilterForm url="/l" names={["name"]} more>
      x
    </FilterForm>,
  );
  expect(html).not.toContain('class="extra"');
  const [first, second] = [...html.matchAll(/<button[^>]*>/g)].map(String);
  expect(first).toContain("btn-primary");
  expect(second).toContain('name="more" value="1"');
});
