import { assert, describe, it } from "@effect/vitest"
import { RateLimited } from "@latchkey/domain/rate-limit/RateLimited"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const refused = (retryAfterSeconds: number) => new RateLimited({ action: "sign_in", retryAfterSeconds })

describe("assert.deepStrictEqual", () => {
  it.each<{ what: string; one: unknown; other: unknown }>([
    { what: "something and nothing", one: Option.some("a"), other: Option.none() },
    { what: "nothing and something, deeper", one: [{ a: Option.none() }], other: [{ a: Option.some(1) }] },
    { what: "two somethings", one: Option.some("a"), other: Option.some("b") },
    { what: "a success and a failure", one: Either.right("a"), other: Either.left("a") },
    { what: "errors with other fields", one: refused(1), other: refused(2) },
    { what: "errors with other messages", one: new Error("a"), other: new Error("b") },
    { what: "errors with other causes", one: new Error("a", { cause: 1 }), other: new Error("a", { cause: 2 }) },
    { what: "other errors together", one: new AggregateError([1]), other: new AggregateError([2]) },
    { what: "zeros of other signs", one: 0, other: -0 },
    { what: "secrets", one: Redacted.make("a"), other: Redacted.make("b") }
  ])("tells apart $what", ({ one, other }) => {
    assert.throws(() => assert.deepStrictEqual(one, other))
    assert.deepStrictEqual(one, one)
  })

  it("finds equal what has equal contents", () => {
    const make = () => [Option.some({ a: Option.none() }), Either.left(refused(1)), Redacted.make("a"), new Error("b")]
    assert.deepStrictEqual(make(), make())
  })
})
