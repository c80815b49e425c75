/**
 * Protects an app on any server: who is signed in, by the cookies or the token of a request. `./express`, `./fastify`,
 * `./hono` and `./next` are the same as middleware.
 */
import { type AccessToken, type Caller, hasScopes, type PersonalToken } from "./Caller.ts"
import { LatchkeyError } from "./LatchkeyError.ts"
import * as AccessTokenCheck from "./internal/server/AccessTokenCheck.ts"
import * as AppCookies from "./internal/server/AppCookies.ts"
import * as Ask from "./internal/server/Ask.ts"
import * as CrossOrigin from "./internal/server/CrossOrigin.ts"
import * as Log from "./internal/server/Log.ts"
import { explainPlaces, explainReturn } from "./internal/server/Places.ts"
import { pageUrl, refusal, type Refusal } from "./internal/server/Refusal.ts"
import { header, isRepeated, isSafe, type RequestLike } from "./internal/server/RequestLike.ts"
import * as SessionCheck from "./internal/server/SessionCheck.ts"
import * as Settings from "./internal/server/Settings.ts"
import type { ActiveSession } from "./Schemas.ts"
import type { Session } from "./Session.ts"

export type { AccessToken, Caller, PersonalToken, Refusal, RequestLike, Session }
export type { LatchkeyErrorCode } from "./LatchkeyError.ts"
export type { ServerFetch, ServerOptions } from "./internal/server/Settings.ts"
export { hasScopes, LatchkeyError }

type Data = NonNullable<ActiveSession["metadata"]>

/**
 * What a step-up asks for. `maxAge`: how long ago the user may have authenticated, in seconds. `aal`: 2 for a passkey
 * or a second factor; 1 by default.
 */
export interface Recent {
  readonly maxAge: number
  readonly aal?: 1 | 2
}

/** What a caller needs. `scopes`: all of them; none by default. A session needs none. */
export interface Needed {
  readonly scopes?: ReadonlyArray<string> | undefined
}

/** An app's half of Latchkey. Its methods need no `this`. All but the last four reject with a `LatchkeyError`. */
export interface Latchkey<Metadata = Data, UserMetadata = Data> {
  /**
   * Returns the session of a request, or `undefined` if the user has to go to the sign-in page. One request to
   * Latchkey, for at most two seconds; none without both cookies. Rejects with `cross_origin_refused`, and with
   * `latchkey_unavailable`, which does not mean "signed out".
   */
  readonly findSession: (request: RequestLike) => Promise<Session<Metadata, UserMetadata> | undefined>

  /** Returns the session of a request. Rejects with `sign_in_required`, too. */
  readonly requireSession: (request: RequestLike) => Promise<Session<Metadata, UserMetadata>>

  /**
   * Returns the session of a user who has authenticated recently, by Latchkey's clock. Rejects with
   * `recent_sign_in_required`, too.
   */
  readonly requireRecent: (request: RequestLike, recent: Recent) => Promise<Session<Metadata, UserMetadata>>

  /**
   * Returns who makes a request: by an access token (`audience`), by a personal access token (`personalTokens`), or by
   * a session. A token counts only without Latchkey's cookies, and a personal one only if no page sends it. Access
   * tokens are verified with cached keys. Rejects with `invalid_bearer_token` and `too_many_attempts`, too.
   */
  readonly findCaller: (request: RequestLike) => Promise<Caller<Metadata, UserMetadata> | undefined>

  /** Returns who makes a request. Rejects with `sign_in_required` and `insufficient_scope`, too. */
  readonly requireCaller: (request: RequestLike, needed?: Needed) => Promise<Caller<Metadata, UserMetadata>>

  /**
   * Revokes the session, and returns the `Set-Cookie` headers that clear its cookie: pass each on to the browser. An
   * outage is a rejection: the user is still signed in then.
   */
  readonly signOut: (request: RequestLike) => Promise<ReadonlyArray<string>>

  /** Returns `true` if a page of another origin sends a request that may change something. */
  readonly isCrossOrigin: (request: RequestLike) => boolean

  /** Returns the URL of the sign-in page, which leads back to a path of this app, and never to another origin. */
  readonly signInUrl: (path: string) => string

  /** Returns the URL of the page where a signed-in user authenticates again, which leads back to a path of this app. */
  readonly reauthenticateUrl: (path: string) => string

  /**
   * Returns the reply to a request that was refused with a `LatchkeyError`: 303 to the page that mends it for a user
   * who opens a page, and JSON with `code` and `detail` otherwise. Returns `undefined` for any other error.
   */
  readonly refusal: (error: unknown, request: RequestLike) => Refusal | undefined
}

/** Returns the token in `Authorization`, `""` if it is malformed, and `undefined` if there is none. */
const bearer = (request: RequestLike): string | undefined => {
  const [, scheme, token] = /^(Bearer)(?: +([^\s,]+) *$|)/i.exec(header(request, "authorization") ?? "") ?? []
  return scheme && (token ?? "")
}

/**
 * Makes an app's half of Latchkey. Sends nothing yet. Throws a `TypeError` if a URL is not one.
 *
 * ```ts
 * const latchkey = createLatchkey<{ readonly plan?: "free" | "team" }>()
 *
 * export const orders = async (request: Request): Promise<Response> => {
 *   try {
 *     const session = await latchkey.requireSession(request)
 *     return new Response(`Orders of ${session.email}`)
 *   } catch (error) {
 *     const refused = latchkey.refusal(error, request)
 *     if (refused === undefined) throw error
 *     return new Response(refused.body, refused)
 *   }
 * }
 * ```
 */
export const createLatchkey = <Metadata = Data, UserMetadata = Data>(
  options: Settings.ServerOptions = {}
): Latchkey<Metadata, UserMetadata> => {
  const settings = Settings.read(options)
  const log = Log.make(settings)
  const unavailable = Ask.makeUnavailable(settings.url, log)
  const ask = Ask.make(settings, log, unavailable)
  const check = SessionCheck.make<Metadata, UserMetadata>(settings, ask, unavailable, log)
  const verify = AccessTokenCheck.make(settings, ask, unavailable, log)
  explainPlaces(settings, log)

  const required = <A>(found: A | undefined): A => {
    if (found !== undefined) return found
    throw new LatchkeyError("sign_in_required", "The user is not signed in.", {
      challenge: settings.audience !== undefined || settings.personalTokens ? "Bearer" : undefined
    })
  }

  const isCrossOrigin = (request: RequestLike) => CrossOrigin.isCrossOrigin(request, settings.appUrl)

  const refuseCrossOrigin = (request: RequestLike) => {
    if (!isCrossOrigin(request)) return
    log.hint(
      `refused a page at ${JSON.stringify(header(request, "origin"))}. This app's are at ${settings.appUrl} (APP_URL).`
    )
    throw new LatchkeyError("cross_origin_refused", "A page of another origin cannot do this.")
  }

  const find = async (request: RequestLike) => {
    const cookies = AppCookies.read(request)
    if (cookies.problem !== undefined) log.hint(`a request has ${cookies.problem}.`)
    if (cookies.session === undefined) {
      explainReturn(settings, log, request)
      return undefined
    }
    refuseCrossOrigin(request)
    return check.session(cookies.session)
  }

  const findSession = async (request: RequestLike) => (await find(request))?.session

  const requireSession = async (request: RequestLike) => required(await findSession(request))

  const requireRecent = async (request: RequestLike, { aal = 1, maxAge }: Recent) => {
    const { date, session } = required(await find(request))
    const age = date - Date.parse(session.authenticatedAt)
    // A malformed time compares as `false`: it is not recent.
    if (age <= maxAge * 1000 && session.aal >= aal) return session
    throw new LatchkeyError("recent_sign_in_required", "Authenticate again.")
  }

  const findCaller = async (request: RequestLike): Promise<Caller<Metadata, UserMetadata> | undefined> => {
    const hasToken = header(request, "authorization") !== undefined && AppCookies.read(request).all === ""
    if (hasToken && isRepeated(request, "authorization")) {
      throw AccessTokenCheck.invalidToken("Authorization was given more than once.")
    }
    const token = hasToken ? bearer(request) : undefined
    if (token?.startsWith("lk_")) {
      if (settings.personalTokens && !CrossOrigin.isOfPage(request)) {
        const checked = await check.personalToken(token)
        return { type: "personal_token", userId: checked.userId, token: checked }
      }
    } else if (token !== undefined && settings.audience !== undefined) {
      const verified = await verify(token)
      return { type: "access_token", userId: verified.userId, token: verified }
    }
    if (token !== undefined) throw AccessTokenCheck.invalidToken("Tokens of this kind are not accepted.")
    const session = await findSession(request)
    return session === undefined ? undefined : { type: "session", userId: session.userId, session }
  }

  const requireCaller = async (request: RequestLike, { scopes = [] }: Needed = {}) => {
    const caller = required(await findCaller(request))
    if (hasScopes(caller, scopes)) return caller
    throw new LatchkeyError("insufficient_scope", `The token needs the scopes ${scopes.join(" ")}.`, {
      challenge: `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"`
    })
  }

  const signOut = async (request: RequestLike) => {
    if (isSafe(request)) throw new TypeError("Use POST")
    refuseCrossOrigin(request)
    const cookie = AppCookies.read(request).all
    if (cookie === "") return []
    const { body, headers, status } = await ask("POST", "/v1/auth/sign-out", { cookie })
    if (status !== 200 || body["ok"] !== true) throw unavailable(`status ${status}`)
    return headers.getSetCookie()
  }

  return {
    findSession,
    requireSession,
    requireRecent,
    findCaller,
    requireCaller,
    signOut,
    isCrossOrigin,
    signInUrl: (path) => pageUrl(settings, "/sign-in", path),
    reauthenticateUrl: (path) => pageUrl(settings, "/reauthenticate", path),
    refusal: (error, request) => (error instanceof LatchkeyError ? refusal(error, settings, request) : undefined)
  }
}
