import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { statusPage } from "~/session/status-page.server";
import { pageTitle } from "~/text";
import { ErrorPage, errorTitle } from "~/ui/blank-page/error-page";

export const meta: MetaFunction = () => [{ title: pageTitle(errorTitle(401)) }];

export const loader = ({ context, request }: LoaderFunctionArgs) => statusPage(context, request, 401);

export default function Page() {
  return <ErrorPage {...useLoaderData<typeof loader>()} />;
}
