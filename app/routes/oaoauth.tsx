import type { LoaderFunctionArgs } from "@remix-run/node";
import { finishSocial } from "~/session/social.server";

/** The office-automation system comes back here with code and state. */
export const loader = ({ context, request }: LoaderFunctionArgs) => finishSocial(context, request, "OA");
