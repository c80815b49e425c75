/** Issues sessions: the only place where `__client` and `__session` tokens are made. */
import type * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { byUser } from "../audit/AuditLog.ts"
import type { SignInUser } from "../account/UserRepository.ts"
import { type Caller, maxUserAgent } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { CredentialsChanged } from "./SessionErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { ClientId, SessionId, type UserId } from "../core/Ids.ts"
import { Session, SessionRepository } from "./SessionRepository.ts"
import { violated } from "../core/Invariant.ts"
import type { Token, TokenHash } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { add, AuthenticationMethods, type MethodId, type MethodIds } from "../instance/AuthenticationMethods.ts"
import type { Instance } from "../instance/Instance.ts"
import * as OneTimeTokens from "../one-time-token/OneTimeTokens.ts"
import * as PendingSignIns from "./PendingSignIns.ts"
import { SessionObserver } from "./SessionObserver.ts"
import { type Authentication, type SecondFactorOption, StepUp } from "./StepUp.ts"

/**
 * 400 days: how long a client is recognized, and the longest that browsers keep a cookie (RFC 6265bis).
 */
export const clientLifetime = Duration.days(400)

/**
 * A new session, with the only copies of its tokens: the values of the two cookies, or the refresh token of a native
 * client. `lifetime` is the absolute lifetime
 * of the instance's sessions. `deletionAt`: when the account will be deleted, if its owner has asked for it; pages tell
 * the user.
 */
export interface IssuedSession {
  readonly _tag: "SignedIn"
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly sessionToken: Token
  readonly clientToken: Token
  readonly lifetime: Duration.Duration
  readonly deletionAt: Option.Option<DateTime.Utc>
}

/**
 * A sign-in that lacks its second factor, with the only copy of its token: the value of a third cookie. It grants
 * nothing but to present a second factor, on the same client and for `lifetime`. `clientToken`: the value of the cookie
 * of the client from now on, which may be the one that it has.
 */
export interface PendingSignIn {
  readonly _tag: "SecondFactorRequired"
  readonly token: Token
  readonly clientToken: Token
  readonly lifetime: Duration.Duration
  readonly options: Arr.NonEmptyReadonlyArray<SecondFactorOption>
}

/** How the proof of a first factor ends: with a session, or with the question for the second factor. */
export type SignInResult = IssuedSession | PendingSignIn

const changed = violated("No one changes the credentials of a user whom this transaction has locked")

/**
 * Issues a session in a transaction that has locked the user, or created it. No one else can change the credentials
 * then.
 */
export const whileLocked = <A, E extends { readonly _tag: string }, R>(
  issued: Effect.Effect<A, E | CredentialsChanged, R>
): Effect.Effect<A, Exclude<E, CredentialsChanged>, R> =>
  Effect.catchAll(issued, (error) =>
    error._tag === "CredentialsChanged" ? changed() : Effect.fail(error as Exclude<E, CredentialsChanged>)
  )

const refreshKey = Redacted.make("refresh token")

/**
 * Returns what is stored of the token of a native client's session. It differs from what is stored of a cookie, so that
 * neither works as the other.
 */
export const refreshHashOf = ({ keyedHash }: Pick<TokenGenerator["Type"], "keyedHash">, token: Token): TokenHash =>
  keyedHash(refreshKey, token)

/** Returns what is stored of the token of a session in cookies. */
export const sessionHashOf = (
  { hash, keyedHash }: Pick<TokenGenerator["Type"], "hash" | "keyedHash">,
  { sessionKey }: Pick<Caller, "sessionKey">,
  token: Token
): TokenHash => (sessionKey === undefined ? hash(token) : keyedHash(sessionKey, token))

/** Returns the word for the outcome of an attempt: `ok` for a session, and else the tag. */
export const outcomeOf = ({ _tag }: SignInResult): string => (_tag === "SignedIn" ? "ok" : _tag)

/** A first factor that was verified, or a whole sign-in: of whom, where and how. */
export interface SignIn {
  readonly instance: Instance
  readonly user: SignInUser
  readonly methods: MethodIds
  readonly caller: Caller
  /** What a device that was signed in with a code calls itself; `""` if it has given no name. */
  readonly deviceName?: string
}

/**
 * A session that takes the place of `former`, which the use case has revoked. `proof`: what the user has presented just
 * now; `None` if nothing.
 */
export interface Renewal extends Pick<SignIn, "caller" | "deviceName" | "instance" | "user"> {
  readonly former: Authentication
  readonly proof: Option.Option<MethodId>
}

/** The service that issues sessions, for the use cases that sign users in. */
export class SessionIssuer extends Context.Tag("@latchkey/domain/SessionIssuer")<
  SessionIssuer,
  {
    /**
     * Signs `user` in on the caller's client, with new tokens for both cookies (OWASP ASVS 5.0, 7.2.4), and revokes the
     * session that client held. If the methods lack a second factor, stores a pending sign-in instead, which costs as
     * many queries. Fails with `CredentialsChanged` if the stored user no longer matches `user`.
     */
    readonly issue: (signIn: SignIn) => Effect.Effect<SignInResult, CredentialsChanged | PersistenceError>

    /** Issues a session as `issue` does, and asks for no second factor: for users who have presented it. */
    readonly grant: (signIn: SignIn) => Effect.Effect<IssuedSession, CredentialsChanged | PersistenceError>

    /**
     * Issues a session to a user who is signed in already, with the methods and the time of the former one. Nothing
     * that was verified in that session becomes recent: without a proof the time stays, and a proof of level 1 in a
     * session of level 2 leaves level 1. Asks for no second factor.
     */
    readonly renew: (renewal: Renewal) => Effect.Effect<IssuedSession, CredentialsChanged | PersistenceError>
  }
>() {}

/** Makes the service. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const ids = yield* IdGenerator
  const { all, levelOf } = yield* AuthenticationMethods
  const pendings = yield* OneTimeTokens.make(PendingSignIns.kind)
  const tokens = yield* TokenGenerator
  const observer = yield* SessionObserver
  const sessions = yield* SessionRepository
  const stepUp = yield* StepUp
  const known = new Set(all.map(({ id }) => id))

  const putPending = Effect.fnUntraced(function* (
    { caller, instance, methods, user }: SignIn,
    options: PendingSignIn["options"]
  ) {
    const token = yield* tokens.generate
    const clientToken = yield* Option.match(caller.clientToken, {
      onNone: () => tokens.generate,
      onSome: Effect.succeed
    })
    const isStored = yield* pendings.put({
      instanceId: instance.id,
      subject: tokens.hash(clientToken),
      tokenHash: tokens.hash(token),
      owner: Option.some({ userId: user.id, credentialVersion: user.credentialVersion }),
      data: methods
    })
    if (!isStored) return yield* new CredentialsChanged()
    return {
      _tag: "SecondFactorRequired" as const,
      token,
      clientToken,
      lifetime: PendingSignIns.lifetime,
      options
    }
  })

  /** `authenticatedAt`: now, unless it is given. */
  const store = Effect.fnUntraced(function* (
    { caller, deviceName, instance, methods, user }: SignIn,
    authenticatedAt?: DateTime.Utc
  ) {
    // It would count for nothing.
    if (!methods.every((id) => known.has(id)))
      return yield* Effect.dieMessage(`No method has the id of ${methods.join()}`)
    const now = yield* DateTime.now
    const clientToken = yield* tokens.generate
    const sessionToken = yield* tokens.generate
    // The ports promise valid ids and hashes. To validate them again would take a twentieth of a sign-in's JavaScript.
    const session = new Session(
      {
        instanceId: instance.id,
        id: yield* ids.next(SessionId),
        userId: user.id,
        tokenHash:
          caller.isNative === true ? refreshHashOf(tokens, sessionToken) : sessionHashOf(tokens, caller, sessionToken),
        methods,
        credentialVersion: user.credentialVersion,
        userAgent: (caller.userAgent ?? "").slice(0, maxUserAgent),
        authenticatedAt: authenticatedAt ?? now,
        expiresAt: DateTime.addDuration(now, instance.absoluteLifetime),
        rotatedAt: caller.isNative === true ? Option.some(now) : Option.none()
      },
      { disableValidation: true }
    )
    const grant = {
      session,
      presentedClient: Option.map(caller.clientToken, tokens.hash),
      newClientId: yield* ids.next(ClientId),
      clientHash: tokens.hash(clientToken),
      clientExpiresAt: DateTime.addDuration(now, clientLifetime),
      deviceName: Option.fromNullable(deviceName),
      now
    }
    const details = { session: { id: session.id, methods } }
    yield* events.recordWith({ type: "session.created", user, by: byUser, details }, (event) =>
      sessions.issue({ ...grant, event })
    )
    yield* observer.issued({ instanceId: instance.id, userId: user.id, id: session.id, methods, caller })
    return {
      _tag: "SignedIn" as const,
      userId: user.id,
      sessionId: session.id,
      sessionToken,
      clientToken,
      lifetime: instance.absoluteLifetime,
      deletionAt: user.deletionAt
    }
  })

  const grant = (signIn: SignIn) => traced("SessionIssuer.grant")(store(signIn))

  const issue = Effect.fnUntraced(function* (signIn: SignIn) {
    const missing = yield* stepUp.missingFactor(signIn.instance, signIn.user, signIn.methods)
    return Option.isSome(missing) ? yield* putPending(signIn, missing.value) : yield* store(signIn)
  }, traced("SessionIssuer.issue"))

  const renew = Effect.fnUntraced(function* ({ former, proof, ...signIn }: Renewal) {
    if (Option.isNone(proof)) return yield* store({ ...signIn, methods: former.methods }, former.authenticatedAt)
    const leavesLevel2 = levelOf(former.methods) === 2 && levelOf([proof.value]) === 1
    return yield* store({ ...signIn, methods: leavesLevel2 ? [proof.value] : add(former.methods, proof.value) })
  }, traced("SessionIssuer.renew"))

  return SessionIssuer.of({ issue, grant, renew })
})

/** The service as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SessionIssuer, make)
