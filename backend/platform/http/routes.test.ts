import { expect, it } from "vitest";
import { type Route, routed } from "./routes";

/** The pattern that takes a call, and what its parameters are. */
function taken(paths: readonly string[], url: string, method = "GET"): unknown {
  let found: unknown = "none";
  const routes = paths.map((path): Route => {
    const handler: Route["handlers"][number] = (req) => {
      found = { pattern: path, ...req.params };
    };
    return { method: "get", path, handlers: [handler] };
  });
  routed(routes)(Object.create({ url, path: url, method }), Object.create(null), () => {});
  return found;
}

const PATHS = [
  "/a/b/page",
  "/a/:id(\\d+)",
  "/a/b/:id(\\d+)",
  "/a",
  "/a/c",
  "/files/:path(*)",
  "/:any/last",
  "/a/b/page",
];

it.each([
  ["/a/b/page", { pattern: "/a/b/page" }],
  ["/A/B/Page", { pattern: "/a/b/page" }],
  ["/a/b/7", { pattern: "/a/b/:id(\\d+)", id: "7" }],
  ["/a/12", { pattern: "/a/:id(\\d+)", id: "12" }],
  ["/a/c/", { pattern: "/a/c" }],
  ["/a", { pattern: "/a" }],
  ["/files/x/y.txt", { pattern: "/files/:path(*)", path: "x/y.txt" }],
  ["/other/last", { pattern: "/:any/last", any: "other" }],
  ["/a/last", { pattern: "/:any/last", any: "a" }],
])("%s is taken by its first pattern", (url, expected) => {
  expect(taken(PATHS, url)).toMatchObject(expected);
});

it.each(["/", "/b", "/a/x", "/a/b", "//a/b/page", "/constructor/x"])("nothing takes %s", (url) =>
  expect(taken(PATHS, url)).toBe("none"),
);
