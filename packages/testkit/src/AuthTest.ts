/**
 * Latchkey for the tests of an app that embeds it: every use case, over ports in memory, without network, database or
 * waiting. Time comes from the `Clock`, so `TestClock.adjust` moves every expiry.
 */
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { SessionId, UserId } from "@latchkey/domain/core/Ids"
import type { Ports, UseCases } from "@latchkey/domain/Domain"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import type { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import type { MagicLinkError, SignInWithMagicLink } from "@latchkey/domain/magic-link/SignInWithMagicLink"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import type { ConfirmEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import type { RequestEmailChange } from "@latchkey/domain/email-change/RequestEmailChange"
import type { RestoreEmail } from "@latchkey/domain/email-change/RestoreEmail"
import type { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import type { ResetPassword } from "@latchkey/domain/password-reset/ResetPassword"
import type { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import type { VerifySignUp } from "@latchkey/domain/pending-sign-up/VerifySignUp"
import type { HttpSettings } from "@latchkey/http/core/HttpSettings"
import type { ActiveSessionResponse } from "@latchkey/http/session/SessionApi"
import type { SessionSource } from "@latchkey/http/session/SessionSource"
import type { Calls } from "@latchkey/memory/InsecurePasswordHasher"
import type { Sent } from "@latchkey/memory/MemoryMailer"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { AuthTestError } from "./AuthTestError.ts"
import * as TestActions from "./internal/TestActions.ts"
import * as TestServices from "./internal/TestServices.ts"

export { AuthTestError } from "./AuthTestError.ts"

/** A user who is signed in. `cookie` is the `Cookie` header that their client sends. */
export interface SignedInUser {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly cookie: string
}

/** Why a magic link cannot be requested: rate limits, or magic links are turned off. */
export type RequestMagicLinkError = Effect.Effect.Error<ReturnType<RequestMagicLink["Type"]["request"]>>

/** Why a code does not sign in, such as `InvalidToken`. */
export type MagicLinkCodeError = Effect.Effect.Error<ReturnType<SignInWithMagicLink["Type"]["verifyCode"]>>

/** Why signing in with a password fails, such as `InvalidCredentials` or `RateLimited`. */
export type SignInError = Effect.Effect.Error<ReturnType<SignInWithPassword["Type"]["signIn"]>>

/** Why a link to set a new password cannot be requested: rate limits. */
export type RequestPasswordResetError = Effect.Effect.Error<ReturnType<RequestPasswordReset["Type"]["request"]>>

/** Why a sign-up is not completed, such as `InvalidToken`. */
export type VerifySignUpError = Effect.Effect.Error<ReturnType<VerifySignUp["Type"]["verify"]>>

/** Why a link sets no password, such as `InvalidToken` or `PasswordRejected`. */
export type ResetPasswordError = Effect.Effect.Error<ReturnType<ResetPassword["Type"]["reset"]>>

/** Why a change of the address cannot be requested, such as `InvalidCredentials`. */
export type RequestEmailChangeError = Effect.Effect.Error<ReturnType<RequestEmailChange["Type"]["request"]>>

/** Why a link does not change the address, such as `InvalidToken` or `EmailTaken`. */
export type ConfirmEmailChangeError = Effect.Effect.Error<ReturnType<ConfirmEmailChange["Type"]["confirm"]>>

/** Why a link restores no address, such as `InvalidToken`. */
export type RestoreEmailError = Effect.Effect.Error<ReturnType<RestoreEmail["Type"]["restore"]>>

/**
 * What users do, in plain strings, in the `default` instance. Each call has its own IP address, so that preparing a
 * test never reaches the limits per IP address. Invalid input fails with an `AuthTestError`.
 */
export class AuthTest extends Context.Tag("@latchkey/testkit/AuthTest")<
  AuthTest,
  {
    /**
     * Creates an account with an unverified address, and signs it in on a new client. The password is `defaultPassword`
     * unless one is given. Fails if the address has an account, if the password breaks the instance's policy, or if the
     * instance lets no one sign up with a password, or verifies addresses first: see `requestSignUp`.
     */
    readonly signUp: (account: {
      readonly email: string
      readonly password?: string
    }) => Effect.Effect<SignedInUser, AuthTestError>

    /**
     * Signs up on a new client, on an instance whose `signUp.verification` is `before`, and returns the client's
     * `Cookie` header. Creates no account. Succeeds for every address, also for one that has an account.
     */
    readonly requestSignUp: (account: {
      readonly email: string
      readonly password?: string
    }) => Effect.Effect<string, AuthTestError>

    /**
     * Sends queued emails, and returns the newest link to the address that completes a sign-up. The link's 60 minutes
     * begin when it is sent. Fails if no such email was sent, as for an address that has a verified account.
     */
    readonly lastSignUpLink: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * Completes a sign-up with a link: creates the account with a verified address, and signs it in. The account has
     * the password on the client of `cookie` that `requestSignUp` returned, and on any other none.
     */
    readonly verifySignUp: (
      link: string,
      cookie?: string
    ) => Effect.Effect<SignedInUser, VerifySignUpError | AuthTestError>

    /**
     * Signs the address in on a new client, and returns the client's `Cookie` header. Creates the account if there is
     * none, also if sign-up is closed. Needs no password, and leaves other clients signed in.
     */
    readonly signedInAs: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * As `signedInAs`, with a verified address. The first verification revokes the account's other sessions, keeps its
     * password, and needs neither a link nor an email.
     */
    readonly verifiedAs: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * Signs in with a password, on the client of `cookie` or on a new one. The password is `defaultPassword` unless one
     * is given. Fails as the endpoint does: with `InvalidCredentials` for a wrong password and for an address without
     * an account, and with `RateLimited` after ten failures for one address in 15 minutes.
     */
    readonly signIn: (
      credentials: { readonly email: string; readonly password?: string },
      cookie?: string
    ) => Effect.Effect<SignedInUser, SignInError | AuthTestError>

    /** Revokes the session of a `Cookie` header. Does nothing without an active one. */
    readonly signOut: (cookie: string) => Effect.Effect<void>

    /**
     * Returns the active session of a `Cookie` header as endpoints get it, or `None`, also without a verified email
     * address on an instance that requires one. Marks the session as seen, as a request does.
     */
    readonly sessionOf: (cookie: string) => Effect.Effect<Option.Option<ActiveSessionResponse>>

    /** Revokes every session of the address, and returns how many. Fails if the address has no account. */
    readonly revokeSessions: (email: string) => Effect.Effect<number, AuthTestError>

    /**
     * Deletes the account of the address immediately, as the cleanup job does when a deletion is due, with the app's
     * hook `beforeDelete`, whose failure it fails with. Fails if the address has no account.
     */
    readonly deleteAccount: (email: string) => Effect.Effect<void, AuthTestError | PersistenceError>

    /**
     * Requests a magic link on a new client, and returns the client's `Cookie` header. Fails with `RateLimited` after
     * five requests for one address in 15 minutes.
     */
    readonly requestMagicLink: (email: string) => Effect.Effect<string, RequestMagicLinkError | AuthTestError>

    /**
     * Sends queued emails, and returns the newest magic link to the address. The link's 15 minutes begin when it is
     * sent. Fails if no email was sent, and names the addresses that got one.
     */
    readonly lastMagicLink: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * Signs in with a magic link, on the client of `cookie` or on a new one, and verifies the address. The first
     * verification revokes the account's sessions, and deletes its password, unless `cookie` is one of those sessions.
     */
    readonly signInWithMagicLink: (
      link: string,
      cookie?: string
    ) => Effect.Effect<SignedInUser, AuthTestError | MagicLinkError>

    /**
     * Sends queued emails, and returns the newest code to the address, on an instance with
     * `emailConfig.magicLinkCodes`. The code's 10 minutes began with the request. Fails if no email has one.
     */
    readonly lastMagicLinkCode: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * Signs in with a code, as `signInWithMagicLink` does, on the client of the `cookie` that `requestMagicLink`
     * returned. Fails with `InvalidToken` on any other client, and after five wrong codes for one address.
     */
    readonly signInWithMagicLinkCode: (
      code: string,
      cookie: string
    ) => Effect.Effect<SignedInUser, AuthTestError | MagicLinkCodeError>

    /**
     * Requests a link to set a new password. Fails with `RateLimited` after five requests for one address in 15
     * minutes.
     */
    readonly requestPasswordReset: (email: string) => Effect.Effect<void, RequestPasswordResetError | AuthTestError>

    /**
     * Sends queued emails, and returns the newest link to set a new password to the address. The link's 15 minutes
     * begin when it is sent. Fails if no email was sent, as for an address without an account.
     */
    readonly lastPasswordResetLink: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * Sets a new password with a link, revokes every session of the user, verifies the address, and signs in on a new
     * client.
     */
    readonly resetPassword: (
      link: string,
      password: string
    ) => Effect.Effect<SignedInUser, ResetPasswordError | AuthTestError>

    /**
     * Requests a change to a new address, in the session of `cookie`. `currentPassword` is `defaultPassword` unless you
     * give another one; with `null` it is omitted, as by a user who has just signed in with a link.
     */
    readonly requestEmailChange: (
      cookie: string,
      email: string,
      currentPassword?: string | null
    ) => Effect.Effect<void, RequestEmailChangeError | AuthTestError>

    /** Sends queued emails, and returns the newest link that changes an account to the address. */
    readonly lastEmailChangeLink: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * Changes the address with a link, in the session of `cookie`, and signs in again on its client. Revokes every
     * other session of the user.
     */
    readonly confirmEmailChange: (
      link: string,
      cookie: string
    ) => Effect.Effect<SignedInUser, ConfirmEmailChangeError | AuthTestError>

    /** Sends queued emails, and returns the newest link that restores the address. */
    readonly lastEmailRestoreLink: (email: string) => Effect.Effect<string, AuthTestError>

    /** Restores a former address with a link, deletes the password, and revokes every session of the user. */
    readonly restoreEmail: (link: string) => Effect.Effect<void, RestoreEmailError | AuthTestError>

    /** Sends queued emails, and returns every email so far, oldest first. */
    readonly emails: Effect.Effect<ReadonlyArray<EmailMessage>>
  }
>() {}

/**
 * The password of accounts created without one. It has 30 characters, and every kind that a password policy can
 * require.
 */
export const defaultPassword = "Correct horse battery staple 9"

/**
 * What differs from the defaults.
 *
 * - `baseUrl`: the public origin, by default `http://localhost:3000`. Links begin with it; with https, cookies are
 *   `Secure`.
 * - `prefix`: the path below which the app mounts Latchkey, such as `/auth`.
 * - `instance`: changes to the `default` instance, such as its password policy, lifetimes or limits.
 */
export interface AuthTestOptions {
  readonly baseUrl?: string
  readonly prefix?: `/${string}`
  readonly instance?: InstancePatch
}

/** What the layers provide: `AuthTest`, the use cases, their ports, and what `@latchkey/http` needs. */
export type Services = AuthTest | Calls | HttpSettings | Ports | Sent | SessionSource | UseCases

/** As `layer`, with other settings. */
export const layerWith = (options: AuthTestOptions): Layer.Layer<Services> => {
  const { baseUrl = "http://localhost:3000", instance = {}, prefix = "" } = options
  return Layer.effect(AuthTest, TestActions.make(defaultPassword)).pipe(
    Layer.provideMerge(TestServices.layer({ baseUrl, prefix }, instance))
  )
}

/**
 * Latchkey in memory. Each build has its own data: provide it to each test, and no test sees users, emails or limits of
 * another.
 */
export const layer: Layer.Layer<Services> = layerWith({})
