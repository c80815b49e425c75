import * as Schema from "effect/Schema"

/**
 * The tables could not be migrated, or the applied migrations could not be read. Nothing was changed. `migration` is
 * the one that failed, such as `0001_initial`, or null if none was started.
 */
export class MigrationError extends Schema.TaggedError<MigrationError>("@latchkey/postgres/MigrationError")(
  "MigrationError",
  { migration: Schema.NullOr(Schema.String), reason: Schema.String }
) {
  override get message() {
    return this.migration === null ? this.reason : `Migration ${this.migration} failed: ${this.reason}`
  }
}
