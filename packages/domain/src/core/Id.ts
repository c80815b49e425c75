/** What an id is: a UUIDv7 (RFC 9562) behind a prefix that names its kind. Ids are never secret. */
import * as Schema from "effect/Schema"

/**
 * A kind of ids: what `IdGenerator` generates one of.
 *
 * - `isIncreasing`: whether each is greater than those that the process has generated before it.
 */
export interface IdKind<Id extends string> {
  readonly prefix: string
  readonly isIncreasing: boolean
  readonly make: (id: string) => Id
}

/** A regular expression for a UUIDv7 in lower case. */
export const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"

/** A UUIDv7 to show in examples. */
export const exampleUuid = "0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"

/** Defines ids of a brand, which is their name in types, behind a prefix. */
export const idOf = <const Brand extends string>(
  brand: Brand,
  prefix: string,
  { isIncreasing = false }: { readonly isIncreasing?: boolean } = {}
) =>
  Object.assign(
    Schema.String.pipe(
      Schema.pattern(new RegExp(`^${prefix}_${uuid}$`), {
        message: () => `must be a UUIDv7 in lower case behind ${prefix}_, such as ${prefix}_${exampleUuid}`
      }),
      Schema.brand(brand)
    ),
    { prefix, isIncreasing }
  )
