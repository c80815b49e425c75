/** What tests of `AuthTest` share. */
import { it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Password from "@latchkey/domain/password/Password"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"

type Body = (auth: AuthTest.AuthTest["Type"]) => Effect.Effect<unknown, unknown, AuthTest.Services>

/** Registers a test with an `AuthTest` of its own app. */
export const test = (name: string, body: Body, layer = AuthTest.layer) =>
  it.effect(name, () => Effect.provide(Effect.flatMap(AuthTest.AuthTest, body), layer))

/** Returns the error of an effect that fails: its tag and its message. */
export const messageOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string; readonly message: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag, message }) => `${_tag}: ${message}`)

/** Returns whether the session of the cookie is active. */
export const isSignedIn = (cookie: string) =>
  Effect.flatMap(AuthTest.AuthTest, ({ sessionOf }) => Effect.map(sessionOf(cookie), Option.isSome))

/** Returns whether the password signs in. */
export const accepts = (email: string, text: string) =>
  Effect.flatMap(SignInWithPassword, ({ signIn }) =>
    signIn({
      instance: defaultInstance,
      email: Email.make(email),
      password: Either.getOrThrow(Password.parse(text)),
      caller: { ipAddress: "192.0.2.1", clientToken: Option.none(), sessionToken: Option.none() }
    })
  ).pipe(Effect.isSuccess)
