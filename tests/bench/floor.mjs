// The least that this stack can do: Express and Remix with the product's middleware serving a page of one line.
import { createRequestHandler } from "@remix-run/express";
import { Outlet, RemixServer } from "@remix-run/react";
import compression from "compression";
import express from "express";
import helmet from "helmet";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const html = (...children) => createElement("html", { lang: "zh-CN" }, createElement("body", null, ...children));
const route = (id, parentId, path, module) => ({ id, parentId, path, module });
const facts = { hasAction: false, hasLoader: false, hasErrorBoundary: false, module: "" };
const build = {
  entry: {
    module: {
      default(request, status, headers, context) {
        const page = renderToString(createElement(RemixServer, { context, url: request.url }));
        headers.set("Content-Type", "text/html; charset=utf-8");
        return new Response(`<!DOCTYPE html>${page}`, { status, headers });
      },
    },
  },
  routes: {
    root: route("root", undefined, "", { default: () => html(createElement(Outlet)) }),
    empty: route("empty", "root", "empty", { loader: () => null, default: () => createElement("p", null, "空页") }),
  },
  assets: {
    version: "1",
    url: "",
    entry: { module: "", imports: [] },
    routes: {
      root: { id: "root", path: "", ...facts },
      empty: { id: "empty", parentId: "root", path: "empty", ...facts, hasLoader: true },
    },
  },
  publicPath: "/build/",
  assetsBuildDirectory: "public/build",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
  mode: "production",
  isSpaMode: false,
};

const app = express().disable("x-powered-by");
app.use(helmet(), compression());
app.all("*", createRequestHandler({ build, mode: "production" }));
const server = app.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () =>
  console.log(`listening http://127.0.0.1:${server.address().port}`),
);
