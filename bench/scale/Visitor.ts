import { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { TokenHash } from "@latchkey/domain/core/Token"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { sessionsPerUser } from "./Filling.ts"

/** A user with an active session, and the hashes of the tokens of their client. */
const Visitor = Schema.Struct({
  instanceId: InstanceId,
  userId: UserId,
  email: Email,
  ipAddress: Schema.String,
  sessionHash: TokenHash,
  clientHash: TokenHash
})
export type Visitor = typeof Visitor.Type

const decode = Schema.decodeUnknown(Schema.Array(Visitor))

/** Returns random visitors in random order. `active`: how many users have sessions. */
export const some = (active: number, count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    // Sample many more than needed, from blocks all over the table.
    const percent = Math.min(100, (100 * 50 * count) / (active * sessionsPerUser))
    const rows = yield* sql`
      SELECT
        s.instance_id AS "instanceId", s.user_id AS "userId", u.email, encode(s.token_hash, 'hex') AS "sessionHash",
        encode(c.token_hash, 'hex') AS "clientHash",
        format('10.%s.%s.%s', n / 65536 % 256, n / 256 % 256, n % 256) AS "ipAddress"
      FROM (
        SELECT * FROM latchkey.sessions TABLESAMPLE SYSTEM (${percent})
        WHERE ends_at > now() + '1 hour'::interval AND last_seen_at > now() - '6 days 23 hours'::interval
        ORDER BY random()
        LIMIT ${count}
      ) AS s
      JOIN latchkey.clients c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
      JOIN latchkey.users u ON u.instance_id = s.instance_id AND u.user_id = s.user_id,
        LATERAL CAST(substring(u.email FROM '[0-9]+') AS integer) AS n
      ORDER BY random()`
    return yield* decode(rows)
  })
