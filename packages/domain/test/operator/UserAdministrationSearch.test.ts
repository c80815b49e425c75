import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { UserAdministration, type UserDetails } from "@latchkey/domain/operator/UserAdministration"
import type { Email } from "@latchkey/domain/core/Email"
import { UserId } from "@latchkey/domain/core/Ids"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { ann, email, linkFor, otherInstance, outage, outcome, rightPassword, storedUser, test } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, countOf } from "../support/Interception.ts"

const unknownId = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")

const signUp = (address: string, instance = defaultInstance) =>
  Effect.flatMap(Browser.make, (browser) => browser.at(instance).signUp(email(address), rightPassword))

const signUpAll = (...addresses: ReadonlyArray<string>) => Effect.forEach(addresses, (address) => signUp(address))

const page = (text: string, after: Option.Option<Email> = Option.none(), instance = defaultInstance) =>
  Effect.flatMap(UserAdministration, ({ search }) => search({ instance, text, after }))

const nobody = { users: [], next: Option.none() }

const found = (text: string, instance = defaultInstance) =>
  Effect.map(page(text, Option.none(), instance), ({ users }) => users.map((user): string => user.email))

/** The sizes of all pages and everybody on them. */
const everyPage = Effect.gen(function* () {
  const sizes: Array<number> = []
  const emails: Array<string> = []
  let after = Option.none<Email>()
  do {
    const { next, users } = yield* page("", after)
    sizes.push(users.length)
    emails.push(...users.map((user) => user.email))
    after = next
  } while (Option.isSome(after) && sizes.length < 10)
  return { sizes, emails }
})

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `person${String(index).padStart(3, "0")}@example.com`)

describe("A search", () => {
  test(
    "finds whose address begins so, in the order of the addresses",
    Effect.gen(function* () {
      yield* signUpAll("joanna@example.com", "anna@example.com", "ann@example.net", "ann@example.com")
      assert.deepStrictEqual(yield* found("ann"), ["ann@example.com", "ann@example.net", "anna@example.com"])
      assert.deepStrictEqual(yield* found("ann@example.com"), ["ann@example.com"])
      assert.deepStrictEqual(yield* found("example.com"), [])
    })
  )

  test(
    "does not mind case, nor space around it",
    Effect.gen(function* () {
      yield* signUpAll("ann@example.com")
      assert.deepStrictEqual(yield* found("  ANN@Ex\n"), ["ann@example.com"])
    })
  )

  test(
    "finds everybody for nothing, of this instance alone",
    Effect.gen(function* () {
      yield* signUpAll("ben@example.com", "ann@example.com")
      yield* signUp("cleo@example.com", otherInstance)
      assert.deepStrictEqual(yield* found(""), ["ann@example.com", "ben@example.com"])
      assert.deepStrictEqual(yield* found("", otherInstance), ["cleo@example.com"])
    })
  )

  test(
    "takes every character for what it is",
    Effect.gen(function* () {
      yield* signUpAll("a_c@example.com", "abc@example.com", "a%c@example.com")
      assert.deepStrictEqual(yield* found("a_"), ["a_c@example.com"])
      assert.deepStrictEqual(yield* found("a%"), ["a%c@example.com"])
      for (const text of ["%", "_", "*", ".*", "'", "\\"]) assert.deepStrictEqual(yield* found(text), [], text)
    })
  )

  test(
    "asks no store for what no address holds",
    Effect.gen(function* () {
      yield* signUpAll("ann@example.com")
      for (const text of ["a nn", "änn", "a\0", "a\ud800"]) assert.deepStrictEqual(yield* page(text), nobody, text)
      assert.strictEqual(yield* countOf("UserRepository.search"), 0)
    })
  )

  test(
    "finds the one user of an id, in capitals too",
    Effect.gen(function* () {
      const [{ userId }] = yield* Effect.all([signUp("ann@example.com"), signUp("ben@example.com")])
      assert.deepStrictEqual(yield* found(userId), ["ann@example.com"])
      assert.deepStrictEqual(yield* found(` ${userId.toUpperCase()} `), ["ann@example.com"])
      assert.deepStrictEqual(yield* found(userId, otherInstance), [])
      assert.deepStrictEqual(yield* found(unknownId), [])
    })
  )

  test(
    "takes an address for an address, however much it looks like an id",
    Effect.gen(function* () {
      yield* signUpAll("user_ann@example.com", `${unknownId}@example.com`)
      assert.deepStrictEqual(yield* found("user_"), [`${unknownId}@example.com`, "user_ann@example.com"])
      assert.deepStrictEqual(yield* found("user_ann@example.com"), ["user_ann@example.com"])
    })
  )

  test(
    "says when the store is down",
    Effect.gen(function* () {
      yield* before("UserRepository.search", outage)
      assert.strictEqual(yield* outcome(page("")), "PersistenceError")
    })
  )
})

describe("The pages of a search", () => {
  for (const [count, sizes] of [
    [49, [49]],
    [50, [50]],
    [51, [50, 1]],
    [101, [50, 50, 1]]
  ] as const) {
    test(
      `of ${count} users hold fifty each, and everybody once`,
      Effect.gen(function* () {
        const everybody = addresses(count)
        yield* signUpAll(...[...everybody].reverse())
        const all = yield* everyPage
        assert.deepStrictEqual(all.sizes, [...sizes])
        assert.deepStrictEqual(all.emails, everybody)
      })
    )
  }
})

const isUnproven = ({ emailVerifiedAt }: UserDetails) => Option.isNone(emailVerifiedAt)

describe("What an operator may know of a user", () => {
  test(
    "is when, whether and since when, and nothing that is secret",
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const browser = yield* Browser.make
      const { userId } = yield* browser.signUp(ann, rightPassword)
      yield* TestClock.adjust("1 minute")
      const before = yield* page("")
      yield* browser.useLink(yield* linkFor(browser, ann))
      const after = yield* page("")
      const [user] = after.users
      const fields = ["id", "email", "hasPassword", "emailVerifiedAt", "createdAt", "disabledAt"]
      assert.sameMembers(Object.keys(user ?? {}), fields)
      assert.deepInclude(user, { id: userId, email: ann, hasPassword: true })
      assert.strictEqual(user?.createdAt.epochMillis, 60_000)
      assert.isTrue(Option.exists(Option.fromNullable(before.users[0]), isUnproven))
      const verifiedAt = Option.flatMap(Option.fromNullable(user), ({ emailVerifiedAt }) => emailVerifiedAt)
      assert.strictEqual(Option.getOrThrow(verifiedAt).epochMillis, 120_000)
      assert.isTrue(Option.exists(Option.fromNullable(user), ({ disabledAt }) => Option.isNone(disabledAt)))
      const hash = Option.getOrThrow(Option.getOrThrow(yield* storedUser(ann)).passwordHash)
      assert.notInclude(JSON.stringify(after), Redacted.value(hash))
      assert.notInclude(JSON.stringify(after), "redacted")
    })
  )

  test(
    "is that there is no password where there is none",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.useLink(yield* linkFor(browser, ann))
      assert.strictEqual((yield* page("")).users[0]?.hasPassword, false)
    })
  )
})
