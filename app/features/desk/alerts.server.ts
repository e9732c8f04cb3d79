import { json, redirect } from "@remix-run/node";
import type { AlertChoice } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { fetchAlerts, saveAlerts } from "~/erp/desk.server";
import { flash } from "~/session/cookies.server";
import type { Staff } from "~/session/staff.server";
import type { AlertForm } from "./alerts";

/** A posted form as the backend takes it: of each kind that is ticked, its threshold and channel. */
const chosen = (form: FormData): AlertChoice => ({
  alerts: form.getAll("on").map((value) => {
    const kind = String(value);
    const channel = form.get(`channel.${kind}`) === "now" ? "now" : "daily";
    return { kind, channel, threshold: String(form.get(`threshold.${kind}`) ?? "").trim() || "x" };
  }),
});

const typedOf = ({ threshold }: AlertChoice["alerts"][number]): string => (threshold === "x" ? "" : String(threshold));

/** Keeps what was chosen; what is refused is shown again as it was typed. */
export async function changeAlerts({ erp }: Staff, form: FormData) {
  const choice = chosen(form);
  try {
    await saveAlerts(erp, choice);
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const typed = new Map(choice.alerts.map((one) => [one.kind, one]));
    const alerts = (await fetchAlerts(erp)).map((alert) => {
      const own = typed.get(alert.kind);
      return { ...alert, on: !!own, ...(own && { channel: own.channel, threshold: typedOf(own) }) };
    });
    return json<AlertForm>({ alerts, problem: error.message }, { status: 422 });
  }
  const headers = flash(new Headers(), { tone: "success", text: "预警订阅已保存" });
  return redirect("/alerts", { status: 303, headers });
}
