"use client"
import { useSession } from "@latchkey/client/react"

export function Greeting() {
  const { session } = useSession()
  return <h1>{session === null ? "Welcome" : `Welcome, ${session.email}`}</h1>
}
