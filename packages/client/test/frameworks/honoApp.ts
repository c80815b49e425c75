import { once } from "node:events"
import { createAdaptorServer } from "@hono/node-server"
import { type Context, Hono } from "hono"
import { createLatchkey } from "../../src/hono.ts"
import { type ExampleApp, type ExampleOptions, ownCookie } from "./ExampleApp.ts"

/** Makes the app on Hono, for any runtime. */
export const makeHono = ({ leave, ...options }: Omit<ExampleOptions, "port">, errors: Array<unknown>) => {
  const latchkey = createLatchkey(options)
  const email = (c: Context) => latchkey.sessionOf(c).email
  const nested = new Hono()
    .use(latchkey.requireSession())
    .get("/orders", (c) => c.text(`Orders of ${latchkey.sessionOf(c).email}`))

  const app = new Hono()
    .get("/", latchkey.optionalSession(), (c) => c.text(`Hello, ${latchkey.optionalSessionOf(c)?.email ?? "visitor"}`))
    // A response of the handler's own, not of the context.
    .get("/orders", latchkey.requireSession(), (c) => new Response(`Orders of ${email(c)}`))
    .get("/slow", latchkey.requireSession(), async (c) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return c.text(email(c))
    })
    .post("/orders", latchkey.requireSession(), (c) => c.text("Ordered.", 201))
    .get("/cached", latchkey.requireSession(), (c) => c.text("Cached.", 200, { "cache-control": "private, max-age=5" }))
    .get("/broken", latchkey.requireSession(), () => {
      throw new Error("a bug")
    })
    .on(["GET", "POST"], "/transfer", latchkey.requireRecent({ maxAge: 300 }), (c) => c.text(`Sent by ${email(c)}`))
    .get("/vault", latchkey.requireRecent({ maxAge: 300, aal: 2 }), (c) => c.text("Opened."))
    .get("/reports", latchkey.requireCaller({ scopes: ["reports:read"] }), (c) => {
      const { type, userId } = latchkey.callerOf(c)
      return c.json({ type, userId })
    })
    .use("/sign-out", async (c, next) => {
      c.header("set-cookie", ownCookie, { append: true })
      await next()
    })
    .all("/sign-out", latchkey.signOut())
    .post("/leave", latchkey.signOut(leave))
    .get("/forgotten/session", (c) => c.json(latchkey.sessionOf(c)))
    .get("/forgotten/optional", (c) => c.json(latchkey.optionalSessionOf(c) ?? null))
    .get("/forgotten/caller", (c) => c.json(latchkey.callerOf(c).userId))
    .get("/mixed", latchkey.optionalSession(), (c) => c.text(email(c)))
    .get("/careless", latchkey.requireRecent(undefined as never), (c) => c.text("Unprotected."))
    .get("/unbound", latchkey.requireSession as never, (c) => c.text("Unprotected."))
    .route("/nested", nested)
  app.onError((error, c) => {
    errors.push(error)
    return c.text("Failed.", 500)
  })
  return app
}

/** Starts the app on Hono, with Node's server. */
export const startHono = async ({ port, ...options }: ExampleOptions): Promise<ExampleApp> => {
  const errors: Array<unknown> = []
  const server = createAdaptorServer({ fetch: makeHono(options, errors).fetch })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const stop = async () => {
    if ("closeAllConnections" in server) server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { origin: `http://127.0.0.1:${port}`, errors, stop }
}
