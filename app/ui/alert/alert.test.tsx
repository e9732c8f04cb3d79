import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Alert } from "./alert";

it("says its tone in words and interrupts only for errors", () => {
  const danger = renderToStaticMarkup(<Alert tone="danger">x</Alert>);
  expect(danger).toContain('role="alert"');
  expect(danger).toContain("错误：");
  const info = renderToStaticMarkup(<Alert closeHref="/l">x</Alert>);
  expect(info).toContain('role="status"');
  expect(info).toContain('href="/l" aria-label="关闭"');
});
