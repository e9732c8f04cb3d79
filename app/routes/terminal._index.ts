import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { choosePlace, loadHome } from "~/features/terminal/home.server";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadHome(request, context);
export const action = ({ context }: ActionFunctionArgs) => choosePlace(context);
