import type { CommonCode, ProblemCode } from "../Problem.ts"
import type { Acknowledged, SessionListResponse, Session, SignedIn } from "../Session.ts"

/**
 * An endpoint of the contract, under the paths that the specification gives it.
 *
 * - `path`: with the name of a field of the input in braces where its value stands.
 * - `fields`: what goes into the JSON body; without them there is none, and a browser need not ask first (Fetch, 4.8).
 * - `data`: an example of what it answers, to tell a reply of Latchkey from another.
 * - `codes`: what it answers besides the problems that every endpoint may answer.
 */
export interface Endpoint<A extends object, Code extends ProblemCode> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly path: `/v1/${string}`
  readonly fields?: Array<string>
  readonly data: A
  readonly codes: ReadonlyArray<Code>
}

const endpoint = <A extends object, Code extends ProblemCode = never>(definition: Endpoint<A, Code>) => definition

const signedIn: SignedIn = { userId: "", sessionId: "" }
const acknowledged: Acknowledged = { ok: true }
const sessions: SessionListResponse = { sessions: [] }
const session: Session = { ...signedIn, email: "", emailVerified: true, authenticatedAt: "", expiresAt: "" }

export const commonCodes: ReadonlyArray<CommonCode> = [
  "invalid_request",
  "forbidden_origin",
  "payload_too_large",
  "unsupported_media_type",
  "internal_error",
  "service_unavailable"
]

export const endpoints = {
  signUp: endpoint({
    method: "POST",
    path: "/v1/auth/sign-up/email-password",
    fields: ["email", "password"],
    data: signedIn,
    codes: ["password_too_short", "email_already_exists", "signup_rate_limited"]
  }),
  signIn: endpoint({
    method: "POST",
    path: "/v1/auth/sign-in/email-password",
    fields: ["email", "password"],
    data: signedIn,
    codes: ["invalid_credentials", "signin_rate_limited"]
  }),
  session: endpoint({ method: "GET", path: "/v1/auth/session", data: session, codes: ["unauthenticated"] }),
  signOut: endpoint({ method: "POST", path: "/v1/auth/sign-out", data: acknowledged, codes: [] }),
  signOutEverywhere: endpoint({
    method: "POST",
    path: "/v1/auth/sign-out/all",
    data: acknowledged,
    codes: ["unauthenticated"]
  }),
  requestMagicLink: endpoint({
    method: "POST",
    path: "/v1/auth/sign-in/magic-link",
    fields: ["email"],
    data: acknowledged,
    codes: ["magic_link_disabled", "magic_link_rate_limited"]
  }),
  verifyMagicLink: endpoint({
    method: "POST",
    path: "/v1/auth/magic-link/verify",
    fields: ["token"],
    data: signedIn,
    codes: ["invalid_token", "magic_link_disabled", "magic_link_rate_limited"]
  }),
  setPassword: endpoint({
    method: "PUT",
    path: "/v1/auth/password",
    fields: ["password", "currentPassword"],
    data: acknowledged,
    codes: [
      "unauthenticated",
      "password_too_short",
      "invalid_credentials",
      "reauthentication_required",
      "signin_rate_limited"
    ]
  }),
  sessions: endpoint({ method: "GET", path: "/v1/auth/sessions", data: sessions, codes: ["unauthenticated"] }),
  endSession: endpoint({
    method: "DELETE",
    path: "/v1/auth/sessions/{id}",
    data: acknowledged,
    codes: ["unauthenticated", "not_found"]
  })
}
