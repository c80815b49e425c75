import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as Connections from "@latchkey/domain/identity-provider/Connections"
import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import {
  type ReturnedVisit,
  SignInWithIdentityProvider
} from "@latchkey/domain/identity-provider/SignInWithIdentityProvider"
import { defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import type { OneTimeToken } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { Providers } from "@latchkey/memory/MemoryIdentityProviderClient"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as Support from "../support.ts"
import { ann, baseUrl, justBefore, newPassword, oneMilli, otherInstance, outcome, storedUser } from "../support.ts"
import { argsOf, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import {
  callsOfFailure,
  setHealth,
  annAtGitHub,
  annAtGoogle,
  ending,
  github,
  google,
  instance,
  newVisitor,
  rejection,
  test,
  verifiedAnn,
  withProviders
} from "./support.ts"

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

/** An instance with one provider, whose secret is encrypted for the provider `as` of the instance `of`. */
const sealed = (of = defaultInstance.id, as = google.id) =>
  Effect.gen(function* () {
    const { seal } = yield* Connections.make
    const clientSecret = yield* seal(of, as, Redacted.make("the secret"))
    return instance({ identityProviders: [{ ...google, clientSecret }] })
  })

describe("SignInWithIdentityProvider.providersOf", () => {
  test(
    "returns those that are turned on, in their order",
    Effect.gen(function* () {
      const { providersOf } = yield* SignInWithIdentityProvider
      assert.deepStrictEqual(
        providersOf(instance()).map(({ id }) => id),
        ["google", "github", "untrusted", "microsoft", "work"]
      )
      assert.deepStrictEqual(providersOf(defaultInstance), [])
    })
  )

  it.scoped("returns none without an adapter, and no visit can begin", () =>
    Effect.gen(function* () {
      const { providersOf } = yield* SignInWithIdentityProvider
      assert.deepStrictEqual(providersOf(instance()), [])
      const client = withProviders(yield* TestClient.make)
      assert.strictEqual(yield* outcome(client.begin()), "IdentityProviderDisabled")
      const { none } = IdentityProviderClient
      const connection = { ...google, clientSecret: Option.none() }
      assert.isFalse(none.isConfigured)
      assert.deepInclude((yield* none.check(connection, baseUrl))[0], { ok: false })
      assert.strictEqual(
        yield* outcome(none.verifyIdToken(connection, { idToken: Redacted.make("a"), nonce: "b" })),
        "IdentityProviderUnavailable"
      )
    }).pipe(Effect.provide(Support.layer))
  )
})

/** Returns whether that end of a visit is impossible. */
const isImpossible =
  <A, E, R>(end: (visit: ReturnedVisit) => Effect.Effect<A, E, R>) =>
  (visit: ReturnedVisit) =>
    Effect.map(Effect.exit(end(visit)), Exit.match({ onSuccess: () => false, onFailure: Cause.isDie }))

describe("A visit to an identity provider", () => {
  test(
    "has PKCE, state and nonce, and comes back to the instance it began at",
    Effect.gen(function* () {
      const there = instance({ id: otherInstance.id, hosts: ["shop.example"] })
      const client = yield* newVisitor()
      const first = queryOf(yield* client.begin())
      assert.deepInclude(first, {
        client_id: google.clientId,
        code_challenge_method: "S256",
        redirect_uri: `${baseUrl}/v1/auth/identity-providers/callback`
      })
      const second = queryOf(yield* client.begin())
      for (const name of ["state", "nonce", "code_challenge"]) {
        assert.match(first[name] ?? "", /^[\w-]{43,128}$/)
        assert.notStrictEqual(first[name], second[name])
      }
      const elsewhere = queryOf(yield* (yield* newVisitor(there)).begin())
      assert.strictEqual(elsewhere["redirect_uri"], "https://shop.example/v1/auth/identity-providers/callback")
    })
  )

  test(
    "stores the hash of its state, and neither nonce nor verifier: they follow from the token of the client",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { code_challenge: challenge = "", nonce = "", state = "" } = queryOf(yield* client.begin(google, "/notes"))
      const [[token] = []] = yield* argsOf("OneTimeTokenRepository.put")
      const stored = token as OneTimeToken
      const { clientToken } = yield* client.caller
      const printed = JSON.stringify({ ...stored, data: Redacted.value(stored.data) })
      const secrets = [state, nonce, challenge, Redacted.value(Option.getOrThrow(clientToken))]
      for (const secret of secrets) assert.notInclude(printed, secret)
      // Nothing that the address bar or the provider has seen is the verifier.
      for (const secret of secrets) {
        assert.notStrictEqual(createHash("sha256").update(secret).digest("base64url"), challenge)
      }
      assert.deepStrictEqual(JSON.parse(Redacted.value(stored.data)), {
        intent: "sign_in",
        provider: "google",
        returnTo: "/notes"
      })
    })
  )

  test(
    "keeps the token of the client, and gives a client without one a new one",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      yield* client.begin()
      const first = (yield* client.caller).clientToken
      assert.isTrue(Option.isSome(first))
      yield* client.begin()
      assert.isTrue(Support.areSame((yield* client.caller).clientToken, first))
    })
  )

  test(
    "says where the user goes on, and which provider it was",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { signIn } = yield* Providers
      for (const returnTo of ["/notes", undefined]) {
        const returned = yield* client.comeBack(yield* signIn(yield* client.begin(google, returnTo), annAtGoogle))
        assert.deepStrictEqual(returned.returnTo, Option.fromNullable(returnTo))
        assert.strictEqual(returned.provider.id, "google")
        assert.isTrue(Option.isNone(returned.owner))
      }
    })
  )

  test(
    "begins with a provider that is turned on only",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      for (const id of ["disabled", "unknown", "", "constructor"]) {
        const calls = yield* callsOfFailure(client.begin({ ...google, id }), "IdentityProviderDisabled")
        assert.deepStrictEqual(calls, ["RateLimitStore.consume"])
      }
    })
  )

  test(
    "does not come back once its provider is turned off",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const parameters = yield* withProviders(client).visit(google, annAtGoogle)
      const off = withProviders(client, instance({ identityProviders: [{ ...google, enabled: false }, github] }))
      assert.strictEqual(yield* outcome(off.finish(parameters)), "IdentityProviderDisabled")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "comes back once, until the millisecond before ten minutes have passed",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { signIn } = yield* Providers
      const [first, second] = [yield* client.begin(), yield* client.begin()]
      yield* justBefore("10 minutes")
      const parameters = yield* signIn(first, annAtGoogle)
      const other = yield* signIn(second, annAtGoogle)
      yield* client.comeBack(parameters)
      assert.strictEqual(yield* outcome(client.comeBack(parameters)), "InvalidToken")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.comeBack(other)), "InvalidToken")
    })
  )

  test(
    "does not come back with an unknown, missing or malformed state, and then nothing was consumed",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { state: _, ...parameters } = yield* client.visit(google, annAtGoogle)
      for (const state of [{}, { state: "" }, { state: "A".repeat(43) }, { state: "🔑".repeat(5000) }]) {
        assert.strictEqual(yield* outcome(client.finish({ ...parameters, ...state })), "InvalidToken")
      }
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.consume"), 1)
    })
  )

  test(
    "comes back to its own client at its own instance only, which others leave as it is",
    Effect.gen(function* () {
      const cookies = yield* TestClient.make
      const client = withProviders(cookies)
      const parameters = yield* client.visit(google, annAtGoogle)
      const stranger = yield* newVisitor()
      assert.strictEqual(yield* outcome(stranger.finish(parameters)), "InvalidToken")
      yield* stranger.begin()
      assert.strictEqual(yield* outcome(stranger.finish(parameters)), "InvalidToken")
      const elsewhere = withProviders(cookies, instance({ id: otherInstance.id }))
      assert.strictEqual(yield* outcome(elsewhere.finish(parameters)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* ending(client.finish(parameters)), "SignedIn")
    })
  )

  test(
    "of fifty callbacks with one state gives one session",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const parameters = yield* withProviders(client).visit(google, annAtGoogle)
      const attempts = Array.from({ length: 50 }, () =>
        Effect.flatMap(TestClient.copyOf(client), (copy) => ending(withProviders(copy).finish(parameters)))
      )
      const endings = yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.deepStrictEqual(endings.sort(), [...Array.from({ length: 49 }, () => "InvalidToken"), "SignedIn"])
      assert.strictEqual(yield* countOf("SessionRepository.issue"), 1)
    })
  )

  test(
    "is one of at most ten of its client: the eleventh ends the oldest",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { signIn } = yield* Providers
      const urls = yield* Effect.forEach(Array.from({ length: 11 }), () => Effect.zipLeft(client.begin(), oneMilli))
      const parameters = yield* Effect.forEach(urls, (url) => signIn(url, annAtGoogle))
      const outcomes = yield* Effect.forEach(parameters, (each) => outcome(client.comeBack(each)))
      assert.deepStrictEqual(outcomes, ["InvalidToken", ...Array.from({ length: 10 }, () => "ok")])
    })
  )

  test(
    "and a nonce for an ID token are different things: neither is taken for the other",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { idToken } = yield* Providers
      const { state = "", ...parameters } = yield* client.visit(google, annAtGoogle)
      const nonce = yield* client.nonce
      assert.strictEqual(yield* outcome(client.comeBack({ ...parameters, state: nonce })), "InvalidToken")
      const token = yield* idToken({ issuer: google.issuer, clientId: google.clientId, nonce: state }, annAtGoogle)
      assert.strictEqual(yield* outcome(client.signInWithIdToken(token, state)), "InvalidToken")
    })
  )

  test(
    "ends as what it was begun for, and as nothing else",
    Effect.gen(function* () {
      const client = withProviders(yield* verifiedAnn)
      yield* client.link(annAtGitHub, github)
      const former = yield* client.authenticate
      const all = [
        { intent: "sign_in", visit: client.visit(google, annAtGoogle), end: isImpossible(client.signInOf) },
        { intent: "link", visit: client.visitToLink(google, annAtGoogle), end: isImpossible(client.addOf) },
        {
          intent: "reauthenticate",
          visit: client.visitToReauthenticate(github, annAtGitHub),
          end: isImpossible(client.reauthenticateOf)
        }
      ] as const
      for (const { intent, visit } of all) {
        const returned = yield* client.comeBack(yield* visit)
        assert.strictEqual(returned.intent, intent)
        for (const other of all) {
          if (other.intent !== intent) assert.isTrue(yield* other.end(returned), `${intent} ends as ${other.intent}`)
        }
      }
      assert.lengthOf(yield* client.list, 1)
      assert.deepStrictEqual(yield* client.authenticate, former)
    })
  )
})

describe("A provider that cannot be asked", () => {
  test(
    "costs nothing when a visit begins: nothing is stored",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      yield* setHealth(google.issuer, "down")
      const error = yield* Effect.flip(client.begin())
      assert.deepInclude<object>(error, { _tag: "IdentityProviderUnavailable", provider: "Google" })
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.put"), 0)
      assert.strictEqual(yield* outcome(client.begin(github)), "ok")
    })
  )

  for (const health of ["down", "slow"] as const) {
    test(
      `leaves a visit that comes back while it is ${health}: the same visit signs in later`,
      Effect.gen(function* () {
        const client = yield* newVisitor()
        const parameters = yield* client.visit(google, annAtGoogle)
        yield* setHealth(google.issuer, health)
        const fiber = yield* Effect.fork(outcome(client.finish(parameters)))
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(yield* fiber, "IdentityProviderUnavailable")
        assert.isTrue(Option.isNone(yield* storedUser(ann)))
        yield* setHealth(google.issuer, "up")
        assert.strictEqual(yield* ending(client.finish(parameters)), "SignedIn")
        assert.strictEqual(yield* outcome(client.finish(parameters)), "InvalidToken")
      })
    )
  }

  test(
    "leaves a visit that links an account, too, with its owner and their credentials",
    Effect.gen(function* () {
      const ann = yield* verifiedAnn
      const client = withProviders(ann)
      const parameters = yield* client.visitToLink(google, annAtGoogle)
      yield* setHealth(google.issuer, "down")
      assert.strictEqual(yield* outcome(client.finishLinking(parameters)), "IdentityProviderUnavailable")
      yield* setHealth(google.issuer, "up")
      const copy = withProviders(yield* TestClient.copyOf(ann))
      yield* client.changePassword(newPassword, Support.rightPassword)
      assert.strictEqual(yield* outcome(copy.finishLinking(parameters)), "InvalidToken")
    })
  )

  test(
    "leaves the nonce of an ID token",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const nonce = yield* client.nonce
      const { idToken } = yield* Providers
      const token = yield* idToken({ issuer: google.issuer, clientId: "native-app", nonce }, annAtGoogle)
      yield* setHealth(google.issuer, "down")
      assert.strictEqual(yield* outcome(client.signInWithIdToken(token, nonce)), "IdentityProviderUnavailable")
      yield* setHealth(google.issuer, "up")
      assert.strictEqual(yield* ending(client.signInWithIdToken(token, nonce)), "SignedIn")
    })
  )

  test(
    "is one whose secret cannot be decrypted: with a key that is gone, or as another provider's or instance's",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const outcomeAt = (at: Instance) => outcome(withProviders(client, at).begin())
      assert.strictEqual(yield* outcomeAt(yield* sealed()), "ok")
      assert.strictEqual(yield* outcomeAt(yield* sealed(defaultInstance.id, "github")), "ClientSecretKeyMissing")
      assert.strictEqual(yield* outcomeAt(yield* sealed(InstanceId.make("shop"))), "ClientSecretKeyMissing")
      const secret = new SecretKeys.SealedText({ keyId: "0f1e2d3c4b5a6978", box: "A".repeat(48) })
      const gone = instance({ identityProviders: [{ ...google, clientSecret: secret }] })
      assert.strictEqual(yield* outcomeAt(gone), "ClientSecretKeyMissing")
      const parameters = yield* withProviders(client).visit(google, annAtGoogle)
      assert.strictEqual(yield* outcome(withProviders(client, gone).finish(parameters)), "ClientSecretKeyMissing")
      assert.strictEqual(yield* ending(withProviders(client).finish(parameters)), "SignedIn")
    })
  )
})

describe("What a provider sends back", () => {
  test(
    "consumes the visit if the user has said no, and the rejection says so",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { refuse } = yield* Providers
      const denied = yield* refuse(yield* client.begin())
      assert.strictEqual(yield* rejection(client.finish(denied)), "access_denied")
      assert.strictEqual(yield* outcome(client.finish(denied)), "InvalidToken")
      const failed = yield* refuse(yield* client.begin(), "server_error")
      assert.strictEqual(yield* rejection(client.finish(failed)), "not_verified")
    })
  )

  test(
    "is rejected with the code of another visit, client, provider or instance, which ends",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const attacker = yield* newVisitor()
      const swapped = (code: Readonly<Record<string, string>>, into: Readonly<Record<string, string>>) =>
        rejection(client.finish({ ...into, code: code["code"] ?? "" }))
      const first = yield* client.visit(google, annAtGoogle)
      assert.strictEqual(yield* swapped(yield* client.visit(google, annAtGoogle), first), "not_verified")
      const theirs = yield* attacker.visit(google, { subject: "mallory" })
      assert.strictEqual(yield* swapped(theirs, yield* client.visit(google, annAtGoogle)), "not_verified")
      // The attacker's code was used up.
      assert.strictEqual(yield* rejection(attacker.finish(theirs)), "not_verified")
      const ofGitHub = yield* client.visit(github, annAtGitHub)
      assert.strictEqual(yield* swapped(ofGitHub, yield* client.visit(google, annAtGoogle)), "not_verified")
      const cookies = yield* TestClient.make
      const elsewhere = withProviders(cookies, instance({ id: otherInstance.id }))
      const ofOther = yield* elsewhere.visit(google, annAtGoogle)
      const here = yield* withProviders(cookies).visit(google, annAtGoogle)
      assert.strictEqual(
        yield* rejection(withProviders(cookies).finish({ ...here, code: ofOther["code"] ?? "" })),
        "not_verified"
      )
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "is rejected if it is of another issuer than the provider's, whatever the adapter has verified",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      yield* client.signInAs(annAtGoogle)
      const stranger = yield* newVisitor()
      for (const issuer of [google.issuer, `${github.issuer}/`, "not an issuer"]) {
        const user = { subject: annAtGoogle.subject, issuer }
        assert.strictEqual(yield* rejection(stranger.signInAs(user, github)), "not_verified")
      }
      const nonce = yield* stranger.nonce
      const { idToken } = yield* Providers
      const app = { issuer: github.issuer, clientId: github.clientId, nonce }
      const token = yield* idToken(app, { subject: annAtGoogle.subject, issuer: google.issuer })
      assert.strictEqual(yield* rejection(stranger.signInWithIdToken(token, nonce, github)), "not_verified")
    })
  )

  test(
    "is rejected with a subject that no provider may have, such as one of 10 KB, and so is a link to it",
    Effect.gen(function* () {
      const client = withProviders(yield* verifiedAnn)
      for (const subject of ["", "s".repeat(256), "s".repeat(10_000), "subject\n", "sübject"]) {
        assert.strictEqual(yield* rejection(client.link({ ...annAtGoogle, subject })), "not_verified")
      }
      assert.strictEqual(yield* rejection(client.signInAs({ ...annAtGoogle, subject: "" })), "not_verified")
      yield* client.link({ ...annAtGoogle, subject: "s".repeat(255) })
      assert.lengthOf(yield* client.list, 1)
    })
  )

  test(
    "has a label that is kept if a page can show it, and else none",
    Effect.gen(function* () {
      const client = withProviders(yield* verifiedAnn)
      const labels = yield* Effect.forEach(["Ann 🐈", "a".repeat(255), "a\u0000b", "\ud800"], (label) =>
        Effect.map(
          client.link({ ...annAtGoogle, subject: `of ${label.length} ${label.codePointAt(1)}`, label }),
          (linked) => Option.getOrNull(linked.label)
        )
      )
      assert.deepStrictEqual(labels, ["Ann 🐈", null, null, null])
    })
  )
})
