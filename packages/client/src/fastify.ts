/** Protects an app on Fastify 4 or 5. */
import { type FrameworkLatchkey, make, type Reply } from "./internal/server/Middleware.ts"
import * as Server from "./server.ts"

export * from "./internal/server/AppExports.ts"

type Data = NonNullable<Server.Session["metadata"]>

/** What the kit uses of a request of Fastify. */
export interface FastifyRequest {
  readonly raw: Server.RequestLike
}

/** What the kit uses of a reply of Fastify. */
export interface FastifyReply {
  code(status: number): FastifyReply
  header(name: string, value: string): FastifyReply
  headers(headers: Readonly<Record<string, string>>): FastifyReply
  send(body: string): FastifyReply
}

/** A hook of Fastify, such as `onRequest`, with no more than the kit needs of its types. */
export type FastifyHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The options of a route with its handler. A hook replies: Fastify has no parser for forms unless an app adds one. */
export interface FastifySignOut {
  readonly onRequest: FastifyHook
  readonly handler: () => Promise<void>
}

/** An app's half of Latchkey, as hooks for Fastify. */
export type FastifyLatchkey<Metadata = Data, UserMetadata = Data> = FrameworkLatchkey<
  FastifyRequest,
  FastifyHook,
  FastifySignOut,
  Metadata,
  UserMetadata
>

const send = (reply: FastifyReply, { body, cookies = [], headers, status }: Reply): FastifyReply => {
  // Fastify keeps the cookies that are there already.
  for (const cookie of cookies) reply.header("set-cookie", cookie)
  return reply.code(status).headers(headers).send(body)
}

/**
 * Makes an app's half of Latchkey for Fastify. Sends nothing yet. Throws a `TypeError` if a URL is not one.
 *
 * ```ts
 * const latchkey = createLatchkey()
 *
 * app.get("/orders", { onRequest: latchkey.requireSession() }, async (request) => {
 *   return `Orders of ${latchkey.sessionOf(request).email}`
 * })
 * app.post("/sign-out", latchkey.signOut())
 * ```
 */
export const createLatchkey = <Metadata = Data, UserMetadata = Data>(
  options?: Server.ServerOptions
): FastifyLatchkey<Metadata, UserMetadata> => {
  const { signOut, ...latchkey } = make(
    Server.createLatchkey<Metadata, UserMetadata>(options),
    ({ raw }: FastifyRequest) => raw,
    (decide): FastifyHook =>
      async (request, reply) => {
        const decided = await decide(request)
        if (decided !== undefined) return send(reply, decided)
        reply.header("cache-control", "no-store")
        return undefined
      }
  )
  return { ...latchkey, signOut: (returnTo) => ({ onRequest: signOut(returnTo), handler: async () => undefined }) }
}
