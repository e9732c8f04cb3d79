import { readdirSync } from "node:fs";
import path from "node:path";
import express, { type RequestHandler, Router } from "express";

const HASHED = path.resolve("public/build");

/**
 * Files of public/. Built ones carry a hash in their name and never change; their compressed twins
 * (.br, .gz, made by the build) are sent where the browser takes them.
 */
export function assets(): RequestHandler {
  const router = Router();
  router.use("/build", preferCompressed, express.static(HASHED, { immutable: true, maxAge: "1y", index: false }));
  // Pages are asked for far more often than these: only their own names reach the disk.
  const names = new Set(readdirSync("public"));
  const files = express.static("public", { maxAge: "1h", index: "index.html", redirect: false });
  router.use((req, res, next) => (names.has(req.path.split("/", 2)[1] ?? "") ? files(req, res, next) : next()));
  router.use("/build", (_req, res) => void res.status(404).end());
  return router;
}

const preferCompressed: RequestHandler = (req, res, next) => {
  const type = /\.(js|css|svg)$/.exec(req.path)?.[1];
  if (!type) return next();
  res.vary("Accept-Encoding");
  const encoding = req.acceptsEncodings("br", "gzip");
  if (encoding !== "br" && encoding !== "gzip") return next();
  const file = path.join(HASHED, path.normalize(req.path) + (encoding === "br" ? ".br" : ".gz"));
  if (!file.startsWith(HASHED)) return next();
  const mime = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" }[type] ?? "";
  res.sendFile(
    file,
    {
      immutable: true,
      maxAge: "1y",
      headers: { "Content-Type": `${mime}; charset=utf-8`, "Content-Encoding": encoding === "br" ? "br" : "gzip" },
    },
    (error) => {
      if (!error || res.headersSent) return;
      res.removeHeader("Content-Encoding");
      res.removeHeader("Content-Type");
      next();
    },
  );
};
