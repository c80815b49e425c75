import { once } from "node:events"
import type { Server } from "node:http"
import type { Express, NextFunction, Request, Response } from "express"
import type * as Kit from "../../src/express.ts"
import { type ExampleApp, type ExampleOptions, ownCookie } from "./ExampleApp.ts"

/** Starts the app on Express 4 or 5. */
export const startExpress = async (
  express: typeof import("express"),
  { createLatchkey }: Pick<typeof Kit, "createLatchkey">,
  { leave, port, ...options }: ExampleOptions
): Promise<ExampleApp> => {
  const latchkey = createLatchkey(options)
  const errors: Array<unknown> = []
  const email = (request: Request) => latchkey.sessionOf(request).email
  const nested = express.Router().get("/orders", latchkey.requireSession(), (request, response) => {
    response.send(`Orders of ${email(request)}`)
  })

  const app: Express = express()
  app.get("/", latchkey.optionalSession(), (request, response) => {
    response.send(`Hello, ${latchkey.optionalSessionOf(request)?.email ?? "visitor"}`)
  })
  app.get("/orders", latchkey.requireSession(), (request, response) => {
    response.send(`Orders of ${email(request)}`)
  })
  app.get("/slow", latchkey.requireSession(), (request, response) => {
    setTimeout(() => response.send(email(request)), 100)
  })
  app.post("/orders", latchkey.requireSession(), (_, response) => {
    response.status(201).send("Ordered.")
  })
  app.get("/cached", latchkey.requireSession(), (_, response) => {
    response.set("cache-control", "private, max-age=5").send("Cached.")
  })
  app.get("/broken", latchkey.requireSession(), () => {
    throw new Error("a bug")
  })
  app.all("/transfer", latchkey.requireRecent({ maxAge: 300 }), (request, response) => {
    response.send(`Sent by ${email(request)}`)
  })
  app.get("/vault", latchkey.requireRecent({ maxAge: 300, aal: 2 }), (_, response) => {
    response.send("Opened.")
  })
  app.get("/reports", latchkey.requireCaller({ scopes: ["reports:read"] }), (request, response) => {
    const { type, userId } = latchkey.callerOf(request)
    response.json({ type, userId })
  })
  app.use("/sign-out", (_, response, next) => {
    response.append("set-cookie", ownCookie)
    next()
  })
  app.all("/sign-out", latchkey.signOut())
  app.post("/leave", latchkey.signOut(leave))
  app.get("/forgotten/session", (request) => void latchkey.sessionOf(request))
  app.get("/forgotten/optional", (request) => void latchkey.optionalSessionOf(request))
  app.get("/forgotten/caller", (request) => void latchkey.callerOf(request))
  app.get("/mixed", latchkey.optionalSession(), (request, response) => {
    response.send(email(request))
  })
  app.get("/careless", latchkey.requireRecent(undefined as never), (_, response) => {
    response.send("Unprotected.")
  })
  app.get("/unbound", latchkey.requireSession as never, (_, response: Response) => {
    response.send("Unprotected.")
  })
  app.use("/nested", nested)
  app.use((error: unknown, _: Request, response: Response, _next: NextFunction) => {
    errors.push(error)
    response.status(500).send("Failed.")
  })

  const server: Server = app.listen(port, "127.0.0.1")
  await once(server, "listening")
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { origin: `http://127.0.0.1:${port}`, errors, stop }
}
