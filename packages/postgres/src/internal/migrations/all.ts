import * as Record from "effect/Record"
import * as initial from "./0001_initial.ts"
import * as identityProviders from "./0002_identity_providers.ts"
import * as listsOfOperators from "./0003_lists_of_operators.ts"
import * as userData from "./0004_user_data.ts"
import * as events from "./0005_events.ts"
import * as webhooks from "./0006_webhooks.ts"
import * as auditFeed from "./0007_audit_feed.ts"
import * as personalTokens from "./0008_personal_tokens.ts"
import * as signingKeys from "./0009_signing_keys.ts"
import * as refreshTokens from "./0010_refresh_tokens.ts"
import type * as migrator from "../migrator.ts"
import type { Tables } from "../Table.ts"

/** Each migration of this version by its name, in their order. */
const all = {
  "0001_initial": initial,
  "0002_identity_providers": identityProviders,
  "0003_lists_of_operators": listsOfOperators,
  "0004_user_data": userData,
  "0005_events": events,
  "0006_webhooks": webhooks,
  "0007_audit_feed": auditFeed,
  "0008_personal_tokens": personalTokens,
  "0009_signing_keys": signingKeys,
  "0010_refresh_tokens": refreshTokens
} satisfies Record<string, { readonly tables: Tables }>

export const migrations: migrator.MigrationRecord = Record.map(all, ({ migration }) => migration)

type NamesOf<Modules> = Modules extends { readonly tables: infer Declared } ? keyof Declared : never

/** The tables of every migration. A later one may refer to those of earlier ones. */
export const tables = Object.assign({}, ...Object.values(all).map((module) => module.tables)) as {
  readonly [Name in NamesOf<(typeof all)[keyof typeof all]>]: Tables[string]
}
