/**
 * One setting: an environment variable and what may stand in it. An empty variable is one that is not set.
 *
 * @since 0.1.0
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"

/** Environment variables, such as `process.env`. @since 0.1.0 */
export type Environment = Readonly<Record<string, string | undefined>>

/** What a value has to look like, for people and for the program. @since 0.1.0 */
export interface Kind<A> {
  readonly expected: string
  readonly example: string
  readonly parse: (text: string) => Option.Option<A>
}

/** Which variable is wrong, and what would be right. It never holds the value, which may be a secret. @since 0.1.0 */
export interface Mistake {
  readonly name: string
  readonly fault: string
  readonly expected: string
  readonly example: string
}

/** A value, or what is wrong with it. @since 0.1.0 */
export type Reading<A> = Either.Either<A, Mistake>

/** What is wrong with a variable, with the expectation and the example of its kind. @since 0.1.0 */
export const mistake = (name: string, fault: string, { expected, example }: Kind<unknown>): Mistake => ({
  name,
  fault,
  expected,
  example
})

const textOf = (environment: Environment, name: string): Option.Option<string> =>
  Option.filter(Option.fromNullable(environment[name]?.trim()), (text) => text !== "")

/** Readers for one environment. @since 0.1.0 */
export const make = (environment: Environment) => {
  const optional = <A>(name: string, kind: Kind<A>): Reading<Option.Option<A>> =>
    Option.match(textOf(environment, name), {
      onNone: () => Either.right(Option.none()),
      onSome: (text) =>
        Either.map(
          Either.fromOption(kind.parse(text), () => mistake(name, "is not valid", kind)),
          Option.some
        )
    })

  return {
    /** None when the variable is not set. */
    optional,

    /** `fallback` when the variable is not set. */
    withDefault: <A>(name: string, kind: Kind<A>, fallback: A): Reading<A> =>
      Either.map(
        optional(name, kind),
        Option.getOrElse(() => fallback)
      ),

    /** A mistake when the variable is not set. */
    required: <A>(name: string, kind: Kind<A>): Reading<A> =>
      Either.flatMap(
        optional(name, kind),
        Either.fromOption(() => mistake(name, "is missing", kind))
      )
  }
}
