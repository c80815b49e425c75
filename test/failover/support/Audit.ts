import type { Tables } from "@latchkey/test-support/postgres/Tables"
import { session } from "@latchkey/test-support/process/Replica"
import type { Ledger } from "./Ledger.ts"
import type { Tokens } from "./Tokens.ts"
import type { Users } from "./Users.ts"

/** Runs an action for each of the values, several at a time. */
const forEach = async <A>(values: Iterable<A>, action: (value: A) => Promise<unknown>, atOnce = 12): Promise<void> => {
  const iterator = values[Symbol.iterator]()
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await action(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Compares everything that was ever acknowledged with what the service and its database say now. */
export const audit = async (ledger: Ledger, users: Users, tokens: Tokens, tables: Tables): Promise<void> => {
  const found = await tables.rows("SELECT email FROM users WHERE email = ANY ($1)", [[...ledger.accounts]])
  const stored = new Set(found.map(({ email }) => email))
  for (const email of ledger.accounts) if (!stored.has(email)) ledger.isWrong(`the account of ${email} is lost`)

  const twice = await tables.rows(
    `SELECT email FROM users JOIN sessions USING (instance_id, user_id) WHERE email = ANY ($1)
     GROUP BY email HAVING count(*) > 1`,
    [[...ledger.linkUsers]]
  )
  for (const { email } of twice) ledger.isWrong(`a link of ${email} has signed in twice`)

  const sessions = await tables.rows("SELECT session_id FROM sessions WHERE session_id = ANY ($1)", [
    [...ledger.families]
  ])
  const kept = new Set(sessions.map((row) => row["session_id"]))
  for (const id of ledger.families) if (!kept.has(id)) ledger.isWrong(`the native client of ${id} is signed out`)
  const replays = await tables.count("SELECT count(*) FROM audit_log WHERE action = 'refresh_token_replayed'")
  if (replays !== ledger.late.size) ledger.isWrong(`${replays} sessions have ended by replays, not ${ledger.late.size}`)

  const keys = new Set((await tables.rows("SELECT key_id FROM signing_keys")).map((row) => row["key_id"]))
  for (const id of ledger.keys) if (!keys.has(id)) ledger.isWrong(`the signing key ${id} is lost`)

  await tokens.audit()
  await forEach(ledger.signedIn.keys(), (cookie) => users.ask("GET", session, { cookie }))
  await forEach(ledger.signedOut, (cookie) => users.ask("GET", session, { cookie, statuses: [401] }))
  await forEach(ledger.usedLinks, (path) => users.ask("GET", path, { statuses: [401] }))
  // Each takes a hash. On a busy machine, more of them at once are refused.
  await forEach(ledger.guesses.keys(), (email) => users.guess(email), 2)
}
