/** An app whose orders are for signed-in users. */
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { accepts } from "hono/accepts"
import { findSession, isCrossOrigin, LatchkeyUnavailable, signInUrl, signOut } from "./latchkey.js"

// #region guard
/** Refuses requests that pages of other origins send with the user's cookies (CSRF). */
const sameOrigin = async (c, next) => {
  if (isCrossOrigin(c.req.method, c.req.header())) return c.json({ code: "forbidden_origin" }, 403)
  await next()
}

/** Lets signed-in users pass, with their session. Sends browsers to the sign-in page, and programs a 401. */
const signedIn = async (c, next) => {
  c.header("cache-control", "no-store")
  const session = await findSession(c.req.header("cookie"))
  if (session !== undefined) {
    c.set("session", session)
    return next()
  }
  const { pathname, search } = new URL(c.req.url)
  const types = { header: "Accept", supports: ["application/json", "text/html"], default: "application/json" }
  return c.req.method === "GET" && accepts(c, types) === "text/html"
    ? c.redirect(signInUrl(pathname + search), 303)
    : c.json({ code: "unauthenticated" }, 401)
}

const app = new Hono()
  .use(sameOrigin)
  .get("/", (c) => c.text("This page is public."))
  .get("/orders", signedIn, (c) => c.text(`Orders of ${c.get("session").email}`))
  .post("/orders", signedIn, (c) => c.text("Ordered.", 201))
  .post("/sign-out", async (c) => {
    for (const setCookie of await signOut(c.req.header("cookie"))) c.header("set-cookie", setCookie, { append: true })
    return c.redirect("/", 303)
  })

/** An outage is a 503. The user is still signed in. */
app.onError((error, c) => {
  if (!(error instanceof LatchkeyUnavailable)) throw error
  console.error(error)
  return c.json({ code: "service_unavailable" }, 503, { "retry-after": "2" })
})
// #endregion

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 4000) }, () =>
  process.stdout.write("Listening\n")
)
