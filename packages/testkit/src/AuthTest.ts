/**
 * Latchkey for the tests of an app that has it in it: every port in memory and every use case, without network, database
 * or waiting. Time is the `Clock`'s, so `TestClock.adjust` moves every expiry.
 *
 * @since 0.1.0
 */
import type { UseCases, Ports } from "@latchkey/domain/Domain"
import type { SessionId, UserId } from "@latchkey/domain/core/Ids"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import type { Mail } from "@latchkey/domain/mail/Mailer"
import type { LinkRefusal, MagicLinks } from "@latchkey/domain/magic-link/MagicLinks"
import type { ActiveSessionResponse } from "@latchkey/http/session/CurrentSession"
import type { HttpSettings } from "@latchkey/http/core/HttpSettings"
import type { SessionSource } from "@latchkey/http/session/SessionSource"
import type { Calls } from "@latchkey/memory/InsecurePasswordHasher"
import type { Sent } from "@latchkey/memory/MemoryMailer"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { AuthTestError } from "./AuthTestError.ts"
import { make } from "./internal/TestActions.ts"
import * as TestWorld from "./internal/TestWorld.ts"

export { AuthTestError } from "./AuthTestError.ts"

/** Somebody who is signed in. `cookie` is the `Cookie` header of their browser. @since 0.1.0 */
export interface SignedIn {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly cookie: string
}

/** Why asking for a link fails, besides an input that cannot be. @since 0.1.0 */
export type AskingFailure = Effect.Effect.Error<ReturnType<MagicLinks["Type"]["request"]>>

/**
 * What a test does with people, in plain strings. It is all about the `default` instance. Each call comes from a browser
 * at a network address of its own, so that setting up a test never meets the limits per address.
 *
 * @since 0.1.0
 */
export class AuthTest extends Context.Tag("@latchkey/testkit/AuthTest")<
  AuthTest,
  {
    /**
     * Makes an account, its address unproven, and signs it in on a new browser. Without a password it has
     * `defaultPassword`. Fails when the address has an account, or a password breaks the instance's policy.
     */
    readonly signUp: (account: {
      readonly email: string
      readonly password?: string
    }) => Effect.Effect<SignedIn, AuthTestError>

    /**
     * The `Cookie` header of a new browser on which that address is signed in. Makes the account when there is none;
     * needs no password when there is one, and leaves its other browsers signed in.
     */
    readonly signedInAs: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * Whose session a `Cookie` header holds, as protected endpoints are told; none when nobody is signed in (any
     * more). Counts as a context, as it does for them.
     */
    readonly sessionOf: (cookie: string) => Effect.Effect<Option.Option<ActiveSessionResponse>>

    /** Ends every session of that address, on every browser. Answers how many there were; fails without an account. */
    readonly endSessions: (email: string) => Effect.Effect<number, AuthTestError>

    /** Asks for a link to that address. Fails as the app's people would see it: five in 15 minutes, then no more. */
    readonly askForLink: (email: string) => Effect.Effect<void, AskingFailure | AuthTestError>

    /**
     * Sends what waits, and answers the link in the newest mail to that address. The link's 15 minutes begin when it is
     * sent. Fails, and says to whom mail was sent, when there is none.
     */
    readonly lastLink: (email: string) => Effect.Effect<string, AuthTestError>

    /**
     * Uses a link, as its button does: the address is proven, and signed in. In the browser of `cookie`, or in a new
     * one. The first proof of an address ends its sessions and its password, unless `cookie` is one of its sessions.
     */
    readonly useLink: (link: string, cookie?: string) => Effect.Effect<SignedIn, AuthTestError | LinkRefusal>

    /** Sends what waits, and answers every mail there was, oldest first. */
    readonly mails: Effect.Effect<ReadonlyArray<Mail>>
  }
>() {}

/** The password of accounts that are made without one in mind. It has every kind of character that a policy can ask for. @since 0.1.0 */
export const defaultPassword = "Correct horse battery staple 9"

/**
 * - `baseUrl`: the public origin, `http://localhost:3000` when nothing else is said. Links begin with it, and with
 *   https the cookies are `Secure`.
 * - `prefix`: where Latchkey's routes begin in the app, such as `/auth`.
 * - `instance`: what differs from the default instance: its password policy, its lifetimes, its limits.
 *
 * @since 0.1.0
 */
export interface AuthTestOptions {
  readonly baseUrl?: string
  readonly prefix?: `/${string}`
  readonly instance?: InstancePatch
}

/** Everything in the world of a test: the use cases, their ports, and what an app asks of `@latchkey/http`. @since 0.1.0 */
export type World = AuthTest | Calls | HttpSettings | Ports | Sent | SessionSource | UseCases

/** As `layer`, with settings of its own. @since 0.1.0 */
export const layerWith = (options: AuthTestOptions): Layer.Layer<World> =>
  Layer.effect(AuthTest, make(defaultPassword)).pipe(
    Layer.provideMerge(TestWorld.layer({ baseUrl: "http://localhost:3000", instance: {}, ...options }))
  )

/**
 * Latchkey in memory. Each time this layer is built it is a world of its own: give it to each test, and none sees
 * another's people, mails or limits.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<World> = layerWith({})
