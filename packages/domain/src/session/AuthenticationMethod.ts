/** The ways in which users prove who they are, and how much each of them assures. */
import * as Arr from "effect/Array"
import * as Schema from "effect/Schema"

/** A method that a sign-in can begin with, and on which it can end. */
export const SignInMethod = Schema.Literal("password", "magic_link", "passkey")
export type SignInMethod = typeof SignInMethod.Type

/**
 * Every method: those of `SignInMethod`, and the second factors `totp` (a code of an authenticator app) and
 * `recovery_code`.
 */
export const AuthenticationMethod = Schema.Literal(...SignInMethod.literals, "totp", "recovery_code")
export type AuthenticationMethod = typeof AuthenticationMethod.Type

/** The methods of a session. The first is the one that the user signed in with. */
export const AuthenticationMethods = Schema.Tuple([SignInMethod], AuthenticationMethod)
export type AuthenticationMethods = typeof AuthenticationMethods.Type

/**
 * What completes a pending sign-in: a code of the authenticator app or a recovery code. For users who have neither, on
 * an instance that requires a second factor: signing in with their passkey, or, without one, setting up an
 * authenticator app.
 */
export const SecondFactorOption = Schema.Literal("totp", "recovery_code", "totp_enrollment", "passkey")
export type SecondFactorOption = typeof SecondFactorOption.Type

/** How many factors a session has verified: 1 or 2. */
export const AssuranceLevel = Schema.Literal(1, 2)
export type AssuranceLevel = typeof AssuranceLevel.Type

/**
 * The values of `amr`: those of RFC 8176 where it has one (`pwd`, `otp`, `pop`, `user`, `mfa`), and the own ones
 * `email` and `recovery_code`.
 */
export type Amr = "pwd" | "email" | "pop" | "user" | "otp" | "recovery_code" | "mfa"

const isSecondFactor = (method: AuthenticationMethod): boolean => method === "totp" || method === "recovery_code"

/**
 * Returns 2 if a passkey is among the methods, because a passkey always verifies its user, or if a second factor is
 * among them. Returns 1 for a password or a link alone.
 */
export const assuranceLevelOf = (methods: AuthenticationMethods): AssuranceLevel =>
  methods.some((method) => method === "passkey" || isSecondFactor(method)) ? 2 : 1

const amrOfMethod: Readonly<Record<AuthenticationMethod, ReadonlyArray<Amr>>> = {
  password: ["pwd"],
  magic_link: ["email"],
  passkey: ["pop", "user", "mfa"],
  totp: ["otp", "mfa"],
  recovery_code: ["recovery_code", "mfa"]
}

/** Returns the methods as the claim `amr` names them (RFC 8176). `mfa` is among them exactly at assurance level 2. */
export const amrOf = (methods: AuthenticationMethods): ReadonlyArray<Amr> =>
  // Most sessions have one method, and every session check comes by here.
  methods.length === 1 ? amrOfMethod[methods[0]] : Arr.dedupe(methods.flatMap((method) => amrOfMethod[method]))

/** Returns the methods with one more, or the same ones if it is among them. */
export const add = (methods: AuthenticationMethods, method: AuthenticationMethod): AuthenticationMethods =>
  methods.includes(method) ? methods : [...methods, method]
