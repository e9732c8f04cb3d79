import { createRequestHandler } from "@remix-run/express";
import * as build from "@remix-run/dev/server-build";
import express from "express";
const app = express();
app.use(express.static("public"));
app.all("*", createRequestHandler({ build: build as any, mode: "production" }));
app.listen(3000, () => console.log("http://localhost:3000"));
