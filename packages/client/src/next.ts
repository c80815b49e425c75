/**
 * Protects an app on Next.js 15 or newer: pages of the App Router, server actions, route handlers, and the proxy, which
 * was called middleware before Next.js 16.
 */
import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { connection, NextResponse } from "next/server"
import { cache } from "react"
import type { ActiveSession } from "./Schemas.ts"
import {
  type Caller,
  createLatchkey as createCore,
  type Latchkey,
  type LatchkeyError,
  type Needed,
  type Recent,
  type Refusal,
  type RequestLike,
  type ServerOptions
} from "./server.ts"
import type { Session } from "./Session.ts"

export * from "./server.ts"

type Data = NonNullable<ActiveSession["metadata"]>

/** A route handler, as Next.js calls it. `Context`: such as `{ params }`. */
export type RouteHandler<Context> = (request: Request, context: Context) => Promise<Response>

/** Handles a request that a session or another caller may send. */
export type GuardedHandler<Who, Context> = (
  request: Request,
  who: Who,
  context: Context
) => Response | Promise<Response>

/** Which pages the proxy protects: those of the paths for which `protect` returns `true`, decoded; all by default. */
export interface ProxyOptions {
  readonly protect?: ((pathname: string) => boolean) | undefined
}

/**
 * An app's half of Latchkey for Next.js. It has the methods of `./server`, which take a request, and those that find
 * the request themselves, in server components, in server actions and in route handlers.
 *
 * These redirect to the sign-in page. When they reject, `error.tsx` shows, and its `error.digest` is the code of the
 * `LatchkeyError`, such as `latchkey_unavailable`: an outage never leads to the sign-in page. They refuse a request
 * with the `Origin` of another app, in addition to what Next.js checks.
 */
export interface NextLatchkey<Metadata = Data, UserMetadata = Data>
  extends Omit<Latchkey<Metadata, UserMetadata>, "requireSession" | "requireRecent" | "signOut"> {
  /** Returns the session, or `undefined`. One render asks Latchkey once, however many components call it. */
  readonly session: () => Promise<Session<Metadata, UserMetadata> | undefined>

  /**
   * Returns the session, or redirects to the sign-in page, which leads back to a path of this app. Without a path it
   * leads back to the page that the user came from, which is what a server action needs.
   */
  readonly requireSession: (path?: string) => Promise<Session<Metadata, UserMetadata>>

  /**
   * Returns the session of a user who has authenticated recently. Redirects others to the page where they do, which
   * leads back to a path of this app. Asks Latchkey each time.
   */
  readonly requireRecent: (path: string, recent: Recent) => Promise<Session<Metadata, UserMetadata>>

  /**
   * Revokes the session, and clears its cookie. In a server action or a route handler. If it rejects, the user is still
   * signed in.
   */
  readonly signOut: () => Promise<void>

  /**
   * Returns a route handler for signed-in users, and with `recent` for those who have authenticated recently. It
   * refuses the others, and a page of another origin. No cache keeps what it returns.
   */
  readonly route: <Context = unknown>(
    handler: GuardedHandler<Session<Metadata, UserMetadata>, Context>,
    recent?: Recent
  ) => RouteHandler<Context>

  /** Returns a route handler that accepts tokens as well, as `requireCaller` does. */
  readonly callerRoute: <Context = unknown>(
    handler: GuardedHandler<Caller<Metadata, UserMetadata>, Context>,
    needed?: Needed
  ) => RouteHandler<Context>

  /**
   * Returns the function for `proxy.ts`, or for `middleware.ts` on Node and on the edge. It keeps signed-out users from
   * pages that do not ask themselves, such as static ones. It costs a request to Latchkey.
   */
  readonly middleware: (options?: ProxyOptions) => (request: Request) => Promise<Response> | undefined
}

/** Decodes a path, as Next.js does for the parameters of a page. It refuses a malformed one itself. */
const decode = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Makes an app's half of Latchkey for Next.js. Sends nothing yet. Throws a `TypeError` if a URL is not one.
 *
 * ```ts
 * // latchkey.ts
 * export const latchkey = createLatchkey<{ readonly plan?: "free" | "team" }>()
 *
 * // app/orders/page.tsx
 * const Orders = async () => {
 *   const { email } = await latchkey.requireSession("/orders")
 *   return `Orders of ${email}`
 * }
 *
 * // app/api/orders/route.ts
 * export const POST = latchkey.route((request, { userId }) => Response.json({ userId }))
 * ```
 */
export const createLatchkey = <Metadata = Data, UserMetadata = Data>(
  options: ServerOptions = {}
): NextLatchkey<Metadata, UserMetadata> => {
  const core = createCore<Metadata, UserMetadata>(options)

  /**
   * Asks about the request that is being answered, of which Next.js tells the headers only. Browsers send `Origin` with
   * every request that may change something (Fetch Standard, 3.2). Next.js hides the message of an error from browsers,
   * and passes its `digest` on.
   */
  const ask = async <A>(find: (request: RequestLike) => Promise<A>, path = "/"): Promise<A> => {
    await connection()
    const all = await headers()
    return find({ method: all.has("origin") ? "POST" : "GET", headers: all }).catch((error: LatchkeyError) => {
      if (error.code === "sign_in_required") redirect(core.signInUrl(path))
      if (error.code === "recent_sign_in_required") redirect(core.reauthenticateUrl(path))
      throw Object.assign(error, { digest: error.code })
    })
  }

  const session = cache(() => ask(core.findSession))

  const requireSession = async (path?: string) =>
    (await session()) ?? redirect(core.signInUrl(path ?? (await headers()).get("referer") ?? "/"))

  const requireRecent = (path: string, recent: Recent) => ask((request) => core.requireRecent(request, recent), path)

  const signOut = async () => {
    const store = await cookies()
    for (const text of await ask((request) => core.signOut({ ...request, method: "POST" }))) {
      const [name = ""] = text.split("=")
      const domain = text.split("; Domain=")[1]?.split(";")[0]
      store.set({ name, value: "", maxAge: 0, domain, secure: text.includes("; Secure") })
    }
  }

  const guarded =
    <Who, Context>(find: (request: RequestLike) => Promise<Who>, handler: GuardedHandler<Who, Context>) =>
    async (request: Request, context: Context): Promise<Response> => {
      const reply: Response | Refusal = await find(request)
        .then((who) => handler(request, who, context))
        .catch((error) => core.refusal(error, request) ?? Promise.reject(error))
      const copy = new Response(reply.body, reply)
      copy.headers.set("cache-control", "no-store")
      return copy
    }

  return {
    ...core,
    session,
    requireSession,
    requireRecent,
    signOut,
    route: (handler, recent) =>
      guarded(recent ? (request) => core.requireRecent(request, recent) : core.requireSession, handler),
    callerRoute: (handler, needed) => guarded((request) => core.requireCaller(request, needed), handler),
    middleware:
      ({ protect = () => true } = {}) =>
      (request) =>
        protect(decode(new URL(request.url).pathname))
          ? guarded<unknown, void>(core.requireSession, () => NextResponse.next())(request)
          : undefined
  }
}
