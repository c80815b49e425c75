/** Users with an authenticator app, and the codes that it shows. */
import type { Email } from "@latchkey/domain/core/Email"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultAuthConfig, type SecondFactorMode } from "@latchkey/domain/instance/Instance"
import * as SecondFactorCode from "@latchkey/domain/second-factor/SecondFactorCode"
import * as Totp from "@latchkey/domain/second-factor/Totp"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { ann, instance, rightPassword } from "../support.ts"
import * as TestClient from "./TestClient.ts"

/** Returns the default instance with this mode. */
export const withMode = (secondFactor: SecondFactorMode) =>
  instance({ authConfig: { ...defaultAuthConfig, magic_link: true, secondFactor } })

export const optional = withMode("optional")
export const required = withMode("required")

/** Parses what a user types. */
export const codeOf = (text: string) => Option.getOrThrow(SecondFactorCode.parse(text))

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const hexOf = (secret: string): string => {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return (bits.match(/.{4}/g) ?? []).map((part) => Number.parseInt(part, 2).toString(16)).join("")
}

/** An authenticator app with the secret of an enrollment: what it shows now, or so many seconds later. */
export const appOf =
  ({ secret }: { readonly secret: Redacted.Redacted }) =>
  (seconds = 0) =>
    Effect.gen(function* () {
      const tokens = yield* TokenGenerator
      const step = Totp.stepAt(DateTime.add(yield* DateTime.now, { seconds }))
      return Totp.codeAt(tokens, Redacted.make(hexOf(Redacted.value(secret))), step)
    })

/** Sets up an app in a session, and waits until its first code is old. */
export const setUpApp = (client: TestClient.Actions) =>
  Effect.gen(function* () {
    const enrollment = yield* client.beginTotp
    const app = appOf(enrollment)
    const confirmed = yield* client.confirmTotp(Redacted.value(enrollment.enrollment), yield* app())
    yield* TestClock.adjust("2 minutes")
    const recoveryCodes = confirmed.recoveryCodes.map((code) => Redacted.value(code))
    return { app, recoveryCodes, issued: confirmed.issued }
  })

/** A user with a verified address and an app, and the client that set it up, which is signed in. */
export const userWithApp = (address: Email = ann) =>
  Effect.gen(function* () {
    const cookies = yield* TestClient.make
    const client = cookies.at(optional)
    yield* client.signUp(address, rightPassword)
    return { client, cookies, ...(yield* setUpApp(client)) }
  })

/** Makes a client that has given the right password, and not yet the second factor. */
export const pendingClient = (at = optional, address: Email = ann) =>
  Effect.gen(function* () {
    const cookies = yield* TestClient.make
    const client = cookies.at(at)
    const result = yield* client.beginSignIn(address, rightPassword)
    return { client, cookies, result }
  })

/** Returns what the app shows, as a user presents it. */
export const shown = (app: ReturnType<typeof appOf>, seconds = 0) => Effect.map(app(seconds), codeOf)
