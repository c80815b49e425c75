/** Protects an app on Hono 4, on any of its runtimes. */
import { type FrameworkLatchkey, make } from "./internal/server/Middleware.ts"
import * as Server from "./server.ts"

export * from "./internal/server/AppExports.ts"

type Data = NonNullable<Server.Session["metadata"]>

/** What the kit uses of a context of Hono. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  readonly res: Response
  header(name: string, value: string, options?: { readonly append?: boolean }): void
  body(data: string, status: number, headers: Readonly<Record<string, string>>): Response
}

/** Middleware of Hono, with no more than the kit needs of its types. */
export type HonoMiddleware = (c: HonoContext, next: () => Promise<void>) => Promise<Response | undefined>

/** An app's half of Latchkey, as middleware for Hono. */
export type HonoLatchkey<Metadata = Data, UserMetadata = Data> = FrameworkLatchkey<
  HonoContext,
  HonoMiddleware,
  HonoMiddleware,
  Metadata,
  UserMetadata
>

/**
 * Makes an app's half of Latchkey for Hono. Sends nothing yet. Throws a `TypeError` if a URL is not one.
 *
 * ```ts
 * const latchkey = createLatchkey()
 *
 * app.get("/orders", latchkey.requireSession(), (c) => c.text(`Orders of ${latchkey.sessionOf(c).email}`))
 * app.post("/sign-out", latchkey.signOut())
 * ```
 */
export const createLatchkey = <Metadata = Data, UserMetadata = Data>(
  options?: Server.ServerOptions
): HonoLatchkey<Metadata, UserMetadata> =>
  make(
    Server.createLatchkey<Metadata, UserMetadata>(options),
    (c: HonoContext) => c.req.raw,
    (decide): HonoMiddleware =>
      async (c, next) => {
        const reply = await decide(c)
        if (reply !== undefined) {
          for (const cookie of reply.cookies ?? []) c.header("set-cookie", cookie, { append: true })
          return c.body(reply.body, reply.status, reply.headers)
        }
        await next()
        // A header that is set before is lost if the handler returns its own `Response`. A WebSocket's has none.
        if (c.res.status !== 101 && !c.res.headers.has("cache-control")) c.header("cache-control", "no-store")
        return undefined
      }
  )
