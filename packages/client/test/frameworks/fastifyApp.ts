import { setTimeout } from "node:timers/promises"
import type { FastifyRequest } from "fastify"
import { createLatchkey } from "../../src/fastify.ts"
import { type ExampleApp, type ExampleOptions, ownCookie } from "./ExampleApp.ts"

/** Starts the app on Fastify 4 or 5. */
export const startFastify = async (
  { fastify }: Pick<typeof import("fastify"), "fastify">,
  { leave, port, ...options }: ExampleOptions
): Promise<ExampleApp> => {
  const latchkey = createLatchkey(options)
  const errors: Array<unknown> = []
  const email = (request: FastifyRequest) => latchkey.sessionOf(request).email
  const signedIn = { onRequest: latchkey.requireSession() }

  const app = fastify()
  app.get("/", { onRequest: latchkey.optionalSession() }, async (request) => {
    return `Hello, ${latchkey.optionalSessionOf(request)?.email ?? "visitor"}`
  })
  app.get("/orders", signedIn, async (request) => `Orders of ${email(request)}`)
  app.get("/cached", signedIn, async (_, reply) => {
    return reply.header("cache-control", "private, max-age=5").send("Cached.")
  })
  app.get("/broken", signedIn, async () => {
    throw new Error("a bug")
  })
  app.get("/slow", signedIn, async (request) => {
    await setTimeout(100)
    return email(request)
  })
  app.register(async (forms) => {
    // Of the whole app, it would hide that a sign-out needs none.
    forms.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
      done(null, body)
    )
    forms.post("/orders", { preHandler: latchkey.requireSession() }, async (_, reply) => {
      return reply.code(201).send("Ordered.")
    })
    forms.route({
      method: ["GET", "POST"],
      url: "/transfer",
      onRequest: latchkey.requireRecent({ maxAge: 300 }),
      handler: async (request) => `Sent by ${email(request)}`
    })
  })
  app.get("/vault", { onRequest: latchkey.requireRecent({ maxAge: 300, aal: 2 }) }, async () => "Opened.")
  app.get("/reports", { onRequest: latchkey.requireCaller({ scopes: ["reports:read"] }) }, async (request) => {
    const { type, userId } = latchkey.callerOf(request)
    return { type, userId }
  })
  app.addHook("onRequest", async ({ url }, reply) => {
    if (url === "/sign-out") reply.header("set-cookie", ownCookie)
  })
  app.route({ method: ["GET", "POST", "PUT"], url: "/sign-out", ...latchkey.signOut() })
  app.post("/leave", latchkey.signOut(leave))
  app.get("/forgotten/session", async (request) => latchkey.sessionOf(request))
  app.get("/forgotten/optional", async (request) => latchkey.optionalSessionOf(request))
  app.get("/forgotten/caller", async (request) => latchkey.callerOf(request))
  app.get("/mixed", { onRequest: latchkey.optionalSession() }, async (request) => email(request))
  app.get("/careless", { onRequest: latchkey.requireRecent(undefined as never) }, async () => "Unprotected.")
  app.get("/unbound", { onRequest: latchkey.requireSession as never }, async () => "Unprotected.")
  app.register(
    async (nested) => {
      nested.addHook("onRequest", latchkey.requireSession())
      nested.get("/orders", async (request) => `Orders of ${email(request)}`)
    },
    { prefix: "/nested" }
  )
  app.setErrorHandler(async (error, _, reply) => {
    errors.push(error)
    return reply.code(500).send("Failed.")
  })

  await app.listen({ port, host: "127.0.0.1" })
  return { origin: `http://127.0.0.1:${port}`, errors, stop: async () => void (await app.close()) }
}
