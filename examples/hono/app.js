/** A shop: a page for everyone, orders for signed-in users, and a payment that asks for a recent sign-in. */
import { serve } from "@hono/node-server"
import { createLatchkey } from "@latchkey/client/hono"
import { Hono } from "hono"
import { html } from "hono/html"

const latchkey = createLatchkey()

const page = (title, content) => html`<!doctype html>
  <html lang="en">
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
    <h1>${title}</h1>
    ${content}
  </html>`

const button = (action, text) => html`<form method="post" action="${action}"><button>${text}</button></form>`

const app = new Hono()
  .get("/", latchkey.optionalSession(), (c) => {
    const session = latchkey.optionalSessionOf(c)
    if (session === undefined) return c.html(page("Welcome", html`<a href="${latchkey.signInUrl("/")}">Sign in</a>`))
    return c.html(
      page(`Welcome, ${session.email}`, [html`<a href="/orders">Orders</a>`, button("/sign-out", "Sign out")])
    )
  })
  .get("/orders", latchkey.requireSession(), (c) =>
    c.html(page(`Orders of ${latchkey.sessionOf(c).email}`, button("/pay", "Pay")))
  )
  .post("/pay", latchkey.requireRecent({ maxAge: 600 }), (c) => c.html(page("Paid", html`<a href="/">Home</a>`)))
  .post("/sign-out", latchkey.signOut())

const port = Number(process.env.PORT ?? 4000)
serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, () => console.log(`Listening on http://localhost:${port}`))
