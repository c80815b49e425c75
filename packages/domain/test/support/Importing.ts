import { createHash } from "node:crypto"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { type ImportedUser, type ImportResult, UserImport } from "@latchkey/domain/operator/UserImport"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { ann } from "../support.ts"

/** The operator who imports. */
export const by = { actor: "command_line" } as const
/** A year in milliseconds. */
export const year = 365 * 24 * 3_600_000

/** The hash of a password in another system. */
export const foreign = (text: string) => {
  const salt = "5a".repeat(16)
  return ForeignHash.make(`$insecure$v=0$${salt}$${createHash("sha256").update(salt).update(text).digest("hex")}`)
}

/** An external id. */
export const crm = (id: number) => Option.some(ExternalId.make(`crm|${id}`))

/** A user to import. */
export const record = (fields: Partial<ImportedUser> = {}): ImportedUser => ({
  email: ann,
  emailVerified: true,
  externalId: crm(1),
  passwordHash: Option.some(foreign("old password")),
  disabled: false,
  createdAt: Option.some(DateTime.unsafeMake(1000)),
  ...fields
})

/** Imports users, and returns what became of each. */
export const importAll = (users: ReadonlyArray<ImportedUser>, of = defaultInstance, dryRun = false) =>
  Effect.flatMap(UserImport, ({ importBatch }) => importBatch({ instance: of, by, users, dryRun }))

/** What became of a record, in a word or with what is wrong. */
export const shortly = (results: ReadonlyArray<ImportResult>) =>
  results.map((result) => (result._tag === "Failed" ? `${result.field} ${result.reason}` : result._tag))

/** Imports users, and returns what became of each in a word or with what is wrong. */
export const imported = (users: ReadonlyArray<ImportedUser>, of = defaultInstance, dryRun = false) =>
  Effect.map(importAll(users, of, dryRun), shortly)

/** Begins at a time that has the creation dates of records in the past. */
export const begin = TestClock.setTime(30 * year)
