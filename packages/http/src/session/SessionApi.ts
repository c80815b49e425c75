/** The contract of sessions: checking, listing, revoking, signing out. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { DataObject } from "@latchkey/domain/account/UserData"
import { InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import { PersonalTokenId } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { AssuranceLevel, MethodId } from "@latchkey/domain/instance/AuthenticationMethods"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as AccessTokenBody from "../core/AccessTokenBody.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import * as SessionSecurity from "./SessionSecurity.ts"

const exampleUser = UserId.make("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3")
const exampleSession = SessionId.make("sess_01a1fd9b-b057-7f19-8a64-e1b95c37d402")
const signedInAt = DateTime.unsafeMake("2026-11-21T10:16:41.303Z")

const userId = UserId.annotations({ description: "The id of the user. It never changes." })
const sessionId = SessionId.annotations({ description: "The id of the session. It is not secret." })

const Time = Schema.DateTimeUtc.annotations({
  identifier: "Time",
  jsonSchema: { type: "string", format: "date-time", description: "A time in UTC, as ISO 8601." }
})

/** The method that a user signed in with. Apps can add their own. */
export const Method = MethodId.annotations({
  jsonSchema: { type: "string" },
  description: "`password`, `magic_link`, `passkey`, or the id of a method that the app has added."
})

/**
 * The reply of everything that signs a user in: the ids of the user and the session. The tokens are in the cookies, and
 * only there; a native client gets its own in the body, and no cookies.
 */
export const SessionResponse = Schema.Struct({ userId, sessionId, ...AccessTokenBody.nativeFields }).annotations({
  identifier: "SessionResponse",
  description: "The user is signed in.",
  examples: [{ userId: exampleUser, sessionId: exampleSession }]
})
export type SessionResponse = typeof SessionResponse.Type

/**
 * The reply of a sign-in that lacks its second factor: what completes it. The token is in the cookie `__pending`, and
 * only there.
 */
export const SecondFactorRequired = Schema.Struct({
  secondFactorRequired: Schema.NonEmptyArray(Schema.String)
}).annotations({
  identifier: "SecondFactorRequired",
  description:
    "The user is not signed in yet. The cookie `__pending` allows this client to present a second factor, for ten minutes. `totp_enrollment`: to set up an authenticator app first. `passkey`: to sign in with a passkey instead.",
  examples: [{ secondFactorRequired: ["totp", "recovery_code"] }]
})
export type SecondFactorRequired = typeof SecondFactorRequired.Type

/** The reply of everything that proves a first factor. */
export const SignInResponse = Schema.Union(SessionResponse, SecondFactorRequired)
export type SignInResponse = typeof SignInResponse.Type

const ofUser = {
  instanceId: InstanceId.annotations({ description: "The id of the instance that the user belongs to." }),
  email: Schema.String,
  emailVerified: Schema.Boolean.annotations({
    description: "Whether the user has used a link from an email, to sign in or to set a new password."
  }),
  claimedAt: Schema.OptionFromNullOr(Time).annotations({
    description: "When the first verification took the account over from the person who created it, or `null`."
  })
}

const included = {
  name: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }).annotations({
    description: "What the user is called, or `null`, if the instance includes it."
  }),
  metadata: Schema.optionalWith(DataObject, { exact: true }).annotations({
    description: "What the app keeps with the user, if the instance includes it."
  }),
  userMetadata: Schema.optionalWith(DataObject, { exact: true }).annotations({
    description: "What the user may change, if the instance includes it."
  })
}

/**
 * An active session and its user. Times are ISO 8601 in UTC.
 *
 * - `emailVerified`: whether the user has used a link from an email, to sign in or to set a new password. If not, the
 *   account may not belong to the owner of the address: grant nothing because of `email`.
 * - `claimedAt`: when the first verification took the account over from the person who created it. What was entered in
 *   your app before that time may be someone else's.
 * - `amr`: how the user has authenticated (RFC 8176): `pwd`, `email` (a link or its code), `pop` and `user` (a
 *   passkey), `otp` (an authenticator app), `recovery_code`, and `mfa` exactly if `aal` is 2. `email` and
 *   `recovery_code` are our own.
 * - `aal`: the assurance level: 1, or 2 after a passkey or a second factor.
 * - `authenticatedAt`: when the user signed in, or has authenticated again since.
 * - `name`, `metadata`, `userMetadata`: of the user, each only if `sessionConfig.include` of the instance names it.
 */
export const ActiveSessionResponse = Schema.Struct({
  userId,
  sessionId,
  ...ofUser,
  amr: Schema.Array(Schema.String).annotations({
    description:
      "How the user has authenticated (RFC 8176): `pwd`, `email`, `pop` and `user` (a passkey), `otp`, `recovery_code`, and `mfa` exactly if `aal` is 2."
  }),
  aal: AssuranceLevel.annotations({
    description: "The assurance level: 1, or 2 after a passkey or a second factor."
  }),
  authenticatedAt: Time,
  expiresAt: Time,
  ...included
}).annotations({
  identifier: "ActiveSession",
  description: "An active session, and its user.",
  examples: [
    {
      userId: exampleUser,
      sessionId: exampleSession,
      instanceId: defaultId,
      email: "ada@example.com",
      emailVerified: true,
      claimedAt: Option.none(),
      amr: ["email"],
      aal: 1,
      authenticatedAt: signedInAt,
      expiresAt: DateTime.add(signedInAt, { days: 30 })
    }
  ]
})
export type ActiveSessionResponse = typeof ActiveSessionResponse.Type

/**
 * Encodes an active session as its schema does, without walking the schema: it is in the reply to the most frequent
 * request.
 */
export const encodeActiveSession = (session: ActiveSessionResponse): typeof ActiveSessionResponse.Encoded => {
  const { aal, amr, authenticatedAt, claimedAt, email, emailVerified, expiresAt, instanceId, sessionId, userId } =
    session
  const encoded = {
    userId,
    sessionId,
    instanceId,
    email,
    emailVerified,
    claimedAt: Option.isSome(claimedAt) ? DateTime.formatIso(claimedAt.value) : null,
    amr,
    aal,
    authenticatedAt: DateTime.formatIso(authenticatedAt),
    expiresAt: DateTime.formatIso(expiresAt)
  }
  const hasData = session.name !== undefined || session.metadata !== undefined || session.userMetadata !== undefined
  return hasData ? { ...encoded, ...Struct.pick(session, "name", "metadata", "userMetadata") } : encoded
}

/** What a device in a list of sessions calls itself. */
export const deviceName = Schema.OptionFromNullOr(Schema.String).annotations({
  description:
    "What the device calls itself, if it was signed in with a code: empty if it has given no name. Otherwise `null`."
})

/**
 * A session in the list. `current`: whether it is the session of the request. `userAgent`: the `User-Agent` at sign-in.
 * `lastSeenAt` is at most five minutes behind.
 */
export const SessionSummaryResponse = Schema.Struct({
  sessionId,
  current: Schema.Boolean.annotations({ description: "Whether it is the session of the request." }),
  method: Method,
  userAgent: Schema.String.annotations({ description: "The `User-Agent` at sign-in." }),
  deviceName,
  authenticatedAt: Time,
  lastSeenAt: Time,
  expiresAt: Time
}).annotations({ identifier: "SessionSummary", description: "A session in the list." })

/** The newest hundred active sessions, newest first. */
export const SessionListResponse = Schema.Struct({ sessions: Schema.Array(SessionSummaryResponse) }).annotations({
  identifier: "SessionList",
  description: "The active sessions, newest first.",
  examples: [
    {
      sessions: [
        {
          sessionId: exampleSession,
          current: true,
          method: "magic_link",
          userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
          deviceName: Option.none(),
          authenticatedAt: signedInAt,
          lastSeenAt: DateTime.add(signedInAt, { minutes: 7 }),
          expiresAt: DateTime.add(signedInAt, { days: 30 })
        }
      ]
    }
  ]
})

/**
 * An active personal access token and its user, for apps. Times are ISO 8601 in UTC. It has no session, no level and no
 * time of authentication: who has it need not be its user.
 *
 * - `scopes`: what the token is limited to. An app decides what each of them allows.
 * - `name`, `metadata`, `userMetadata`: of the user, each only if `sessionConfig.include` of the instance names it.
 */
export const ActiveTokenResponse = Schema.Struct({
  userId,
  tokenId: PersonalTokenId.annotations({ description: "The id of the token. It is not secret." }),
  ...ofUser,
  scopes: Schema.Array(Schema.String).annotations({ description: "What the token is limited to." }),
  expiresAt: Schema.NullOr(Time).annotations({ description: "From when on the token does not work, or `null`." }),
  ...included
}).annotations({
  identifier: "ActiveToken",
  description: "An active personal access token, and its user.",
  examples: [
    {
      userId: exampleUser,
      tokenId: PersonalTokenId.make("pat_01a2a3c4-7d51-7e02-9c3f-5b8e1d60f4a9"),
      instanceId: defaultId,
      email: "ada@example.com",
      emailVerified: true,
      claimedAt: Option.none(),
      scopes: ["reports:read"],
      expiresAt: null
    }
  ]
})
export type ActiveTokenResponse = typeof ActiveTokenResponse.Type

const encodeActiveToken = Schema.encodeSync(ActiveTokenResponse)

/** What the session check replies: a session, or the token of a program. */
export const CheckedResponse = Schema.Union(ActiveSessionResponse, ActiveTokenResponse)
export type CheckedResponse = typeof CheckedResponse.Type

/** Returns `true` for the token of a program. */
export const isToken = (checked: CheckedResponse): checked is ActiveTokenResponse => "tokenId" in checked

const encodeChecked = (checked: CheckedResponse): typeof CheckedResponse.Encoded =>
  isToken(checked) ? encodeActiveToken(checked) : encodeActiveSession(checked)

/** The path of the session check. */
export const sessionPath = "/v1/auth/session"

const getSession = Contract.endpoint(HttpApiEndpoint.get("getSession", sessionPath), {
  summary: "Get the session",
  description:
    "Returns the session that the cookies hold, and its user. A program that sends neither our cookies nor `Origin` nor `Sec-Fetch-Site` can send a personal access token instead, and gets that and its user. An instance can require a verified email address.",
  security: [...SessionSecurity.required, { personalToken: [] }],
  success: CheckedResponse,
  encode: encodeChecked,
  errors: ["unauthenticated", "email_not_verified", "invalid_request", "signin_rate_limited"]
})

/**
 * What a page gets that works with and without a session.
 *
 * - `session`: the active session, or `null`.
 * - `emailVerificationRequired`: whether there is a session that apps get only once its user has verified their email
 *   address.
 */
export const OptionalSessionResponse = Schema.Struct({
  session: Schema.NullOr(ActiveSessionResponse).annotations({ description: "The session, or `null` without one." }),
  emailVerificationRequired: Schema.Boolean.annotations({
    description: "Whether the user is signed in, and has to verify their email address before apps get the session."
  })
}).annotations({
  identifier: "OptionalSession",
  description: "The session, if there is one.",
  examples: [{ session: null, emailVerificationRequired: false }]
})

const findSession = Contract.endpoint(HttpApiEndpoint.get("findSession", "/v1/auth/session/optional"), {
  summary: "Find the session",
  description:
    "Returns the session that the cookies hold, or `null`, so that a page can ask whether its visitor is signed in without an error in the browser's console. Reads no bearer token.",
  security: SessionSecurity.optional,
  success: OptionalSessionResponse,
  encode: ({ emailVerificationRequired, session }) => ({
    session: session === null ? null : encodeActiveSession(session),
    emailVerificationRequired
  })
})

const listSessions = Contract.endpoint(HttpApiEndpoint.get("listSessions", "/v1/auth/sessions"), {
  summary: "List sessions",
  description: "Returns the active sessions of the signed-in user, newest first.",
  security: SessionSecurity.required,
  success: SessionListResponse,
  errors: ["unauthenticated"]
})

// Lenient, because an invalid id is 404 like one that does not exist.
const idParameter = Schema.String.annotations({ description: "The id of the session.", examples: [exampleSession] })

const revokeSession = Contract.endpoint(
  HttpApiEndpoint.del("revokeSession")`/v1/auth/sessions/${HttpApiSchema.param("id", idParameter)}`,
  {
    summary: "Revoke a session",
    description: "Revokes one session of the signed-in user, which may be the current one.",
    security: SessionSecurity.required,
    success: Ok,
    errors: ["unauthenticated"]
  }
)

const signOut = Contract.endpoint(HttpApiEndpoint.post("signOut", "/v1/auth/sign-out"), {
  summary: "Sign out",
  description: "Revokes the session of this client. Succeeds without a session, too.",
  security: SessionSecurity.optional,
  success: Ok
})

const signOutAll = Contract.endpoint(HttpApiEndpoint.post("signOutAll", "/v1/auth/sign-out/all"), {
  summary: "Sign out everywhere",
  description: "Revokes every session of the signed-in user, on every device.",
  security: SessionSecurity.required,
  success: Ok,
  errors: ["unauthenticated"]
})

/**
 * `GET /v1/auth/session`, `GET /v1/auth/session/optional`, `GET /v1/auth/sessions`, `DELETE /v1/auth/sessions/{id}`,
 * `POST /v1/auth/sign-out` and `POST /v1/auth/sign-out/all`.
 */
export class SessionApi extends Contract.group(
  "session",
  { title: "Sessions", description: "Check, list and revoke sessions, and sign out." },
  { getSession, findSession, listSessions, revokeSession, signOut, signOutAll }
) {}
