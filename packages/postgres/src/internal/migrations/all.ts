import * as Record from "effect/Record"
import * as initial from "./0001_initial.ts"
import type * as migrator from "../migrator.ts"
import type { Tables } from "../Table.ts"

/** Each migration of this version by its name, in their order. */
const all = {
  "0001_initial": initial
} satisfies Record<string, { readonly tables: Tables }>

export const migrations: migrator.MigrationRecord = Record.map(all, ({ migration }) => migration)

type NamesOf<Modules> = Modules extends { readonly tables: infer Declared } ? keyof Declared : never

/** The tables of every migration. A later one may refer to those of earlier ones. */
export const tables = Object.assign({}, ...Object.values(all).map((module) => module.tables)) as {
  readonly [Name in NamesOf<(typeof all)[keyof typeof all]>]: Tables[string]
}
