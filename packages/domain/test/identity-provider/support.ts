/** Instances with identity providers, and users of those, for the tests of this room. */
import { assert, it } from "@effect/vitest"
import { type IdentityId, IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import type { Email } from "@latchkey/domain/core/Email"
import type { Token } from "@latchkey/domain/core/Token"
import { Identities } from "@latchkey/domain/identity-provider/Identities"
import {
  type ProviderSignIn,
  type ReturnedVisit,
  SignInWithIdentityProvider
} from "@latchkey/domain/identity-provider/SignInWithIdentityProvider"
import type { IdentityProvider } from "@latchkey/domain/instance/IdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import * as MemoryIdentityProviderClient from "@latchkey/memory/MemoryIdentityProviderClient"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import * as Support from "../support.ts"
import { argsOf, callNames } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

type ProviderUser = MemoryIdentityProviderClient.ProviderUser

/** Every use case and port, and identity providers in memory. */
export const layer = Layer.provideMerge(Support.layer, MemoryIdentityProviderClient.layer)

/** Registers a test with its own use cases, providers and data. The test clock starts at 0. */
export const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof layer> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, layer))

const provider = (fields: Partial<IdentityProvider>) => Samples.identityProvider({ clientSecret: null, ...fields })

/** Decides whose address it is. */
export const google = provider({
  id: "google",
  name: "Google",
  kind: "google",
  issuer: "https://accounts.google.com",
  emailTrust: "authoritative",
  nativeClientIds: ["native-app"]
})

/** Verifies an address once. */
export const github = provider({ id: "github", name: "GitHub", kind: "github", issuer: "https://github.com" })

/** Is not trusted with any address. */
export const untrusted = provider({
  id: "untrusted",
  name: "Forum",
  issuer: "https://forum.example",
  emailTrust: "never"
})

/** Is shared between tenants. */
export const microsoft = provider({
  id: "microsoft",
  name: "Microsoft",
  kind: "microsoft",
  issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
  emailTrust: "authoritative"
})

/** Is trusted to authenticate with several factors. */
export const work = provider({
  id: "work",
  name: "Work",
  issuer: "https://work.example",
  emailTrust: "authoritative",
  trustsMfa: true
})

const disabled = provider({ id: "disabled", name: "Disabled", issuer: "https://disabled.example", enabled: false })

const all = [google, github, disabled, untrusted, microsoft, work]

/** Returns the default instance with the providers and other settings. It is not stored. */
export const instance = (fields: Parameters<typeof Support.instance>[0] = {}): Instance =>
  Support.instance({ identityProviders: all, ...fields })

/** Ann at Google, with her address of `support.ts`. It is of a domain that Google hosts. */
export const annAtGoogle: ProviderUser = {
  subject: "ann-at-google",
  email: Support.ann,
  emailVerified: true,
  hostedDomain: "example.com"
}

/** Ann at GitHub. */
export const annAtGitHub: ProviderUser = { subject: "ann-at-github", email: Support.ann, emailVerified: true }

/** Someone at a provider that is not trusted, who says that the address is Ann's. */
export const annAtUntrusted: ProviderUser = { subject: "ann-at-forum", email: Support.ann, emailVerified: true }

const store = (client: Pick<TestClient.TestClient, "cookies">) => (result: ProviderSignIn) =>
  Ref.update(client.cookies, (held) => ({
    clientToken: Option.some<Token>(result.clientToken),
    sessionToken: result._tag === "SignedIn" ? Option.some(result.sessionToken) : held.sessionToken,
    pendingToken: result._tag === "SecondFactorRequired" ? Option.some(result.token) : Option.none()
  }))

/** What a client can do with identity providers in an instance. */
export const withProviders = (client: TestClient.TestClient, at: Instance = instance()) => {
  const here = client.at(at)
  const request = Effect.map(here.caller, (caller) => ({ instance: at, caller }))
  const players = MemoryIdentityProviderClient.Providers
  const visitRequest = (provider: IdentityProvider, returnTo?: string) =>
    Effect.map(request, (input) => ({ ...input, provider: provider.id, returnTo: Option.fromNullable(returnTo) }))
  const keep = ({ clientToken }: { readonly clientToken: Token }) =>
    Ref.update(client.cookies, (held) => ({ ...held, clientToken: Option.some(clientToken) }))

  /** Returns the URL of the provider. */
  const begin = (provider = google, returnTo?: string) =>
    Effect.gen(function* () {
      const begun = yield* (yield* SignInWithIdentityProvider).begin(yield* visitRequest(provider, returnTo))
      yield* keep(begun)
      return begun.url
    })
  const beginLinking = (provider = google) =>
    Effect.gen(function* () {
      const begun = yield* (yield* Identities).begin(yield* visitRequest(provider))
      yield* keep(begun)
      return begun.url
    })
  const beginReauthenticating = (provider = google) =>
    Effect.gen(function* () {
      const begun = yield* (yield* Reauthenticate).beginWithIdentityProvider(yield* visitRequest(provider))
      yield* keep(begun)
      return begun.url
    })
  /** Signs in at the provider, and returns what it sends the browser back with. */
  const at_ = (url: string, user: ProviderUser) => Effect.flatMap(players, ({ signIn }) => signIn(url, user))
  const visit = (provider: IdentityProvider, user: ProviderUser) =>
    Effect.flatMap(begin(provider), (url) => at_(url, user))
  const visitToLink = (provider: IdentityProvider, user: ProviderUser) =>
    Effect.flatMap(beginLinking(provider), (url) => at_(url, user))

  const visitToReauthenticate = (provider: IdentityProvider, user: ProviderUser) =>
    Effect.flatMap(beginReauthenticating(provider), (url) => at_(url, user))

  const comeBack = (parameters: Readonly<Record<string, string>>) =>
    Effect.gen(function* () {
      return yield* (yield* SignInWithIdentityProvider).comeBack({ ...(yield* request), parameters })
    })
  const signInOf = (returned: ReturnedVisit) =>
    Effect.gen(function* () {
      const result = yield* (yield* SignInWithIdentityProvider).signIn(returned)
      yield* store(client)(result)
      return result
    })
  const addOf = (returned: ReturnedVisit) => Effect.flatMap(Identities, ({ add }) => add(returned))
  const finish = (parameters: Readonly<Record<string, string>>) => Effect.flatMap(comeBack(parameters), signInOf)
  const finishLinking = (parameters: Readonly<Record<string, string>>) => Effect.flatMap(comeBack(parameters), addOf)

  const reauthenticateOf = (returned: ReturnedVisit) =>
    Effect.gen(function* () {
      const issued = yield* (yield* Reauthenticate).withIdentityProvider(returned)
      yield* store(client)({ ...issued, _tag: "SignedIn", passwordRemoved: false })
      return issued
    })
  const finishReauthenticating = (parameters: Readonly<Record<string, string>>) =>
    Effect.flatMap(comeBack(parameters), reauthenticateOf)

  return {
    ...here,
    request,
    begin,
    beginLinking,
    visit,
    visitToLink,
    comeBack,
    signInOf,
    addOf,
    finish,
    finishLinking,
    beginReauthenticating,
    visitToReauthenticate,
    reauthenticateOf,
    finishReauthenticating,
    reauthenticateAs: (user: ProviderUser, provider = google) =>
      Effect.flatMap(visitToReauthenticate(provider, user), finishReauthenticating),
    signInAs: (user: ProviderUser, provider = google) => Effect.flatMap(visit(provider, user), finish),
    link: (user: ProviderUser, provider = google) => Effect.flatMap(visitToLink(provider, user), finishLinking),
    nonce: Effect.gen(function* () {
      const issued = yield* (yield* SignInWithIdentityProvider).issueNonce(yield* request)
      yield* keep(issued)
      return Redacted.value(issued.nonce)
    }),
    signInWithIdToken: (idToken: Redacted.Redacted, nonce: string, provider = google) =>
      Effect.gen(function* () {
        const { signInWithIdToken } = yield* SignInWithIdentityProvider
        const result = yield* signInWithIdToken({ ...(yield* request), provider: provider.id, idToken, nonce })
        yield* store(client)(result)
        return result
      }),
    list: Effect.gen(function* () {
      return yield* (yield* Identities).list(yield* request)
    }),
    remove: (id: IdentityId) =>
      Effect.gen(function* () {
        yield* (yield* Identities).remove(yield* request, id)
      })
  }
}

/** Makes a new client, with what it can do with identity providers. */
export const newVisitor = (at: Instance = instance()) =>
  Effect.map(TestClient.make, (client) => withProviders(client, at))

/** Makes a client that is signed in to Ann's account, with a password and a verified address. */
export const verifiedAnn = Effect.gen(function* () {
  const client = yield* TestClient.make
  yield* client.signUp(Support.ann, Support.rightPassword)
  yield* client.verifyLink(yield* Support.linkTokenFor(client, Support.ann))
  return client
})

/** Returns how the attempt ends: the tag of the result, or of the error. */
export const ending = <A extends { readonly _tag: string }, E extends { readonly _tag: string }, R>(
  attempt: Effect.Effect<A, E, R>
) => Effect.match(attempt, { onSuccess: ({ _tag }): string => _tag, onFailure: ({ _tag }): string => _tag })

/** Returns the reason of a rejection. Dies if it is none. */
export const rejection = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.flip(attempt).pipe(
    Effect.map((error) => ("reason" in error ? error.reason : error._tag)),
    Effect.orDieWith(() => new Error("It was not rejected"))
  )

/** The kinds of the emails that were queued for accounts, oldest first. */
export const notices = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([queued]) => (queued as { readonly kind: string }).kind)
)

/** How the emails to the instance's users ended, oldest first. */
export const deliveries = Effect.flatMap(MailDeliveryLog, ({ list }) => list(instance().id, 20))

/** Returns the stored user with the address. */
export const userOf = (address: Email) => Effect.flatten(Support.storedUser(address))

/** Returns the stored identities of the user with the address. */
export const identitiesOf = (address: Email) =>
  Effect.gen(function* () {
    const { id, instanceId } = yield* userOf(address)
    return yield* (yield* IdentityRepository).list(instanceId, id)
  })

/** Signs in on a new client, and returns how that ends. */
export const attempt = (user: ProviderUser, provider?: IdentityProvider, at?: Instance) =>
  Effect.flatMap(newVisitor(at), (visitor) => ending(visitor.signInAs(user, provider)))

/** The account of an attacker with Ann's address, which is unverified: a password, a session and an identity. */
export const preHijacked = Effect.gen(function* () {
  const attacker = yield* TestClient.make
  yield* attacker.signUp(Support.ann, Support.wrongPassword)
  yield* withProviders(attacker).link({ subject: "mallory" })
  return attacker
})

/** Changes how the provider with that issuer responds. */
export const setHealth = (issuer: string, health: "up" | "down" | "slow") =>
  Effect.flatMap(MemoryIdentityProviderClient.Providers, (providers) => providers.setHealth(issuer, health))

/** Returns the calls of an attempt, which fails as expected. */
export const callsOfFailure = <A, E extends { readonly _tag: string }, R>(
  attempt: Effect.Effect<A, E, R>,
  expected: string
) =>
  Effect.gen(function* () {
    const previous = (yield* callNames).length
    assert.strictEqual(yield* Support.outcome(attempt), expected)
    return (yield* callNames).slice(previous)
  })
