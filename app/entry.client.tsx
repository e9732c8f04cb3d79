import { bootIslands } from "./islands/boot.client";
import { enhanceWidgets } from "./ui/enhance.client";
import { startSessionTimer } from "./ui/session-timer/session-timer.client";
import { captureErrors } from "./ui/shell/errors.client";
import { enhanceShell } from "./ui/shell/shell.client";

captureErrors();
enhanceShell(document);
enhanceWidgets();
startSessionTimer();
if (document.querySelector(".login-form"))
  void import("./ui/blank-page/login.client").then((m) => m.enhanceLogin(document));
if (document.querySelector("[data-lock]"))
  void import("./ui/blank-page/lock.client").then((m) => m.enhanceLock(document));
bootIslands();
