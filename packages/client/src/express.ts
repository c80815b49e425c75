/** Protects an app on Express 4 or 5, or on another framework with the same middleware, such as Connect or Polka. */
import { type FrameworkLatchkey, make, type Reply } from "./internal/server/Middleware.ts"
import * as Server from "./server.ts"

export * from "./internal/server/AppExports.ts"

type Data = NonNullable<Server.Session["metadata"]>

/** What the kit uses of a response of Node. */
export interface ExpressResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  appendHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/** Middleware of Express, with no more than the kit needs of its types. */
export type ExpressMiddleware = (
  request: Server.RequestLike,
  response: ExpressResponse,
  next: (error?: unknown) => void
) => void

/** An app's half of Latchkey, as middleware for Express. */
export type ExpressLatchkey<Metadata = Data, UserMetadata = Data> = FrameworkLatchkey<
  Server.RequestLike,
  ExpressMiddleware,
  ExpressMiddleware,
  Metadata,
  UserMetadata
>

const send = (response: ExpressResponse, { body, cookies = [], headers, status }: Reply): void => {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  for (const cookie of cookies) response.appendHeader("set-cookie", cookie)
  response.end(body)
}

/**
 * Makes an app's half of Latchkey for Express. Sends nothing yet. Throws a `TypeError` if a URL is not one.
 *
 * ```ts
 * const latchkey = createLatchkey()
 *
 * app.get("/orders", latchkey.requireSession(), (request, response) => {
 *   response.send(`Orders of ${latchkey.sessionOf(request).email}`)
 * })
 * app.post("/sign-out", latchkey.signOut())
 * ```
 */
export const createLatchkey = <Metadata = Data, UserMetadata = Data>(
  options?: Server.ServerOptions
): ExpressLatchkey<Metadata, UserMetadata> =>
  make(
    Server.createLatchkey<Metadata, UserMetadata>(options),
    (request: Server.RequestLike) => request,
    (decide): ExpressMiddleware =>
      (request, response, next) => {
        decide(request)
          .then((reply) => {
            if (reply !== undefined) return send(response, reply)
            response.setHeader("cache-control", "no-store")
            next()
          })
          .catch(next)
      }
  )
