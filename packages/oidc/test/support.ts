/** Providers on this machine, clients for them, and what a flow ends with. */
import type { Client, Connection, Visit } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import { oidc } from "@latchkey/domain/instance/IdentityProvider"
import type { Failure } from "../src/internal/failures.ts"
import * as OpenIdClient from "@latchkey/oidc/OpenIdClient"
import type { SentBack } from "@latchkey/test-support/oidc/visit"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { randomBytes } from "node:crypto"

const random = () => randomBytes(32).toString("base64url")

export const redirectUri = "https://login.example.com/v1/auth/identity-providers/callback"

/** A visit that no other has. */
export const newVisit = (): Visit => ({
  redirectUri,
  state: random(),
  nonce: random(),
  codeVerifier: Redacted.make(random())
})

/** The settings of a provider, with what differs. */
export const connectionTo = (issuer: string, changes: Partial<Connection> = {}): Connection => ({
  ...oidc({ id: "acme", name: "Acme", issuer, clientId: "client-1", clientSecret: null }),
  clientSecret: Option.some(Redacted.make("the secret of the client")),
  ...changes
})

/** A test at the time of the system, which the test moves: providers of other processes have no other. */
export const test = <A, E>(title: string, run: () => Effect.Effect<A, E, Scope.Scope>): void =>
  it.scoped(title, () => Effect.zipRight(TestClock.setTime(Date.now()), run()))

/** Makes a client that reaches a provider on this machine. */
export const clientFor = (
  ...providers: ReadonlyArray<{ readonly host: string }>
): Effect.Effect<Client, never, Scope.Scope> => OpenIdClient.make({ privateHosts: providers.map(({ host }) => host) })

/** What a user's way through the provider ends with. */
export const signIn = (
  client: Client,
  connection: Connection,
  leave: (url: string) => Promise<SentBack> | SentBack,
  visit: Visit = newVisit()
) =>
  Effect.gen(function* () {
    const url = yield* client.authorizationUrl(connection, visit)
    const { parameters } = yield* Effect.promise(async () => leave(url))
    return yield* client.exchange(connection, { ...visit, parameters })
  })

const words: Array<string> = []

const recorder = Logger.make(({ annotations }) => {
  const reason = Option.getOrUndefined(HashMap.get(annotations, "reason"))
  if (typeof reason === "string") words.push(reason)
})

/**
 * Returns how an attempt fails: `not_verified` with the word that is in the log, another reason of a rejection, or
 * `unavailable`. Checks that the outcome of a success is none of these.
 */
export const failureOf = <A, R>(attempt: Effect.Effect<A, Failure, R>): Effect.Effect<string, never, R> =>
  Effect.suspend(() => {
    words.length = 0
    return Effect.match(attempt, {
      onSuccess: () => "verified",
      onFailure: (error) => {
        if (error._tag === "IdentityProviderUnavailable") return "unavailable"
        return [error.reason as string, ...words].join(" ")
      }
    })
  }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, recorder)))

/** Returns the detail of an outage. */
export const detailOf = <A, R>(attempt: Effect.Effect<A, Failure, R>): Effect.Effect<string, never, R> =>
  Effect.map(Effect.flip(attempt), (error) => {
    assert.strictEqual(error._tag, "IdentityProviderUnavailable")
    return String((error as { readonly detail?: string }).detail)
  }).pipe(Effect.orDieWith(() => new Error("The attempt succeeded")))
