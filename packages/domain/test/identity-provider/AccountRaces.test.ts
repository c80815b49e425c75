import { assert, describe, it } from "@effect/vitest"
import { IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Domain from "@latchkey/domain/Domain"
import * as MemoryIdentityProviderClient from "@latchkey/memory/MemoryIdentityProviderClient"
import * as Samples from "@latchkey/testkit/Samples"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { ann, ben, outcome, ports, signInOnNewClient, storedUser, wrongPassword } from "../support.ts"
import * as Interception from "../support/Interception.ts"
import { beforeNext, countOf, release } from "../support/Interception.ts"
import {
  attempt,
  identitiesOf,
  preHijacked,
  userOf,
  annAtGitHub,
  annAtGoogle,
  ending,
  github,
  newVisitor,
  notices,
  rejection,
  test,
  verifiedAnn,
  withProviders
} from "./support.ts"

/** What the next lookup misses, as if another request had stored it right afterwards. */
class Missed extends Context.Tag("Missed")<Missed, Ref.Ref<"identity" | "nothing" | "user">>() {}

const missNext = (what: "identity" | "user") => Effect.flatMap(Missed, (missed) => Ref.set(missed, what))

const missing = Effect.gen(function* () {
  const identities = yield* IdentityRepository
  const users = yield* UserRepository
  const missed = yield* Ref.make<"identity" | "nothing" | "user">("nothing")
  const unless = <A, E>(what: "identity" | "user", found: Effect.Effect<Option.Option<A>, E>) =>
    Effect.flatMap(
      Ref.modify(missed, (held) => [held === what, held === what ? "nothing" : held] as const),
      (isMissed) => (isMissed ? Effect.succeedNone : found)
    )
  return Context.make(Missed, missed).pipe(
    Context.add(IdentityRepository, {
      ...identities,
      find: (...key) => unless("identity", identities.find(...key))
    }),
    Context.add(UserRepository, {
      ...users,
      findByEmailForUpdate: (...key) => unless("user", users.findByEmailForUpdate(...key))
    })
  )
})

/** Stores between whose answers other requests can come. */
const layerRacing = Domain.layer.pipe(
  Layer.provideMerge(Layer.effectContext(missing)),
  Layer.provideMerge(Interception.around(ports)),
  Layer.provideMerge(MemoryIdentityProviderClient.layer)
)

describe("Two requests at once", () => {
  test(
    "with one new identity create one user, whom both sign in",
    Effect.gen(function* () {
      const visitors = yield* Effect.all(Array.from({ length: 10 }, () => newVisitor()))
      const endings = yield* Effect.forEach(visitors, (visitor) => ending(visitor.signInAs(annAtGoogle)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(new Set(endings), new Set(["SignedIn"]))
      const users = yield* Effect.forEach(visitors, (visitor) => visitor.authenticate)
      assert.lengthOf(new Set(users.map(({ userId }) => userId)), 1)
      assert.lengthOf(yield* identitiesOf(ann), 1)
    })
  )

  it.scoped("with one new identity and two addresses create one user", () =>
    Effect.gen(function* () {
      yield* attempt({ ...annAtGoogle, email: ben })
      yield* missNext("identity")
      const client = yield* newVisitor()
      assert.strictEqual(yield* ending(client.signInAs(annAtGoogle)), "SignedIn")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual((yield* client.authenticate).email, ben)
    }).pipe(Effect.provide(layerRacing))
  )

  it.scoped(
    "never link an identity to an account that was created and verified meanwhile, unless the provider is authoritative",
    () =>
      Effect.gen(function* () {
        yield* verifiedAnn
        yield* missNext("user")
        assert.strictEqual(yield* attempt(annAtGitHub, github), "ProofRequired")
        assert.deepStrictEqual(yield* identitiesOf(ann), [])
        yield* missNext("user")
        assert.strictEqual(yield* attempt(annAtGoogle), "SignedIn")
        assert.lengthOf(yield* identitiesOf(ann), 1)
        assert.include(yield* notices, "identity_added")
      }).pipe(Effect.provide(layerRacing))
  )

  it.scoped("take over an account that was created meanwhile, and not verified", () =>
    Effect.gen(function* () {
      yield* preHijacked
      yield* missNext("user")
      assert.strictEqual(yield* attempt(annAtGitHub, github), "SignedIn")
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword), "InvalidCredentials")
      assert.isTrue(Option.isSome((yield* userOf(ann)).claimedAt))
    }).pipe(Effect.provide(layerRacing))
  )

  test(
    "of which one unlinks the identity, give no session with it",
    Effect.gen(function* () {
      const owner = withProviders(yield* verifiedAnn)
      const { id, instanceId, userId } = yield* owner.link(annAtGoogle)
      const { delete: unlink } = yield* IdentityRepository
      const client = yield* newVisitor()
      const issued = yield* countOf("SessionRepository.issue")
      yield* beforeNext("IdentityRepository.recordUse", Effect.orDie(unlink(instanceId, userId, id)))
      assert.strictEqual(yield* rejection(client.signInAs(annAtGoogle)), "user")
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* countOf("SessionRepository.issue"), issued + 1)
      assert.lengthOf((yield* owner.listSessions).sessions, 1)
    })
  )

  test(
    "of which one disables the user or changes their password, give no session",
    Effect.gen(function* () {
      yield* verifiedAnn
      yield* attempt(annAtGoogle)
      const { credentialVersion, id: userId, instanceId } = yield* userOf(ann)
      const users = yield* UserRepository
      const change = { instanceId, userId, credentialVersion, next: Samples.passwordHash() }
      yield* beforeNext("SessionRepository.issue", Effect.orDie(users.setPasswordHash(change)))
      assert.strictEqual(yield* rejection((yield* newVisitor()).signInAs(annAtGoogle)), "user")
      assert.strictEqual(yield* attempt(annAtGoogle), "SignedIn")
      const disabled = users.setDisabled({ instanceId, userId, disabledAt: Option.some(Samples.now) })
      yield* beforeNext("SessionRepository.issue", Effect.orDie(disabled))
      assert.strictEqual(yield* rejection((yield* newVisitor()).signInAs(annAtGoogle)), "user")
    })
  )

  test(
    "lock the links of the address before the user, as every transaction does",
    Effect.gen(function* () {
      const order: Array<string> = []
      const note = (name: string) => Effect.sync(() => order.push(name))
      yield* beforeNext("MagicLinkRepository.deleteAll", note("links"))
      yield* beforeNext("UserRepository.findByEmailForUpdate", note("user"))
      yield* beforeNext("IdentityRepository.insert", note("identity"))
      yield* attempt(annAtGoogle)
      assert.deepStrictEqual(order, ["links", "user", "identity"])
      yield* release("MagicLinkRepository.deleteAll")
    })
  )
})
