import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ann, email, limited, outcome, rightPassword, signInOnNewClient, test, wrongPassword } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"

const hex = (number: number) => number.toString(16)

/** Returns the networks of the caller with these numbers of its /48, of the /56 in it and of the /64 in that. */
const networks = (site: number, subscriber: number, subnet: number) => ({
  ipAddress: `2001:db8:${hex(site)}:${hex(subscriber * 256 + subnet)}::/64`,
  widerNetworks: [`2001:db8:${hex(site)}:${hex(subscriber * 256)}::/56`, `2001:db8:${hex(site)}::/48`]
})

const one = limited({
  signUpPerIp: { limit: 1, windowSeconds: 600 },
  signInPerIp: { limit: 1, windowSeconds: 60 },
  magicLinkPerIp: { limit: 1, windowSeconds: 600 },
  magicLinkVerifyPerIp: { limit: 1, windowSeconds: 60 }
})

type Action = (client: TestClient.Actions, person: string) => Effect.Effect<string>

const actions: ReadonlyArray<readonly [string, Action]> = [
  ["sign-ups", (client, person) => outcome(client.signUp(email(person), rightPassword))],
  ["sign-ins", (client, person) => outcome(client.signIn(email(person), wrongPassword))],
  ["requests for links", (client, person) => outcome(client.requestLink(email(person)))],
  ["uses of links", (client) => outcome(client.verifyLink("none"))]
]

/**
 * Makes one attempt from each /64, all from different clients and for different accounts, and counts the allowed ones.
 */
const allowedFrom = (action: Action, all: ReadonlyArray<ReturnType<typeof networks>>) =>
  Effect.map(
    Effect.forEach(all, (from, index) =>
      Effect.flatMap(TestClient.make, (client) =>
        action(client.at(one, from), `person${index}-${from.ipAddress.replaceAll(/\W/g, "-")}@example.com`)
      )
    ),
    (outcomes) => outcomes.filter((result) => result !== "RateLimited").length
  )

describe("IPv6 callers", () => {
  for (const [name, action] of actions) {
    test(
      `have an eightfold limit of ${name} per /56 and per /48`,
      Effect.gen(function* () {
        const inOne56 = Array.from({ length: 12 }, (_, subnet) => networks(1, 0, subnet))
        assert.strictEqual(yield* allowedFrom(action, inOne56), 8)
        const inOther56 = [networks(1, 1, 0)]
        assert.strictEqual(yield* allowedFrom(action, inOther56), 0)
        const inOne48 = Array.from({ length: 12 }, (_, subscriber) => networks(2, subscriber, 0))
        assert.strictEqual(yield* allowedFrom(action, inOne48), 8)
        assert.strictEqual(yield* allowedFrom(action, [networks(3, 0, 0)]), 1)
      })
    )
  }
})

describe("Spellings of one mailbox", () => {
  const spelling = (index: number) => email(`ann+${index}@example.com`)

  test(
    "share the limit of requests for links",
    Effect.gen(function* () {
      const request = (index: number) =>
        Effect.flatMap(TestClient.make, (client) => outcome(client.requestLink(spelling(index))))
      for (let index = 1; index <= 5; index++) assert.strictEqual(yield* request(index), "ok")
      assert.strictEqual(yield* request(6), "RateLimited")
      assert.strictEqual(yield* outcome((yield* TestClient.make).requestLink(ann)), "RateLimited")
    })
  )

  test(
    "share the limit of sign-ins on unknown clients, and are different accounts",
    Effect.gen(function* () {
      const owner = yield* TestClient.make
      yield* owner.signUp(ann, rightPassword)
      assert.strictEqual(yield* signInOnNewClient(spelling(0), rightPassword), "InvalidCredentials")
      for (let index = 1; index <= 9; index++) yield* signInOnNewClient(spelling(index), wrongPassword)
      assert.strictEqual(yield* signInOnNewClient(spelling(10), wrongPassword), "RateLimited")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "RateLimited")
      assert.strictEqual(yield* outcome(owner.signIn(ann, rightPassword)), "ok")
    })
  )
})
