import Pg from "pg"
import { columns, joins } from "../../shared/sessionQuery.ts"
import type { Key } from "./sessionRequests.ts"

const maxInFlight = 2
const maxChecks = 64

interface Check {
  readonly key: Key
  readonly resolve: (session: unknown) => void
  readonly reject: (error: unknown) => void
}

const pool = new Pg.Pool({ connectionString: process.env["DATABASE_URL"], max: maxInFlight })

const text = `
  SELECT k.position::integer, ${columns}
  FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::timestamptz[], $5::timestamptz[]) WITH ORDINALITY
    AS k (instance_id, token_hash, client_hash, now, idle_since, position)
  JOIN "latchkey"."sessions" s ON s.instance_id = k.instance_id AND s.token_hash = k.token_hash ${joins("k.now")}
  WHERE c.token_hash = k.client_hash AND s.ends_at > k.now AND s.last_seen_at > k.idle_since`

const waiting: Array<Check> = []
let inFlight = 0

const run = async (checks: ReadonlyArray<Check>): Promise<void> => {
  const column = (name: keyof Key) => checks.map(({ key }) => key[name])
  const values = (["instanceId", "tokenHash", "clientHash", "now", "idleSince"] as const).map(column)
  const { rows } = await pool.query({ name: "sessions", text, values })
  const found = new Map<number, unknown>(rows.map(({ position, ...session }) => [position, session]))
  checks.forEach(({ resolve }, index) => void resolve(found.get(index + 1)))
}

const runNext = (): void => {
  if (inFlight === maxInFlight || waiting.length === 0) return
  const checks = waiting.splice(0, maxChecks)
  inFlight++
  run(checks)
    .catch((error) => checks.forEach(({ reject }) => void reject(error)))
    .finally(() => {
      inFlight--
      runNext()
    })
}

/** Finds a session. Checks that arrive while a query is running wait, and the next query has all of them. */
export const findBatched = (key: Key): Promise<unknown> =>
  new Promise((resolve, reject) => {
    waiting.push({ key, resolve, reject })
    runNext()
  })
