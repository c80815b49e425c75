/**
 * A sign-in on a page of the app, without its looks: which step the user is at, what they can do there, and what went
 * wrong. `useSignIn` of `@latchkey/client/react` is made of it.
 */
import { makeState } from "./internal/sign-in/Moves.ts"
import type { Explicable } from "./messages/Messages.ts"
import type { Client } from "./Methods.ts"
import type { PasskeyFailure, Problem } from "./Problem.ts"
import type { Credentials, IdentityProviderVisitRequest, MagicLinkRequest } from "./Schemas.ts"
import type { SessionStore } from "./SessionStore.ts"

/** What a sign-in needs of a client. */
export type SignInClient = Pick<
  Client,
  | "signIn"
  | "signUp"
  | "requestMagicLink"
  | "verifyMagicLinkCode"
  | "passkeyOptions"
  | "signInWithPasskey"
  | "signInWithIdentityProvider"
  | "pendingSignIn"
  | "completeSignIn"
  | "beginTotpAtSignIn"
  | "confirmTotpAtSignIn"
>

/** Why the last action failed. `aborted`: no reply came within half a minute. */
export type SignInFailure = Problem | PasskeyFailure

/**
 * What every step has.
 *
 * - `busy`: whether an action runs. Until it ends, others do nothing: a form sent twice sends one request.
 * - `problem`: why the last action failed, and `undefined` after the next one begins.
 * - `message`: the same for users, from `messageOf`.
 */
export interface Progress {
  readonly busy: boolean
  readonly problem: SignInFailure | undefined
  readonly message: string | undefined
}

/** An action of a step. It does nothing at another step, and never rejects. */
export type Action<Input extends ReadonlyArray<unknown> = []> = (...input: Input) => Promise<void>

/**
 * The user chooses a way in.
 *
 * - `signUp`: creates an account, and signs in or leads to `sign-up-sent`.
 * - `requestLink`: leads to `link-sent`, whether or not the address has an account.
 * - `signInWithPasskey`: the browser asks for one. `offerPasskeys`: browsers offer them in the field for the email
 *   address, which has `autocomplete="username webauthn"`. Call the returned function when the field is gone.
 * - `visitIdentityProvider`: returns the URL of the provider's page. Send the browser there. `undefined` if it failed.
 */
export interface StartStep extends Progress {
  readonly step: "start"
  readonly signIn: Action<[Credentials]>
  readonly signUp: Action<[Credentials]>
  readonly requestLink: Action<[MagicLinkRequest]>
  readonly signInWithPasskey: Action
  readonly offerPasskeys: () => () => void
  readonly visitIdentityProvider: (input: IdentityProviderVisitRequest) => Promise<string | undefined>
}

/** A link and a code were sent to `email`, if the address can sign in. `enterCode` takes the code, with any spaces. */
export interface LinkSentStep extends Progress {
  readonly step: "link-sent"
  readonly email: string
  readonly enterCode: Action<[string]>
  readonly requestAgain: Action
  readonly startOver: Action
}

/** A link was sent to `email` that completes the sign-up, or says that the address has an account. */
export interface SignUpSentStep extends Progress {
  readonly step: "sign-up-sent"
  readonly email: string
  readonly startOver: Action
}

/**
 * The user has to present one of `options`: with `totp` and `recovery_code` a code, with `passkey` a passkey, and with
 * `totp_enrollment` an authenticator app that they set up. `beginEnrollment` ran already and is for another try.
 */
export interface SecondFactorStep extends Progress {
  readonly step: "second-factor"
  readonly options: ReadonlyArray<string>
  readonly enterCode: Action<[string]>
  readonly signInWithPasskey: Action
  readonly beginEnrollment: Action
  readonly startOver: Action
}

/**
 * The user sets an authenticator app up, with the QR code (SVG), or with the secret or the URI, and enters the first
 * code.
 */
export interface EnrollmentStep extends Progress {
  readonly step: "enrollment"
  readonly secret: string
  readonly uri: string
  readonly qrCode: string
  readonly enterCode: Action<[string]>
  readonly startOver: Action
}

/**
 * The user is signed in, and has to keep the recovery codes, which are shown this once. `finish` says that they have.
 * The store does not know of the session before.
 */
export interface RecoveryCodesStep extends Progress {
  readonly step: "recovery-codes"
  readonly recoveryCodes: ReadonlyArray<string>
  readonly finish: Action
}

/** The user is signed in, and the store knows. */
export interface SignedInStep extends Progress {
  readonly step: "signed-in"
  readonly userId: string
  readonly sessionId: string
  readonly startOver: Action
}

/** Where the user is, and what they can do there: `step` tells the cases apart. */
export type SignInState =
  | StartStep
  | LinkSentStep
  | SignUpSentStep
  | SecondFactorStep
  | EnrollmentStep
  | RecoveryCodesStep
  | SignedInStep

/**
 * - `store`: learns of the sign-in.
 * - `messageOf`: returns problems in words for users, such as that of `@latchkey/client/messages/en`.
 */
export interface SignInOptions {
  readonly store?: Pick<SessionStore<unknown, unknown>, "hold" | "refresh"> | undefined
  readonly messageOf?: ((problem: Explicable) => string) | undefined
}

/** The state of a sign-in. No function needs `this`. */
export interface SignIn {
  /** Returns the state. It is the same object until the state changes. */
  readonly get: () => SignInState
  /**
   * Calls `listener` after each change. Returns a function that ends it. With the first listener a sign-in goes on that
   * waited for its second factor when this tab was loaded again.
   */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Makes a sign-in. Sends nothing before it has a listener or an action is called.
 *
 * ```ts
 * const signIn = createSignIn(createClient(), { messageOf })
 *
 * const submit = async (email: string, password: string, code: string) => {
 *   const first = signIn.get()
 *   if (first.step === "start") await first.signIn({ email, password })
 *   const second = signIn.get()
 *   if (second.step === "second-factor") await second.enterCode(code)
 *   return signIn.get().message
 * }
 * ```
 */
export const createSignIn = (client: SignInClient, options: SignInOptions = {}): SignIn => {
  const { get, subscribe } = makeState(client, options)
  return { get, subscribe }
}
