import type { Caller } from "../../Caller.ts"
import type { Latchkey, Needed, Recent } from "../../server.ts"
import type { Session } from "../../Session.ts"
import type { Refusal } from "./Refusal.ts"
import type { RequestLike } from "./RequestLike.ts"

/** What a framework sends for the kit. `cookies`: `Set-Cookie` headers, beside those that are there already. */
export interface Reply extends Refusal {
  readonly cookies?: ReadonlyArray<string>
}

/** Decides about a request: `undefined` lets it pass. Rejects with what is not the kit's error. */
export type Decide<Context> = (context: Context) => Promise<Reply | undefined>

/**
 * The kit of a framework. `Middleware`: its handlers of requests, which the kit's functions return. `Context`: the
 * object of a request that these get.
 *
 * Each of them asks Latchkey, refuses by itself, and marks the reply as `Cache-Control: no-store`. During an outage
 * each replies with 503, except to visitors without Latchkey's cookies.
 */
export interface FrameworkLatchkey<Context, Middleware, SignOut, Metadata, UserMetadata>
  extends Omit<Latchkey<Metadata, UserMetadata>, "requireCaller" | "requireRecent" | "requireSession" | "signOut"> {
  /** Lets signed-in users pass. Others who open a page go to the sign-in page and back, and programs get 401. */
  readonly requireSession: () => Middleware

  /**
   * Lets users pass who have authenticated recently. Other signed-in users who open a page go to the page where they
   * do, and back; programs get 403.
   */
  readonly requireRecent: (recent: Recent) => Middleware

  /** Lets sessions and tokens with all of the scopes pass. */
  readonly requireCaller: (needed?: Needed) => Middleware

  /** Lets every visitor pass, for pages that look different to users who are signed in. */
  readonly optionalSession: () => Middleware

  /**
   * Revokes the session, for `POST` only, and leads to a path of this app, which is `/` by default. During an outage
   * the reply is 503: the user is still signed in.
   */
  readonly signOut: (returnTo?: string) => SignOut

  /** Returns the session. Throws a `TypeError` without `requireSession()` or `requireRecent()` before. */
  readonly sessionOf: (context: Context) => Session<Metadata, UserMetadata>

  /** Returns the session, or `undefined` without one. Throws a `TypeError` without `optionalSession()` before. */
  readonly optionalSessionOf: (context: Context) => Session<Metadata, UserMetadata> | undefined

  /** Returns who makes the request. Throws a `TypeError` without `requireCaller()` before. */
  readonly callerOf: (context: Context) => Caller<Metadata, UserMetadata>
}

/** Makes the accessor of what middleware has found out about a request. */
const makeAccessor =
  <Context extends object, A>(found: WeakMap<Context, A>, middleware: string) =>
  (context: Context): A => {
    if (!found.has(context)) throw new TypeError(`${middleware}() is missing before this handler`)
    return found.get(context) as A
  }

/** Makes the kit of a framework. `requestOf`: the request in its context. `middleware`: does what was decided. */
export const make = <Context extends object, Middleware, Metadata, UserMetadata>(
  core: Latchkey<Metadata, UserMetadata>,
  requestOf: (context: Context) => RequestLike,
  middleware: (decide: Decide<Context>) => Middleware
): FrameworkLatchkey<Context, Middleware, Middleware, Metadata, UserMetadata> => {
  const required = new WeakMap<Context, Session<Metadata, UserMetadata>>()
  const optional = new WeakMap<Context, Session<Metadata, UserMetadata> | undefined>()
  const callers = new WeakMap<Context, Caller<Metadata, UserMetadata>>()

  const maker =
    <Option>(decide: (request: RequestLike, option: Option, context: Context) => Promise<Reply | undefined>) =>
    (option: Option, ...others: ReadonlyArray<unknown>): Middleware => {
      // Frameworks pass several arguments. Without this, a route that forgets the parentheses would never reply.
      if (others.length > 0) throw new TypeError("Middleware is missing its ()")
      return middleware((context) => {
        const request = requestOf(context)
        return decide(request, option, context).catch((error: unknown) => {
          const refused = core.refusal(error, request)
          if (refused) return refused
          throw error
        })
      })
    }

  const finder = <A, Option>(found: WeakMap<Context, A>, find: (request: RequestLike, option: Option) => Promise<A>) =>
    maker(async (request, option: Option, context) => {
      found.set(context, await find(request, option))
      return undefined
    })

  const optionalSessionOf = makeAccessor(optional, "optionalSession")

  return {
    ...core,
    requireSession: finder<Session<Metadata, UserMetadata>, void>(required, core.requireSession),
    requireRecent: finder(required, core.requireRecent),
    requireCaller: finder(callers, core.requireCaller),
    optionalSession: finder<Session<Metadata, UserMetadata> | undefined, void>(optional, core.findSession),
    signOut: maker(async (request, returnTo: string | undefined = "/") => {
      const headers = { "cache-control": "no-store" }
      if (request.method !== "POST") return { status: 405, headers: { ...headers, allow: "POST" }, body: "" }
      const cookies = await core.signOut(request)
      // The URL of the sign-in page ends with one of this app, and of no other origin.
      const location = decodeURIComponent(core.signInUrl(returnTo).replace(/.*=/, ""))
      return { status: 303, headers: { ...headers, location }, body: "", cookies }
    }),
    sessionOf: makeAccessor(required, "requireSession"),
    optionalSessionOf: (context) => required.get(context) ?? optionalSessionOf(context),
    callerOf: makeAccessor(callers, "requireCaller")
  }
}
