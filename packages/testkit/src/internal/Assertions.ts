import { assert } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import * as Utils from "effect/Utils"

// Chai considers any two `Redacted` equal, `Option.some` equal to `Option.none()`, and a date unequal to itself once it
// was printed.
const areEqual = (actual: unknown, expected: unknown): boolean =>
  Utils.structuralRegion(() => Equal.equals(actual, expected))

export const same = <A>(actual: A, expected: NoInfer<A>): void =>
  assert.isTrue(areEqual(actual, expected), `expected ${String(actual)} to equal ${String(expected)}`)

export const isSome = <A>(actual: Option.Option<A>, expected: NoInfer<A>): void => same(actual, Option.some(expected))

export const isNone = (actual: Option.Option<unknown>): void =>
  assert.isTrue(Option.isNone(actual), `expected ${String(actual)} to be none`)

export const failsWith = (actual: Either.Either<unknown, { readonly _tag: string }>, tag: string): void =>
  assert.strictEqual(Either.isLeft(actual) ? actual.left._tag : "no failure", tag)

export const succeeds = <A>(actual: Either.Either<A, unknown>): void =>
  assert.isTrue(Either.isRight(actual), `expected ${String(actual)} to be a success`)

/** Asserts that exactly one outcome is a success, and that all others failed with the tag. */
export const oneSucceeds = (
  outcomes: ReadonlyArray<Either.Either<unknown, { readonly _tag: string }>>,
  othersFailWith: string
): void => {
  assert.strictEqual(outcomes.filter(Either.isRight).length, 1)
  for (const outcome of outcomes.filter(Either.isLeft)) failsWith(outcome, othersFailWith)
}
