import { Outlet } from "@remix-run/react";

export default function Desk() {
  return (
    <main id="main">
      <Outlet />
    </main>
  );
}
