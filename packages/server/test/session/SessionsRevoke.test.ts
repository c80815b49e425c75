import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { apply } from "../../src/command/Migrate.ts"
import { type Options, revoke } from "../../src/command/SessionsRevoke.ts"
import { outputOf } from "../support/outputOf.ts"

const other = "inst_01890a5d-ac96-774b-bcce-b302099a8057"

describe("latchkey sessions revoke", () => {
  const cleanUps: Array<() => unknown> = []
  let environment: { readonly DATABASE_URL: string }
  let tables: Tables
  beforeAll(async () => {
    const url = await database((undo) => cleanUps.push(undo))
    environment = { DATABASE_URL: url }
    await outputOf(apply(environment, { citus: false, json: false }))
    tables = openTables(url, (undo) => cleanUps.push(undo))
    for (const id of ["default", other]) {
      await tables.rows(
        `INSERT INTO instances (instance_id, name, plan, hosts, origins, branding, auth_config, session_config, rate_limits)
         VALUES ($1, 'App', 'pro', '{}', '{}', '{}', '{}', '{}', '{}')`,
        [id]
      )
    }
    await tables.rows(
      `INSERT INTO users (instance_id, user_id, email, credential_version, created_at)
       VALUES ($1, 'user', 'ann@example.com', 0, now())`,
      [operatorInstanceId]
    )
    await tables.rows(
      `INSERT INTO clients (instance_id, client_id, token_hash, expires_at)
       VALUES ($1, 'client', sha256('client'), '2040-01-01')`,
      [operatorInstanceId]
    )
  })
  afterAll(async () => {
    for (const undo of cleanUps.reverse()) await undo()
  })
  beforeEach(async () => {
    await tables.rows("DELETE FROM magic_links")
    await tables.rows("DELETE FROM sessions")
    for (const id of ["default", other]) {
      await tables.rows(
        `INSERT INTO magic_links (instance_id, token_hash, email, expires_at)
         VALUES ($1, sha256('token'), 'ann@example.com', '2040-01-01')`,
        [id]
      )
    }
    await tables.rows(
      `INSERT INTO sessions (
         instance_id, session_id, user_id, client_id, token_hash, method, credential_version, authenticated_at,
         last_seen_at, expires_at, ends_at
       ) VALUES ($1, 'session', 'user', 'client', sha256('token'), 'magic_link', 0, now(), now(), '2040-01-01', '2040-01-01')`,
      [operatorInstanceId]
    )
  })

  /** Stores an API key, and in each instance a sign-in that lacks its second factor, and a recovery of lost factors. */
  const addFurther = async () => {
    await tables.rows(
      `INSERT INTO api_keys (key_id, token_hash, name, role, created_at)
       VALUES ('key', sha256('key'), 'Deployment', 'admin', now())`
    )
    for (const id of ["default", other]) {
      await tables.rows(
        `INSERT INTO users (instance_id, user_id, email, credential_version, created_at)
         VALUES ($1, 'user', 'ann@example.com', 0, now())`,
        [id]
      )
      await tables.rows(
        `INSERT INTO one_time_tokens (
           instance_id, subject, token_hash, kind, user_id, credential_version, data, expires_at
         ) VALUES ($1, 'client', sha256('token'), 'pending_sign_in', 'user', 0, '["password"]', '2040-01-01')`,
        [id]
      )
      await tables.rows(
        `INSERT INTO factor_recoveries (
           instance_id, user_id, credential_version, user_agent, requested_at, available_at, expires_at
         ) VALUES ($1, 'user', 0, '', now(), now(), '2040-01-01')`,
        [id]
      )
    }
  }
  const command = (options: Partial<Options>) =>
    outputOf(revoke(environment, { all: false, instance: undefined, json: false, ...options }))
  const left = async () => [
    (await tables.rows("SELECT instance_id FROM magic_links ORDER BY 1")).map((row) => row["instance_id"]),
    await tables.count("SELECT count(*) FROM sessions")
  ]

  it("signs everyone out of every instance and of the dashboard", async () => {
    assert.strictEqual(
      await command({ all: true }),
      "Signed everyone out of 2 instances and of the dashboard. " +
        "Removed 3 rows: sessions, links, codes, invitations, API keys, pending sign-ups, sign-ins and recoveries."
    )
    assert.deepStrictEqual(await left(), [[], 0])
    const actions = await tables.rows("SELECT action, instance_id FROM audit_log WHERE actor = 'command_line'")
    assert.lengthOf(actions, 3)
    assert.deepStrictEqual(JSON.parse(await command({ all: true, json: true })), {
      instances: 2,
      dashboard: true,
      removed: 0
    })
  })

  it("ends API keys, recoveries and sign-ins that lack their second factor, too, and those of one instance alone", async () => {
    await addFurther()
    const counts = async () => [
      await tables.count("SELECT count(*) FROM api_keys"),
      await tables.count("SELECT count(*) FROM one_time_tokens"),
      await tables.count("SELECT count(*) FROM factor_recoveries")
    ]
    assert.include(
      await command({ instance: other }),
      "Removed 3 rows: sessions, links, codes, invitations, pending sign-ups, sign-ins and recoveries."
    )
    assert.deepStrictEqual(await counts(), [1, 1, 1])
    await command({ all: true })
    assert.deepStrictEqual(await counts(), [0, 0, 0])
  })

  it("signs everyone out of a deleted instance, too, which can be restored", async () => {
    await tables.rows("UPDATE instances SET deleted_at = now() WHERE instance_id = $1", [other])
    await command({ all: true })
    await tables.rows("UPDATE instances SET deleted_at = NULL")
    assert.deepStrictEqual(await left(), [[], 0])
  })

  it("signs everyone out of one instance only", async () => {
    assert.deepStrictEqual(JSON.parse(await command({ instance: other, json: true })), {
      instances: 1,
      dashboard: false,
      removed: 1
    })
    assert.deepStrictEqual(await left(), [["default"], 1])
  })

  it("ends nothing unless it is told of what, and for an instance that does not exist", async () => {
    const unnamed = "Name what to sign out of: either --all or --instance <id>."
    assert.strictEqual(await command({}), unnamed)
    assert.strictEqual(await command({ all: true, instance: other }), unnamed)
    assert.strictEqual(await command({ instance: "shop" }), 'There is no instance "shop".')
    assert.deepStrictEqual(await left(), [["default", other], 1])
  })
})
