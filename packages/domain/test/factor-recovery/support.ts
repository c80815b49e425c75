/** Users who have lost their factors, for the tests of this room. */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ann, instance, linkTokenFor, sentFactorRecoveryToken, rightPassword } from "../support.ts"
import { argsOf } from "../support/Interception.ts"
import { optional, pendingClient, setUpApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

type AuthConfig = Instance["authConfig"]

/** Returns the default instance with recovery by email, and other settings. */
export const withRecovery = (authConfig: Partial<AuthConfig> = {}) =>
  instance({ authConfig: { ...optional.authConfig, factorRecovery: "email", ...authConfig } })

/** The default instance with an optional second factor, and recovery by email after 72 hours. */
export const recoverable = withRecovery()

/** Stores the settings of the default instance, for what reads them from the store: the emails. */
export const store = (settings: Instance) =>
  Effect.flatMap(InstanceRepository, ({ modify }) => modify(settings.id, () => Either.right(settings)))

/** Makes a client that is signed in to an account with a verified address. */
export const verified = Effect.gen(function* () {
  yield* store(recoverable)
  const client = yield* TestClient.make
  yield* client.signUp(ann, rightPassword)
  yield* client.verifyLink(yield* linkTokenFor(client, ann))
  return client
})

/** A user with a verified address and an app, and a client that has given the right password only. */
export const lostApp = Effect.gen(function* () {
  const owner = yield* verified
  const { app, recoveryCodes } = yield* setUpApp(owner.at(recoverable))
  const { client, cookies } = yield* pendingClient(recoverable)
  return { app, client, cookies, owner, recoveryCodes }
})

/** The same, with a requested recovery, and the token in the first email about it. */
export const requested = Effect.gen(function* () {
  const lost = yield* lostApp
  const recovery = yield* lost.client.requestFactorRecoveryAtSignIn
  return { ...lost, recovery, token: yield* sentFactorRecoveryToken(ann) }
})

/** Sends queued emails, and returns the subjects of all that were sent, oldest first. */
export const subjects = Effect.gen(function* () {
  const { dispatch } = yield* EmailDispatcher
  yield* dispatch
  const { sent } = yield* MemoryMailer.Sent
  return (yield* sent).map(({ subject }) => subject)
})

/** The kinds of the emails that were queued, oldest first. */
export const queuedKinds = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([email]) => (email as { readonly kind: string }).kind)
)

/** The open recovery of the user whose sign-in is pending, or `None`. */
export const openOf = (client: TestClient.Actions) =>
  Effect.map(client.factorRecoveryStatusAtSignIn, ({ open }) => open)
