import { createApp } from "vue";
import { createRouter, createWebHistory } from "vue-router";
import "element-plus/theme-chalk/base.css";
import "./app.css";
import App from "./app.vue";

// Pages come as chunks of their own, as such consoles have them.
const list = () => import("./list.vue");
const routes = [
  { path: "/", redirect: "/users" },
  { path: "/users", name: "users", component: list },
  { path: "/users/:id", component: () => import("./detail.vue") },
  { path: "/:page(.*)", component: () => import("./other.vue") },
];
createApp(App)
  .use(createRouter({ history: createWebHistory(), routes }))
  .mount("#app");
