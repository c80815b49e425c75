import * as initial from "./0001_initial.ts"
import type * as migrator from "../migrator.ts"

/** Each migration of this version by its name, in their order. */
export const migrations: migrator.MigrationRecord = {
  "0001_initial": initial.migration
}
