import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Email } from "@latchkey/domain/core/Email"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { isNone, isSome, same } from "./Assertions.ts"

type Ports = InstanceRepository | UserRepository

/** In the order of their code points, in which `_` is between the capitals and the letters. */
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

const setUp = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  const inserted = yield* Effect.forEach([...addresses].reverse(), (address) =>
    Samples.storedUser(instanceId, { email: Email.make(address) })
  )
  const byAddress = (address: string) => Option.fromNullable(inserted.find(({ email }) => email === address))
  /** The addresses that a search finds. */
  const search = (prefix: string, after: Option.Option<string> = Option.none(), limit = 100) =>
    Effect.map(
      users.search({ instanceId, prefix, after: Option.map(after, (address) => Email.make(address)), limit }),
      (found) => found.map(({ email }): string => email)
    )
  return { byAddress, instanceId, otherInstanceId, search, users }
})

const byId = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds a user by the id as it was inserted", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const plain = yield* Samples.storedUser(instanceId)
      const keptOut = yield* Samples.storedUser(instanceId, {
        passwordHash: Option.none(),
        emailVerifiedAt: Option.some(Samples.plus(1)),
        disabledAt: Option.some(Samples.plus(2))
      })
      isSome(yield* users.findById(instanceId, plain.id), plain)
      isSome(yield* users.findById(instanceId, keptOut.id), keptOut)
      isSome(yield* users.findByEmail(instanceId, keptOut.email), keptOut)
      const account = { instanceId, email: keptOut.email, clientHash: Option.none(), now: Samples.now }
      isSome((yield* users.findForSignIn(account)).user, keptOut)
    })
  )

  it.effect("finds nobody of an unknown id, or by way of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId)
      isNone(yield* users.findById(instanceId, Samples.userId()))
      isNone(yield* users.findById(otherInstanceId, user.id))
    })
  )
}

const byPrefix = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds all users in the order of their addresses, whole", () =>
    Effect.gen(function* () {
      const { byAddress, instanceId, search, users } = yield* setUp
      assert.deepStrictEqual(yield* search(""), addresses)
      const found = yield* users.search({ instanceId, prefix: "b@", after: Option.none(), limit: 1 })
      same(Option.fromNullable(found[0]), byAddress("b@example.com"))
    })
  )

  it.effect("finds the users whose address begins with a text, and takes no character of it for a pattern", () =>
    Effect.gen(function* () {
      const { search } = yield* setUp
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

  it.effect("finds nobody for a text that no address begins with, whatever it is", () =>
    Effect.gen(function* () {
      const { search } = yield* setUp
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

  it.effect("goes on after an address, there or not, and stops at `limit`", () =>
    Effect.gen(function* () {
      const { search } = yield* setUp
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

  it.effect("finds nobody of another instance", () =>
    Effect.gen(function* () {
      const { otherInstanceId, users } = yield* setUp
      const all = { instanceId: otherInstanceId, prefix: "", after: Option.none(), limit: 100 }
      same(yield* users.search(all), [])
      const there = yield* Samples.storedUser(otherInstanceId)
      same(yield* users.search(all), [there])
    })
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  byId(it)
  byPrefix(it)
}
