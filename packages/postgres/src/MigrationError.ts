/**
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The tables could not be brought up to date, or it could not be found out whether they are. Nothing was changed.
 * `migration` is the one that failed, such as `0001_initial`; null when it did not come to that.
 *
 * @since 0.1.0
 */
export class MigrationError extends Schema.TaggedError<MigrationError>("@latchkey/postgres/MigrationError")(
  "MigrationError",
  { migration: Schema.NullOr(Schema.String), reason: Schema.String }
) {
  override get message() {
    return this.migration === null ? this.reason : `Migration ${this.migration} failed: ${this.reason}`
  }
}
