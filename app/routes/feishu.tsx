import type { LoaderFunctionArgs } from "@remix-run/node";
import { nextPath } from "~/session/paths.server";
import { finishSocial, isCallback, startSocial } from "~/session/social.server";

/** Automatic sign-in through 飞书: goes there by itself, and comes back here with code and state. */
export const loader = ({ context, request }: LoaderFunctionArgs) =>
  isCallback(request)
    ? finishSocial(context, request, "FEISHU")
    : startSocial(context, "FEISHU", nextPath(new URL(request.url).searchParams.get("next")));
