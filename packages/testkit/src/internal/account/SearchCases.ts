import { assert, type Vitest } from "@effect/vitest"
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
  /** Returns the addresses that a search finds. */
  const search = (prefix: string, after: Option.Option<string> = Option.none(), limit = 100) =>
    Effect.map(
      users.search({ instanceId, prefix, after: Option.map(after, (address) => Email.make(address)), limit }),
      (found) => found.map(({ email }): string => email)
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
