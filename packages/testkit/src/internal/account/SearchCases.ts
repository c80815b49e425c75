import { assert, type Vitest } from "@effect/vitest"
import type { User, UserOrder, UserStatus } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome, same } from "../Assertions.ts"
import { type Ports, setUp } from "./UserFixture.ts"

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
  const { instanceId, otherInstanceId, users } = yield* setUp
  const inserted = yield* Effect.forEach([...addresses].reverse(), (address) =>
    Samples.storedUser(instanceId, { email: Email.make(address) })
  )
  const byAddress = (address: string) => Option.fromNullable(inserted.find(({ email }) => email === address))
  const named = (address: string) => Samples.user(instanceId, { email: Email.make(address) })
  /** Returns the addresses that a search finds. */
  const search = (prefix: string, after: Option.Option<string> = Option.none(), limit = 100) =>
    Effect.map(users.list({ instanceId, prefix, order: "email", after: Option.map(after, named), limit }), (found) =>
      found.map(({ email }): string => email)
    )
  return { byAddress, instanceId, otherInstanceId, search, users }
})

export const findingById = (it: Vitest.MethodsNonLive<Ports>) => {
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

export const searching = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns all users ordered by address, with every field, for an empty prefix", () =>
    Effect.gen(function* () {
      const { byAddress, instanceId, search, users } = yield* setUpSearch
      assert.deepStrictEqual(yield* search(""), addresses)
      const found = yield* users.list({ instanceId, prefix: "b@", order: "email", after: Option.none(), limit: 1 })
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
      const all = { instanceId: otherInstanceId, order: "email", after: Option.none(), limit: 100 } as const
      same(yield* users.list(all), [])
      const there = yield* Samples.storedUser(otherInstanceId)
      same(yield* users.list(all), [there])
    })
  )
}

const status = (name: UserStatus) => Option.some(name)

const setUpListing = Effect.gen(function* () {
  const { instanceId, otherInstanceId, users } = yield* setUp
  const stored = (email: string, millis: number, fields: Parameters<typeof Samples.storedUser>[1] = {}) =>
    Samples.storedUser(instanceId, { email: Email.make(email), createdAt: Samples.plus(millis), ...fields })
  const verified = { emailVerifiedAt: Option.some(Samples.now) }
  yield* stored("carol@b.example", 30, verified)
  yield* stored("alice@a.example", 20)
  yield* stored("dave@b.example", 10, { ...verified, disabledAt: Option.some(Samples.now) })
  yield* stored("bob@a.example", 20, { ...verified, deletionAt: Option.some(Samples.now) })
  yield* Samples.storedUser(otherInstanceId, { email: Email.make("alice@a.example") })
  const all = { instanceId, text: "", status: Option.none<UserStatus>(), order: "email" as UserOrder }
  const found = (query: Partial<typeof all> & { readonly after?: User; readonly limit?: number } = {}) => {
    const { after, limit = 10, ...selection } = query
    return users.list({ ...all, ...selection, after: Option.fromNullable(after), limit })
  }
  /** Returns the local parts of the addresses of a list. */
  const names = (query?: Parameters<typeof found>[0]) =>
    Effect.map(found(query), (list) => list.map(({ email }) => email.replace(/@.*/, "")))
  return { found, instanceId, names, otherInstanceId, users }
})

export const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the users of the instance in every order, from page to page", () =>
    Effect.gen(function* () {
      const { found, names } = yield* setUpListing
      const byTime = (yield* names({ order: "oldest" })).slice(1, 3)
      assert.sameMembers(byTime, ["alice", "bob"])
      const expected = {
        email: ["alice", "bob", "carol", "dave"],
        email_descending: ["dave", "carol", "bob", "alice"],
        oldest: ["dave", ...byTime, "carol"],
        newest: ["carol", ...[...byTime].reverse(), "dave"]
      } as const
      for (const order of ["email", "email_descending", "oldest", "newest"] as const) {
        assert.deepStrictEqual(yield* names({ order }), [...expected[order]], order)
        const pages: Array<User> = []
        for (const _ of [1, 2]) {
          const after = pages.at(-1)
          pages.push(...(yield* found({ order, limit: 3, ...(after === undefined ? {} : { after }) })))
        }
        same(yield* found({ order }), pages)
      }
    })
  )

  it.effect("returns those with a text anywhere in the address, taken literally", () =>
    Effect.gen(function* () {
      const { names } = yield* setUpListing
      assert.deepStrictEqual(yield* names({ text: "a@" }), [])
      assert.deepStrictEqual(yield* names({ text: "@b.ex" }), ["carol", "dave"])
      assert.deepStrictEqual(yield* names({ text: "o", order: "email_descending" }), ["carol", "bob"])
      assert.deepStrictEqual(yield* names({ text: "a.example", order: "newest", limit: 1 }), [
        (yield* names({ text: "a.example", order: "newest" }))[0] ?? ""
      ])
      for (const text of ["%", "_", "ALICE", "\u0000", "ä", "\\"])
        assert.deepStrictEqual(yield* names({ text }), [], JSON.stringify(text))
    })
  )

  it.effect("returns those with a status, also with a text", () =>
    Effect.gen(function* () {
      const { names } = yield* setUpListing
      assert.deepStrictEqual(yield* names({ status: status("unverified") }), ["alice"])
      assert.deepStrictEqual(yield* names({ status: status("disabled"), order: "newest" }), ["dave"])
      assert.deepStrictEqual(yield* names({ status: status("deleting"), order: "oldest" }), ["bob"])
      assert.deepStrictEqual(yield* names({ status: status("disabled"), text: "dav" }), ["dave"])
      assert.deepStrictEqual(yield* names({ status: status("disabled"), text: "alice" }), [])
    })
  )

  it.effect("counts those created at a time or later, no further than `limit`", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUpListing
      const at = (millis: number) => Option.some(Samples.plus(millis))
      const since = { last: at(31), all: Option.none(), first: at(20), second: at(21) }
      const count = (limit: number, of = instanceId) => users.countCreated({ instanceId: of, since, limit })
      assert.deepStrictEqual(yield* count(10), { last: 0, all: 4, first: 3, second: 1 })
      assert.deepStrictEqual(yield* count(3), { last: 0, all: 3, first: 3, second: 1 })
      assert.deepStrictEqual(yield* count(2), { last: 0, all: 2, first: 2, second: 1 })
      assert.strictEqual((yield* count(10, otherInstanceId)).all, 1)
    })
  )

  it.effect("finds those with one of the ids, in this instance only", () =>
    Effect.gen(function* () {
      const { found, instanceId, otherInstanceId, users } = yield* setUpListing
      const [first, second] = yield* found({ limit: 2 })
      const ids = [first, second].flatMap((user) => (user === undefined ? [] : [user.id]))
      const all = yield* users.findAll(instanceId, [...ids, ...ids, Samples.userId()])
      assert.sameMembers(
        all.map(({ email }): string => email),
        ["alice@a.example", "bob@a.example"]
      )
      same(yield* users.findAll(otherInstanceId, ids), [])
      same(yield* users.findAll(instanceId, []), [])
    })
  )
}
