import * as Schema from "effect/Schema"

/** Makes the schema of a whole number within both bounds, with one message for every other value. */
export const wholeNumber = (minimum: number, maximum: number, what = "a whole number") => {
  const message = () => `must be ${what} from ${minimum} to ${maximum}`
  return Schema.Int.pipe(
    Schema.between(minimum, maximum, { message }),
    Schema.annotations({ message, jsonSchema: { type: "integer", minimum, maximum } })
  )
}
