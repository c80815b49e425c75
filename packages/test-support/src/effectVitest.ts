/**
 * Compares Effect's values by their contents, and gives each file the `it` of @effect/vitest: `it.layer` replaces its
 * methods for all that follows in the same process, so that the tests of the next file would run on the clock and the
 * services of that layer.
 */
import { effect, it, layer, scoped } from "@effect/vitest"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { chai } from "vitest"

Object.assign(it, { effect, layer, scoped })

const areEqual = (one: unknown, other: unknown): boolean => chai.util.eql(one, other, { comparator: compare })

const contentsOf = (error: Error) => {
  const { cause, message, name } = error
  return { ...error, cause, message, name, errors: error instanceof AggregateError ? error.errors : [] }
}

/**
 * Compares what Chai takes for equal: `Option.some` of anything with `Option.none()`, errors with other fields, and all
 * secrets. Returns `null` for everything else.
 */
const compare = (one: unknown, other: unknown): boolean | null => {
  if (Redacted.isRedacted(one) && Redacted.isRedacted(other)) {
    return areEqual(Redacted.value(one), Redacted.value(other))
  }
  if (Predicate.hasProperty(one, "_tag") && Predicate.hasProperty(other, "_tag") && one._tag !== other._tag)
    return false
  if (one instanceof Error && other instanceof Error) {
    return one === other || areEqual(contentsOf(one), contentsOf(other))
  }
  return null
}

chai.config.deepEqual = areEqual
