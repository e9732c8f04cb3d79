import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CAROUSEL_MS, Carousel } from "./carousel";

it("turns every 3000 ms, can be paused, and names each picture by its title", () => {
  expect(CAROUSEL_MS).toBe(3000);
  const html = renderToStaticMarkup(
    <Carousel label="公告" items={[{ src: "/a.png", title: "甲", href: "/a", target: "_blank" }]} />,
  );
  expect(html).toContain('data-carousel="3000"');
  expect(html).toContain('<a href="/a" target="_blank" rel="noopener"><img src="/a.png" alt=""/><span>甲</span></a>');
  expect(html).toContain("暂停");
});
