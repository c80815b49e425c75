/** The place in a feed as text, which is opaque to readers. */
import * as Schema from "effect/Schema"

/** Makes the schema of the texts for places of a feed. */
export const of = <A, I>(place: Schema.Schema<A, I>): Schema.Schema<A, string> =>
  Schema.compose(Schema.StringFromBase64Url, Schema.parseJson(place))
