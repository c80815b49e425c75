import { SessionProvider } from "@latchkey/client/react"
import Link from "next/link"
import { latchkey } from "@/latchkey"
import { signOut } from "./actions"
import { Greeting } from "./Greeting"

const latchkeyUrl = process.env.LATCHKEY_PUBLIC_URL ?? process.env.LATCHKEY_URL ?? "http://localhost:3000"

export default async function Home() {
  const session = await latchkey.session()
  return (
    <SessionProvider baseUrl={latchkeyUrl} initialSession={session ?? null}>
      <Greeting />
      <Link href="/orders">Orders</Link>
      {session && (
        <form action={signOut}>
          <button type="submit">Sign out</button>
        </form>
      )}
    </SessionProvider>
  )
}
