import Link from "next/link"
import { latchkey } from "@/latchkey"
import { signOut } from "./actions"

export default async function Home() {
  const session = await latchkey.session()
  return (
    <main>
      <h1>{session === undefined ? "Welcome" : `Welcome, ${session.email}`}</h1>
      <Link href="/orders">Orders</Link>
      {session && (
        <form action={signOut}>
          <button type="submit">Sign out</button>
        </form>
      )}
    </main>
  )
}
