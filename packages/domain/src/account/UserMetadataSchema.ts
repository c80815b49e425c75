/** What an app lets users write to their `userMetadata`, as a schema. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as AppPart from "../core/AppPart.ts"
import type { RejectedField } from "../core/Outcome.ts"
import type { JsonObject } from "./UserData.ts"

/** Returns what is wrong with an object, or nothing. */
export type CheckUserMetadata = (data: JsonObject) => ReadonlyArray<RejectedField>

/**
 * The schema in use: none by default, so that users may write any JSON. It applies to what users write, in addition to
 * the fields of the instance, and not to what operators write. `Domain.layer` reads it when it is built.
 */
export class UserMetadataSchema extends Context.Reference<UserMetadataSchema>()("@latchkey/domain/UserMetadataSchema", {
  defaultValue: (): { readonly check: CheckUserMetadata } => ({ check: () => [] })
}) {}

const rejectedOf = ({ _tag, path }: ParseResult.ArrayFormatterIssue): RejectedField => ({
  field: ["userMetadata", ...path.map(String)].join("."),
  reason: _tag === "Missing" ? "is required" : "must be a value that the app accepts"
})

// Each member of a union has its own issue.
const isSameField = (one: RejectedField, other: RejectedField): boolean => one.field === other.field

/**
 * Uses the schema of an app. An object that it does not decode is refused, and the reply names the members. Provide the
 * layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when the app starts.
 *
 * @example
 * ```ts
 * UserMetadataSchema.layer(Schema.Struct({ theme: Schema.optional(Schema.Literal("dark", "light")) }))
 * ```
 */
export const layer = <A, I>(schema: Schema.Schema<A, I>): Layer.Layer<UserMetadataSchema> => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return AppPart.layer(
    "UserMetadataSchema.layer",
    UserMetadataSchema,
    Effect.sync(() => ({
      check: (data) =>
        Either.match(decode(data), {
          onRight: () => [],
          // Messages of a schema may contain the value.
          onLeft: (error) =>
            Arr.dedupeWith(ParseResult.ArrayFormatter.formatErrorSync(error).map(rejectedOf), isSameField)
        })
    }))
  )
}
