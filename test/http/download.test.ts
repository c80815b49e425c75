/** That users can download what the store has about them, whatever tables there are. */
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { UserId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { AccountExport } from "@latchkey/http/personal-data/AccountExport"
import * as Postgres from "@latchkey/postgres/Postgres"
import { exportAccount, newEmail, password, requestLink, signIn, signUp } from "@latchkey/test-support/contract"
import { newestServer, onServer } from "@latchkey/test-support/postgres/databases"
import { type Service, startService } from "@latchkey/test-support/Service"
import * as StoredContents from "@latchkey/test-support/StoredContents"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import * as FactorRecoveryRepositoryContract from "@latchkey/testkit/FactorRecoveryRepositoryContract"
import * as PersonalTokenRepositoryContract from "@latchkey/testkit/PersonalTokenRepositoryContract"
import * as PortsContract from "@latchkey/testkit/PortsContract"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, expect, test } from "vitest"

type Download = typeof AccountExport.Encoded

/** What the download has of each table that names a user. */
const parts: Readonly<Record<string, (download: Download) => unknown>> = {
  audit_log: ({ auditLog }) => auditLog[0],
  client_users: ({ knownClients }) => knownClients[0],
  email_deliveries: ({ emails }) => emails.find(({ kind, state }) => kind === "magic_link" && state === "sent"),
  email_suppressions: ({ suppressions }) => suppressions[0],
  factor_recoveries: ({ factorRecovery }) => factorRecovery,
  former_emails: ({ formerEmails }) => formerEmails[0],
  identities: ({ identities }) => identities[0],
  invitations: ({ invitations }) => invitations[0],
  magic_links: ({ links }) => links[0],
  passkeys: ({ passkeys }) => passkeys[0],
  personal_tokens: ({ personalTokens }) => personalTokens[0],
  queued_emails: ({ emails }) => emails.find(({ state }) => state === "queued"),
  rate_limits: ({ rateLimits }) => rateLimits.find(({ limit }) => limit === "secondFactorPerAccount"),
  second_factors: ({ user }) => user.secondFactorAt,
  sessions: ({ sessions }) => sessions[0],
  sign_in_failures: ({ user }) => user.failedSignIns,
  users: ({ user }) => user.email
}

/** Why the download has nothing of the others. */
const reasons: Readonly<Record<string, string>> = {
  event_versions: "a number",
  events: "copies of the user and of ids that other parts have, until they expire",
  expired_events: "a place in the feed",
  factor_recovery_links: "hashes of tokens",
  one_time_tokens: "hashes of tokens, and what the next step of a request needs for some minutes",
  recovery_codes: "hashes of codes",
  webhook_deliveries: "ids of events, and what sending them led to, until they expire",
  webhooks: "a place in the feed"
}

const { contents, storage } = StoredContents.readable(
  Layer.provideMerge(Postgres.layer, onServer(newestServer()).migrated),
  StoredContents.inPostgres
)
let service: Service
beforeAll(async () => {
  service = await startService({ ...withoutArgon2, storage })
})
afterAll(() => service.stop())

/** Signs up a user with a verified address, and stores a row of every kind about them. */
const userWithRows = async () => {
  const email = newEmail()
  const browser = service.browser()
  const { json } = await browser.post(signUp, { email, password })
  const id = UserId.make(String(json["userId"]))
  await browser.post(requestLink, { email })
  await browser.get(await service.lastLink(email))
  const user = Effect.flatten(Effect.flatMap(UserRepository, ({ findById }) => findById(defaultId, id)))
  await service.run(Effect.flatMap(user, PortsContract.writeRows))
  // The second factor has closed the recovery, and ended the token.
  await service.run(Effect.flatMap(user, FactorRecoveryRepositoryContract.writeRows))
  await service.run(Effect.flatMap(user, PersonalTokenRepositoryContract.writeRows))
  return { email, id }
}

test("A user's download has a part of every table that names the user, except hashes of secrets", async () => {
  const { email, id } = await userWithRows()
  const browser = service.browser()
  await browser.post(signIn, { email, password })
  await service.browser().post(signIn, { email, password: "a wrong guess" })
  const naming = Object.entries(await contents()).flatMap(([table, rows]) =>
    rows.some((row) => row.includes(email) || row.includes(id)) ? [table] : []
  )
  expect(naming.sort()).toEqual([...Object.keys(parts), ...Object.keys(reasons)].sort())
  const { json, status } = await browser.get(exportAccount)
  expect(status).toBe(200)
  for (const [table, partOf] of Object.entries(parts)) {
    expect(partOf(json as unknown as Download), `The download has nothing of ${table}`).toBeTruthy()
  }
})
