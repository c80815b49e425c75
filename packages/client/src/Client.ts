/**
 * Latchkey's HTTP API for people, as functions that never reject.
 *
 * @since 0.1.0
 */
import { call } from "./internal/call.ts"
import { endpoints } from "./internal/endpoints.ts"
import type { ProblemOf, Result } from "./Problem.ts"
import type { Acknowledged, SessionListResponse, Session, SignedIn } from "./Session.ts"

/**
 * What makes the requests: the platform's `fetch`, or one around it. It gets the whole URL, and headers as an object.
 *
 * @since 0.1.0
 */
export type Fetch = (
  url: string,
  init: RequestInit & { readonly headers: Readonly<Record<string, string>> }
) => Promise<Response>

/**
 * - `baseUrl`: where Latchkey is, such as `https://auth.example.com`, or `https://example.com/auth` where it is under a
 *   prefix. Left out, it is on the page's own origin; outside of browsers it has to be given.
 * - `fetch`: the platform's, unless cookies have to be kept or passed on by hand, which is so outside of browsers.
 *
 * @since 0.1.0
 */
export interface ClientOptions {
  readonly baseUrl?: string | undefined
  readonly fetch?: Fetch | undefined
}

/** `signal` ends the call: with `AbortSignal.timeout(5_000)` after 5 seconds. @since 0.1.0 */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** What signs in by password. Both go as they are typed: Latchkey trims addresses, and never passwords. @since 0.1.0 */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Whom a link is for. @since 0.1.0 */
export interface MagicLinkAddress {
  readonly email: string
}

/** The secret of a link: its query parameter `token`. @since 0.1.0 */
export interface MagicLinkToken {
  readonly token: string
}

/** The password that is to be, and the one that is; left out where a link has just signed in. @since 0.1.0 */
export interface NewPassword {
  readonly password: string
  readonly currentPassword?: string
}

/** Which session: its `sessionId`. @since 0.1.0 */
export interface SessionReference {
  readonly id: string
}

/** What may come of signing up. @since 0.1.0 */
export type SignUpProblem = ProblemOf<"password_too_short" | "email_already_exists" | "signup_rate_limited">
/** What may come of signing in by password. @since 0.1.0 */
export type SignInProblem = ProblemOf<"invalid_credentials" | "signin_rate_limited">
/** What may come of asking for the session. @since 0.1.0 */
export type SessionProblem = ProblemOf<"unauthenticated">
/** What may come of signing out. @since 0.1.0 */
export type SignOutProblem = ProblemOf<never>
/** What may come of signing out everywhere. @since 0.1.0 */
export type SignOutEverywhereProblem = ProblemOf<"unauthenticated">
/** What may come of asking for a link. @since 0.1.0 */
export type RequestMagicLinkProblem = ProblemOf<"magic_link_disabled" | "magic_link_rate_limited">
/** What may come of using a link. @since 0.1.0 */
export type VerifyMagicLinkProblem = ProblemOf<"invalid_token" | "magic_link_disabled" | "magic_link_rate_limited">
/** What may come of setting a password. @since 0.1.0 */
export type SetPasswordProblem = ProblemOf<
  "unauthenticated" | "password_too_short" | "invalid_credentials" | "reauthentication_required" | "signin_rate_limited"
>
/** What may come of listing one's sessions. @since 0.1.0 */
export type SessionsProblem = ProblemOf<"unauthenticated">
/** What may come of ending one of one's sessions. @since 0.1.0 */
export type EndSessionProblem = ProblemOf<"unauthenticated" | "not_found">

/**
 * The methods. None needs `this`, and none rejects: what goes wrong is in the result.
 *
 * @since 0.1.0
 */
export interface Client {
  /** Makes an account and signs it in. */
  readonly signUp: (credentials: Credentials, options?: CallOptions) => Promise<Result<SignedIn, SignUpProblem>>

  /** Signs in. A wrong password and an unknown address are both `invalid_credentials`. */
  readonly signIn: (credentials: Credentials, options?: CallOptions) => Promise<Result<SignedIn, SignInProblem>>

  /** Whose session the cookies hold; `unauthenticated` when nobody is signed in. */
  readonly session: (options?: CallOptions) => Promise<Result<Session, SessionProblem>>

  /** Ends this browser's session. All is well without one, too. */
  readonly signOut: (options?: CallOptions) => Promise<Result<Acknowledged, SignOutProblem>>

  /** Ends every session of the signed-in user, on every device; `unauthenticated` when nobody is signed in. */
  readonly signOutEverywhere: (options?: CallOptions) => Promise<Result<Acknowledged, SignOutEverywhereProblem>>

  /** Has a link sent by mail that signs in once, for 15 minutes. The same answer for every address. */
  readonly requestMagicLink: (
    address: MagicLinkAddress,
    options?: CallOptions
  ) => Promise<Result<Acknowledged, RequestMagicLinkProblem>>

  /** Signs in by the token of a link, for pages of your own that links lead to. A token works once. */
  readonly verifyMagicLink: (
    token: MagicLinkToken,
    options?: CallOptions
  ) => Promise<Result<SignedIn, VerifyMagicLinkProblem>>

  /** Sets the password, ends every session and gives this browser a new one. Within ten minutes of a link it needs no current one. */
  readonly setPassword: (
    password: NewPassword,
    options?: CallOptions
  ) => Promise<Result<Acknowledged, SetPasswordProblem>>

  /** The signed-in user's live sessions, newest first, at most a hundred. */
  readonly sessions: (options?: CallOptions) => Promise<Result<SessionListResponse, SessionsProblem>>

  /** Ends one of them, which may be this one. */
  readonly endSession: (
    session: SessionReference,
    options?: CallOptions
  ) => Promise<Result<Acknowledged, EndSessionProblem>>
}

/** Makes a client; nothing is sent. @since 0.1.0 */
export const createClient = (client: ClientOptions = {}): Client => ({
  signUp: (credentials, options) => call(client, endpoints.signUp, options, credentials),
  signIn: (credentials, options) => call(client, endpoints.signIn, options, credentials),
  session: (options) => call(client, endpoints.session, options),
  signOut: (options) => call(client, endpoints.signOut, options),
  signOutEverywhere: (options) => call(client, endpoints.signOutEverywhere, options),
  requestMagicLink: (address, options) => call(client, endpoints.requestMagicLink, options, address),
  verifyMagicLink: (token, options) => call(client, endpoints.verifyMagicLink, options, token),
  setPassword: (password, options) => call(client, endpoints.setPassword, options, password),
  sessions: (options) => call(client, endpoints.sessions, options),
  endSession: (session, options) => call(client, endpoints.endSession, options, session)
})
