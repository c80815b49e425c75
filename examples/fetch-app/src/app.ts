/** The app: its own routes and Latchkey's. */
import { Hono } from "hono"
import type { Latchkey } from "./Latchkey.js"

/** What the server passes on with each request. */
export interface Bindings {
  readonly remoteAddress: string | undefined
}

export const make = (latchkey: Latchkey) =>
  new Hono<{ Bindings: Bindings }>()
    .get("/", (c) => c.text("This page is public."))
    .get("/me", async (c) => {
      const session = await latchkey.requireSession(c.req.raw)
      return session instanceof Response ? session : c.text(`You are ${session.email}.`)
    })
    .all("/v1/*", (c) => latchkey.handle(c.req.raw, c.env.remoteAddress))
