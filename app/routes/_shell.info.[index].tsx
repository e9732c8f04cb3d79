import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProfileView } from "~/features/me/profile";
import { changeProfile, type ProfileRefused } from "~/features/me/profile.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("个人信息") }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { permissions: _, ...user } = await requireStaff(context).user();
  return json({ user });
}

export const action = async ({ context }: ActionFunctionArgs) => changeProfile(requireStaff(context), context.form);

export default function Info() {
  const { user } = useLoaderData<typeof loader>();
  const refused = useActionData<ProfileRefused>();
  return <ProfileView user={user} refused={refused} />;
}
