/**
 * Contract tests of `UserRepository`.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, oneSucceeds, same } from "./internal/Assertions.ts"
import { concurrently, pause, repeatedly } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

const setUp = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  return { instanceId, otherInstanceId, users }
})

const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds an inserted user with every field unchanged", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const fresh = yield* Samples.storedUser(instanceId)
      const verified = yield* Samples.storedUser(instanceId, {
        passwordHash: Option.none(),
        emailVerifiedAt: Option.some(Samples.plus(123)),
        credentialVersion: 7
      })
      isSome(yield* users.findByEmail(instanceId, fresh.email), fresh)
      isSome(yield* users.findByEmail(instanceId, verified.email), verified)
    })
  )

  it.effect("returns `None` for an address without a user", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      isNone(yield* users.findByEmail(instanceId, Samples.email()))
      isNone(yield* users.findByEmailForUpdate(instanceId, Samples.email()))
    })
  )

  it.effect("fails with EmailTaken for an address that has a user, and changes nothing", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const first = yield* Samples.storedUser(instanceId)
      const second = Samples.user(instanceId, { email: first.email })
      failsWith(yield* Effect.either(users.insert(second)), "EmailTaken")
      isSome(yield* users.findByEmail(instanceId, first.email), first)
      const ofSecond = { instanceId, userId: second.id, now: Samples.now, password: "keep_password" } as const
      isNone(yield* users.verifyEmail(ofSecond))
    })
  )

  it.effect("inserts exactly one of fifty concurrent users with the same address", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { instanceId, users } = yield* setUp
        const email = Samples.email()
        const outcomes = yield* concurrently(50, () => {
          const user = Samples.user(instanceId, { email })
          return Effect.as(users.insert(user), user)
        })
        oneSucceeds(outcomes, "EmailTaken")
        const winner = outcomes.find(Either.isRight)
        same(yield* users.findByEmail(instanceId, email), Option.fromNullable(winner?.right))
      })
    )
  )

  it.effect("leaves the surrounding transaction usable after EmailTaken", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const { run } = yield* Transaction
      const [before, after] = [Samples.user(instanceId), Samples.user(instanceId)]
      const again = Samples.user(instanceId, { email: before.email })
      const refusal = yield* run(
        users
          .insert(before)
          .pipe(Effect.zipRight(Effect.either(users.insert(again))), Effect.zipLeft(users.insert(after)))
      )
      failsWith(refusal, "EmailTaken")
      isSome(yield* users.findByEmail(instanceId, before.email), before)
      isSome(yield* users.findByEmail(instanceId, after.email), after)
    })
  )
}

const isolation = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps users with the same address in two instances apart", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const here = yield* Samples.storedUser(instanceId)
      const there = yield* Samples.storedUser(otherInstanceId, { email: here.email })
      isSome(yield* users.findByEmail(instanceId, here.email), here)
      isSome(yield* users.findByEmail(otherInstanceId, here.email), there)
      isSome(yield* users.findByEmailForUpdate(instanceId, here.email), here)
      isSome(yield* users.findByEmailForUpdate(otherInstanceId, here.email), there)
    })
  )

  it.effect("returns `None` for an address that only another instance has", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const { email } = yield* Samples.storedUser(instanceId)
      isNone(yield* users.findByEmail(otherInstanceId, email))
      isNone(yield* users.findByEmailForUpdate(otherInstanceId, email))
      const key = { instanceId: otherInstanceId, email, clientHash: Option.none(), now: Samples.now }
      isNone((yield* users.findForSignIn(key)).user)
    })
  )
}

const setUpLocking = Effect.gen(function* () {
  const { instanceId, users } = yield* setUp
  const { run } = yield* Transaction
  const user = yield* Samples.storedUser(instanceId)
  return { instanceId, isLocked: yield* Effect.makeLatch(), run, user, users }
})

const locking = (it: Vitest.MethodsNonLive<Ports>) => {
  /** Locks a user, and drops its password a little later. `meanwhile` starts in between. */
  const whileLocked = <A, E, R>(
    meanwhile: (locked: Effect.Effect.Success<typeof setUpLocking>) => Effect.Effect<A, E, R>
  ) =>
    Effect.gen(function* () {
      const locked = yield* setUpLocking
      const { instanceId, isLocked, run, user, users } = locked
      const verification = { instanceId, userId: user.id, now: Samples.now, password: "drop_password" } as const
      const lockAndChange = users
        .findByEmailForUpdate(instanceId, user.email)
        .pipe(
          Effect.zipRight(isLocked.open),
          Effect.zipRight(pause(30)),
          Effect.zipRight(users.verifyEmail(verification))
        )
      const [, seen] = yield* Effect.all([run(lockAndChange), isLocked.whenOpen(meanwhile(locked))], {
        concurrency: "unbounded"
      })
      return { seen, user }
    })

  it.effect("makes a second transaction wait for the lock, and returns what the first one wrote", () =>
    Effect.gen(function* () {
      const { seen, user } = yield* whileLocked((locked) =>
        locked.run(locked.users.findByEmailForUpdate(locked.instanceId, locked.user.email))
      )
      same(
        Option.map(seen, ({ credentialVersion }) => credentialVersion),
        Option.some(user.credentialVersion + 1)
      )
    })
  )

  it.effect("makes `issue` wait for the lock, and then fail with CredentialsChanged", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { seen } = yield* whileLocked(({ user }) => Effect.either(sessions.issue(Samples.grant(user))))
      failsWith(seen, "CredentialsChanged")
    })
  )

  it.effect("lets twenty transactions lock the same user one after the other", () =>
    Effect.gen(function* () {
      const { instanceId, run, user, users } = yield* setUpLocking
      const verification = { instanceId, userId: user.id, now: Samples.now, password: "drop_password" } as const
      const lockAndChange = users
        .findByEmailForUpdate(instanceId, user.email)
        .pipe(Effect.zipLeft(pause(1)), Effect.zipLeft(users.verifyEmail(verification)))
      const seen = yield* concurrently(20, () => run(lockAndChange))
      const versions = seen.map(
        (outcome) => Option.getOrUndefined(Option.flatten(Either.getRight(outcome)))?.credentialVersion
      )
      assert.sameMembers(
        versions,
        Array.from({ length: 20 }, (_, version) => version)
      )
    })
  )
}

/** Ordered by code point: `_` comes after the capitals and before the small letters. */
const addresses = [
  "a+tag@example.com",
  "a-b@example.com",
  "a.b@example.com",
  "a@example.com",
  "a_b@example.com",
  "ab@example.com",
  "b%c@example.com",
  "b@example.com",
  "b~@example.com"
]

const setUpSearch = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  const inserted = yield* Effect.forEach([...addresses].reverse(), (address) =>
    Samples.storedUser(instanceId, { email: Email.make(address) })
  )
  const byAddress = (address: string) => Option.fromNullable(inserted.find(({ email }) => email === address))
  /** Returns the addresses that a search finds. */
  const search = (prefix: string, after: Option.Option<string> = Option.none(), limit = 100) =>
    Effect.map(
      users.search({ instanceId, prefix, after: Option.map(after, (address) => Email.make(address)), limit }),
      (found) => found.map(({ email }): string => email)
    )
  return { byAddress, instanceId, otherInstanceId, search, users }
})

const findingById = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds an inserted user with every field unchanged", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUpSearch
      const plain = yield* Samples.storedUser(instanceId)
      const disabled = yield* Samples.storedUser(instanceId, {
        passwordHash: Option.none(),
        emailVerifiedAt: Option.some(Samples.plus(1)),
        disabledAt: Option.some(Samples.plus(2))
      })
      isSome(yield* users.findById(instanceId, plain.id), plain)
      isSome(yield* users.findById(instanceId, disabled.id), disabled)
      isSome(yield* users.findByEmail(instanceId, disabled.email), disabled)
      const account = { instanceId, email: disabled.email, clientHash: Option.none(), now: Samples.now }
      isSome((yield* users.findForSignIn(account)).user, disabled)
    })
  )

  it.effect("returns `None` for an unknown id and for a user of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUpSearch
      const user = yield* Samples.storedUser(instanceId)
      isNone(yield* users.findById(instanceId, Samples.userId()))
      isNone(yield* users.findById(otherInstanceId, user.id))
    })
  )
}

const searching = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns all users ordered by address, with every field, for an empty prefix", () =>
    Effect.gen(function* () {
      const { byAddress, instanceId, search, users } = yield* setUpSearch
      assert.deepStrictEqual(yield* search(""), addresses)
      const found = yield* users.search({ instanceId, prefix: "b@", after: Option.none(), limit: 1 })
      same(Option.fromNullable(found[0]), byAddress("b@example.com"))
    })
  )

  it.effect("returns the users whose address begins with the prefix, and treats every character literally", () =>
    Effect.gen(function* () {
      const { search } = yield* setUpSearch
      assert.deepStrictEqual(
        yield* search("a"),
        addresses.filter((address) => address.startsWith("a"))
      )
      assert.deepStrictEqual(yield* search("a."), ["a.b@example.com"])
      assert.deepStrictEqual(yield* search("a_"), ["a_b@example.com"])
      assert.deepStrictEqual(yield* search("b%"), ["b%c@example.com"])
      assert.deepStrictEqual(yield* search("b~"), ["b~@example.com"])
      assert.deepStrictEqual(yield* search("a@example.com"), ["a@example.com"])
    })
  )

  it.effect("returns no users for a prefix that no address begins with", () =>
    Effect.gen(function* () {
      const { search } = yield* setUpSearch
      for (const prefix of [
        "c",
        "example",
        "%",
        "_",
        "A",
        "a@example.com.",
        "a\u0000",
        "\u0000",
        "ä",
        "\ud800",
        "a b",
        "'",
        "\\"
      ])
        assert.deepStrictEqual(yield* search(prefix), [], JSON.stringify(prefix))
    })
  )

  it.effect("starts after the address `after`, whether or not it exists, and stops at `limit`", () =>
    Effect.gen(function* () {
      const { search } = yield* setUpSearch
      const pages: Array<ReadonlyArray<string>> = []
      let last = Option.none<string>()
      do {
        const page = yield* search("", last, 4)
        pages.push(page)
        last = Option.fromNullable(page.at(-1))
      } while (Option.isSome(last))
      assert.deepStrictEqual(
        pages.map((page) => page.length),
        [4, 4, 1, 0]
      )
      assert.deepStrictEqual(pages.flat(), addresses)
      const left = ["b%c@example.com", "b@example.com", "b~@example.com"]
      assert.deepStrictEqual(yield* search("", Option.some("abc@example.com")), left)
      assert.deepStrictEqual(yield* search("b", Option.some("a@example.com")), left)
      assert.deepStrictEqual(yield* search("a", Option.some("b@example.com")), [])
    })
  )

  it.effect("returns no user of another instance", () =>
    Effect.gen(function* () {
      const { otherInstanceId, users } = yield* setUpSearch
      const all = { instanceId: otherInstanceId, prefix: "", after: Option.none(), limit: 100 }
      same(yield* users.search(all), [])
      const there = yield* Samples.storedUser(otherInstanceId)
      same(yield* users.search(all), [there])
    })
  )
}

/** A user who has signed in once, on the client of `grant`. */
const setUpSignedIn = Effect.gen(function* () {
  const users = yield* UserRepository
  const sessions = yield* SessionRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const grant = Samples.grant(user)
  yield* sessions.issue(grant)
  const find = (of: Pick<User, "instanceId" | "email">, clientHash: Option.Option<TokenHash>, now = Samples.now) =>
    users.findForSignIn({ instanceId: of.instanceId, email: of.email, clientHash, now })
  return { find, grant, instanceId, sessions, user }
})

const findingForSignIn = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the user and the known client", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUpSignedIn
      const account = yield* find(user, Option.some(grant.clientHash))
      isSome(account.user, user)
      isSome(account.knownClient, grant.newClientId)
    })
  )

  it.effect("returns only the user without a client token, and with an unknown one", () =>
    Effect.gen(function* () {
      const { find, user } = yield* setUpSignedIn
      for (const clientHash of [Option.none(), Option.some(Samples.tokenHash())]) {
        const account = yield* find(user, clientHash)
        isSome(account.user, user)
        isNone(account.knownClient)
      }
    })
  )

  it.effect("does not know a client that has signed in to another user only", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId } = yield* setUpSignedIn
      const stranger = yield* Samples.storedUser(instanceId)
      const account = yield* find(stranger, Option.some(grant.clientHash))
      isSome(account.user, stranger)
      isNone(account.knownClient)
    })
  )

  it.effect("returns neither user nor client for an address without a user", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId } = yield* setUpSignedIn
      const account = yield* find({ instanceId, email: Samples.email() }, Option.some(grant.clientHash))
      isNone(account.user)
      isNone(account.knownClient)
    })
  )

  it.effect("does not know a client of another instance", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUpSignedIn
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const namesake = yield* Samples.storedUser(otherInstanceId, { email: user.email })
      const account = yield* find(namesake, Option.some(grant.clientHash))
      isSome(account.user, namesake)
      isNone(account.knownClient)
    })
  )

  it.effect("knows a client until the millisecond before it expires", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUpSignedIn
      const last = yield* find(user, Option.some(grant.clientHash), Samples.plus(-1, grant.clientExpiresAt))
      isSome(last.knownClient, grant.newClientId)
      const over = yield* find(user, Option.some(grant.clientHash), grant.clientExpiresAt)
      isSome(over.user, user)
      isNone(over.knownClient)
    })
  )

  it.effect("still knows a client whose session was revoked", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId, sessions, user } = yield* setUpSignedIn
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      isSome((yield* find(user, Option.some(grant.clientHash))).knownClient, grant.newClientId)
    })
  )

  it.effect("knows a client to every user who has signed in on it, by its newest token only", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId, sessions, user } = yield* setUpSignedIn
      const second = yield* Samples.storedUser(instanceId)
      const next = Samples.grant(second, { presentedClient: Option.some(grant.clientHash) })
      yield* sessions.issue(next)
      for (const known of [user, second]) {
        isSome((yield* find(known, Option.some(next.clientHash))).knownClient, grant.newClientId)
        isNone((yield* find(known, Option.some(grant.clientHash))).knownClient)
      }
    })
  )
}

const setUpCredentials = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  const current = Samples.passwordHash()
  const user = yield* Samples.storedUser(instanceId, { passwordHash: Option.some(current), credentialVersion: 3 })
  const isUnchanged = Effect.map(users.findByEmail(instanceId, user.email), (found) => isSome(found, user))
  const change = { instanceId, userId: user.id, current, next: Samples.passwordHash() }
  const verification = { instanceId, userId: user.id, now: Samples.now }
  return { change, isUnchanged, otherInstanceId, verification, user, users }
})

const replacingPasswordHash = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("replaces the hash that is still stored, and nothing else", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUpCredentials
      assert.isTrue(yield* users.replacePasswordHash(change))
      const expected = new User({ ...user, passwordHash: Option.some(change.next) })
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect("returns `false` and keeps the hash if another one is stored", () =>
    Effect.gen(function* () {
      const { change, isUnchanged, users } = yield* setUpCredentials
      assert.isFalse(yield* users.replacePasswordHash({ ...change, current: Samples.passwordHash() }))
      yield* isUnchanged
    })
  )

  it.effect("returns `false` for a user without a password", () =>
    Effect.gen(function* () {
      const { change, verification, user, users } = yield* setUpCredentials
      const verified = yield* users.verifyEmail({ ...verification, password: "drop_password" })
      assert.isFalse(yield* users.replacePasswordHash(change))
      same(yield* users.findByEmail(user.instanceId, user.email), verified)
    })
  )

  it.effect("returns `false` for an unknown user and for a user of another instance", () =>
    Effect.gen(function* () {
      const { change, isUnchanged, otherInstanceId, users } = yield* setUpCredentials
      assert.isFalse(yield* users.replacePasswordHash({ ...change, userId: Samples.userId() }))
      assert.isFalse(yield* users.replacePasswordHash({ ...change, instanceId: otherInstanceId }))
      yield* isUnchanged
    })
  )

  it.effect("replaces the hash for exactly one of fifty concurrent calls", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUpCredentials
      const outcomes = yield* concurrently(50, () => {
        const next = Samples.passwordHash()
        return Effect.map(users.replacePasswordHash({ ...change, next }), (replaced) => ({ next, replaced }))
      })
      const winners = outcomes.flatMap((outcome) => (Either.isRight(outcome) ? [outcome.right] : []))
      assert.lengthOf(winners, 50)
      const [winner, ...rest] = winners.filter(({ replaced }) => replaced)
      assert.lengthOf(rest, 0)
      const stored = yield* users.findByEmail(user.instanceId, user.email)
      same(
        Option.flatMap(stored, ({ passwordHash }) => passwordHash),
        Option.fromNullable(winner?.next)
      )
    })
  )
}

const verifyingEmail = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect('records the time, and keeps password and credential version with "keep_password"', () =>
    Effect.gen(function* () {
      const { verification, user, users } = yield* setUpCredentials
      const expected = new User({ ...user, emailVerifiedAt: Option.some(Samples.now) })
      isSome(yield* users.verifyEmail({ ...verification, password: "keep_password" }), expected)
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect('deletes the password and raises the credential version by one with "drop_password"', () =>
    Effect.gen(function* () {
      const { verification, user, users } = yield* setUpCredentials
      const expected = new User({
        ...user,
        emailVerifiedAt: Option.some(Samples.now),
        passwordHash: Option.none(),
        credentialVersion: 4
      })
      isSome(yield* users.verifyEmail({ ...verification, password: "drop_password" }), expected)
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect("keeps the time of the first verification", () =>
    Effect.gen(function* () {
      const { verification, users } = yield* setUpCredentials
      yield* users.verifyEmail({ ...verification, password: "keep_password" })
      const again = yield* users.verifyEmail({ ...verification, now: Samples.plus(1), password: "keep_password" })
      same(
        Option.flatMap(again, ({ emailVerifiedAt }) => emailVerifiedAt),
        Option.some(Samples.now)
      )
    })
  )

  it.effect("returns `None` for an unknown user and for a user of another instance", () =>
    Effect.gen(function* () {
      const { isUnchanged, otherInstanceId, verification, users } = yield* setUpCredentials
      isNone(yield* users.verifyEmail({ ...verification, userId: Samples.userId(), password: "drop_password" }))
      isNone(yield* users.verifyEmail({ ...verification, instanceId: otherInstanceId, password: "drop_password" }))
      yield* isUnchanged
    })
  )

  it.effect("leaves other users of the instance unchanged", () =>
    Effect.gen(function* () {
      const { verification, user, users } = yield* setUpCredentials
      const other = yield* Samples.storedUser(user.instanceId)
      yield* users.verifyEmail({ ...verification, password: "drop_password" })
      isSome(yield* users.findByEmail(user.instanceId, other.email), other)
    })
  )

  it.effect("raises the credential version once for each of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { verification, user, users } = yield* setUpCredentials
      yield* concurrently(20, () => users.verifyEmail({ ...verification, password: "drop_password" }))
      const stored = yield* users.findByEmail(user.instanceId, user.email)
      same(
        Option.map(stored, ({ credentialVersion }) => credentialVersion),
        Option.some(23)
      )
    })
  )
}

const setUpAccess = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId, {
    credentialVersion: 3,
    emailVerifiedAt: Option.some(Samples.now)
  })
  const other = yield* Samples.storedUser(instanceId)
  const stored = users.findById(instanceId, user.id)
  const change = { instanceId, userId: user.id, credentialVersion: 3, next: Samples.passwordHash() }
  const disablement = { instanceId, userId: user.id, disabledAt: Option.some(Samples.plus(5)) }
  const isOtherUnchanged = Effect.map(users.findById(instanceId, other.id), (found) => isSome(found, other))
  return { change, isOtherUnchanged, disablement, otherInstanceId, stored, user, users }
})

/** Runs `change` in a transaction that takes a while. `meanwhile` starts before the transaction ends. */
const whileChanging = <A, E, R, A2, E2, R2>(
  change: Effect.Effect<A, E, R>,
  meanwhile: Effect.Effect<A2, E2, R2>,
  thenFail = false
) =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const isChanged = yield* Effect.makeLatch()
    const end = thenFail ? Effect.fail("refused") : Effect.void
    const changing = change.pipe(Effect.zipRight(isChanged.open), Effect.zipRight(pause(30)), Effect.zipRight(end))
    const [, seen] = yield* Effect.all([Effect.either(run(changing)), isChanged.whenOpen(meanwhile)], {
      concurrency: "unbounded"
    })
    return seen
  })

const settingPasswordHash = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("sets the hash, raises the credential version by one, and changes nothing else", () =>
    Effect.gen(function* () {
      const { change, isOtherUnchanged, stored, user, users } = yield* setUpAccess
      assert.isTrue(yield* users.setPasswordHash(change))
      isSome(yield* stored, new User({ ...user, passwordHash: Option.some(change.next), credentialVersion: 4 }))
      yield* isOtherUnchanged
    })
  )

  it.effect("sets the first hash of a user without a password", () =>
    Effect.gen(function* () {
      const { change, stored, user, users } = yield* setUpAccess
      yield* users.verifyEmail({ ...change, now: Samples.now, password: "drop_password" })
      assert.isTrue(yield* users.setPasswordHash({ ...change, credentialVersion: 4 }))
      isSome(yield* stored, new User({ ...user, passwordHash: Option.some(change.next), credentialVersion: 5 }))
    })
  )

  it.effect("returns `false` for another credential version, an unknown user and a user of another instance", () =>
    Effect.gen(function* () {
      const { change, otherInstanceId, stored, user, users } = yield* setUpAccess
      for (const credentialVersion of [2, 4])
        assert.isFalse(yield* users.setPasswordHash({ ...change, credentialVersion }))
      assert.isFalse(yield* users.setPasswordHash({ ...change, userId: Samples.userId() }))
      assert.isFalse(yield* users.setPasswordHash({ ...change, instanceId: otherInstanceId }))
      isSome(yield* stored, user)
    })
  )

  it.effect("sets the hash for exactly one of twenty concurrent calls with the same credential version", () =>
    Effect.gen(function* () {
      const { change, stored, users } = yield* setUpAccess
      const outcomes = Arr.getRights(
        yield* concurrently(20, () => {
          const next = Samples.passwordHash()
          return Effect.map(users.setPasswordHash({ ...change, next }), (isSet) => ({ isSet, next }))
        })
      )
      assert.lengthOf(outcomes, 20)
      const winners = outcomes.filter(({ isSet }) => isSet)
      assert.lengthOf(winners, 1)
      same(
        Option.flatMap(yield* stored, ({ passwordHash }) => passwordHash),
        Option.fromNullable(winners[0]?.next)
      )
    })
  )

  it.effect("makes `issue` wait until the surrounding transaction ends", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUpAccess
      const sessions = yield* SessionRepository
      const signIn = Effect.either(sessions.issue(Samples.grant(user)))
      const set = users.setPasswordHash(change)
      assert.isTrue((yield* whileChanging(set, signIn, true))._tag === "Right")
      failsWith(yield* whileChanging(set, signIn), "CredentialsChanged")
    })
  )
}

const disabling = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("disables the user, raises the credential version by one, and changes nothing else", () =>
    Effect.gen(function* () {
      const { isOtherUnchanged, disablement, stored, user, users } = yield* setUpAccess
      const expected = new User({ ...user, disabledAt: disablement.disabledAt, credentialVersion: 4 })
      isSome(yield* users.setDisabled(disablement), expected)
      isSome(yield* stored, expected)
      yield* isOtherUnchanged
    })
  )

  it.effect("enables the user again, and keeps password and credential version", () =>
    Effect.gen(function* () {
      const { disablement, stored, user, users } = yield* setUpAccess
      yield* users.setDisabled(disablement)
      const expected = new User({ ...user, credentialVersion: 4 })
      isSome(yield* users.setDisabled({ ...disablement, disabledAt: Option.none() }), expected)
      isSome(yield* stored, expected)
    })
  )

  it.effect("returns `None` for an unknown user and for a user of another instance", () =>
    Effect.gen(function* () {
      const { disablement, otherInstanceId, stored, user, users } = yield* setUpAccess
      isNone(yield* users.setDisabled({ ...disablement, userId: Samples.userId() }))
      isNone(yield* users.setDisabled({ ...disablement, instanceId: otherInstanceId }))
      isSome(yield* stored, user)
    })
  )

  it.effect("makes `issue` wait until the surrounding transaction ends, and refuses a disabled user", () =>
    Effect.gen(function* () {
      const { disablement, user, users } = yield* setUpAccess
      const sessions = yield* SessionRepository
      const disable = users.setDisabled(disablement)
      const signIn = (credentialVersion: number) =>
        Effect.either(sessions.issue(Samples.grant(new User({ ...user, credentialVersion }))))
      assert.isTrue((yield* whileChanging(disable, signIn(3), true))._tag === "Right")
      failsWith(yield* whileChanging(disable, signIn(3)), "CredentialsChanged")
      // A disabled user is refused with the current credential version, too.
      failsWith(yield* signIn(4), "CredentialsChanged")
      yield* users.setDisabled({ ...disablement, disabledAt: Option.none() })
      assert.isTrue((yield* signIn(4))._tag === "Right")
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("insert", () => inserting(it))
  describe("isolation between instances", () => isolation(it))
  describe("findByEmailForUpdate", () => locking(it))
  describe("findById", () => findingById(it))
  describe("search", () => searching(it))
  describe("findForSignIn", () => findingForSignIn(it))
  describe("replacePasswordHash", () => replacingPasswordHash(it))
  describe("verifyEmail", () => verifyingEmail(it))
  describe("setPasswordHash", () => settingPasswordHash(it))
  describe("setDisabled", () => disabling(it))
}

/**
 * Runs the contract of `UserRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`UserRepository: ${name}`, tests)
