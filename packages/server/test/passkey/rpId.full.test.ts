import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { examine } from "../../src/command/Doctor.ts"
import { apply } from "../../src/command/Migrate.ts"
import { type Options, remove } from "../../src/command/PasskeysRemove.ts"
import { serve } from "../../src/command/Serve.ts"
import { outputOf } from "../support/outputOf.ts"

const other = "inst_01890a5d-ac96-774b-bcce-b302099a8057"

const cleanUps: Array<() => unknown> = []
let environment: Record<string, string>
let tables: Tables
beforeAll(async () => {
  const url = await database((undo) => cleanUps.push(undo))
  environment = { BASE_URL: "https://id.example.org", DATABASE_URL: url, PORT: String(await freePort()) }
  await outputOf(apply(environment, { citus: false, json: false }))
  tables = openTables(url, (undo) => cleanUps.push(undo))
  for (const [id, hosts] of [
    ["default", ["shop.example"]],
    [other, ["login.example.com"]]
  ]) {
    await tables.rows(
      `INSERT INTO instances (instance_id, name, plan, hosts, origins, branding, auth_config, session_config, rate_limits)
       VALUES ($1, 'App', 'pro', $2, '{}', '{}', '{}', '{}', '{}')`,
      [id, hosts]
    )
  }
  for (const id of ["default", other, operatorInstanceId]) {
    await tables.rows(
      `INSERT INTO users (instance_id, user_id, email, credential_version, created_at)
       VALUES ($1, 'user', 'ann@example.com', 0, now())`,
      [id]
    )
  }
}, 60_000)
afterAll(async () => {
  for (const undo of cleanUps.reverse()) await undo()
})
beforeEach(async () => {
  await tables.rows("DELETE FROM passkeys; DELETE FROM audit_log")
  for (const id of ["default", other]) {
    await tables.rows(
      `INSERT INTO passkeys (
         instance_id, passkey_id, user_id, credential_id, public_key, rp_id, sign_count, transports, aaguid,
         backup_eligible, backed_up, name, created_at
       )
       SELECT $1, n, 'user', n::bytea, '', 'login.example.com', 0, '{}', gen_random_uuid(), false, false, '', now()
       FROM unnest(ARRAY['1', '2']) n`,
      [id]
    )
  }
})

const addOperatorPasskeys = async (...rpIds: ReadonlyArray<string>) => {
  await tables.rows(
    `INSERT INTO passkeys (
       instance_id, passkey_id, user_id, credential_id, public_key, rp_id, sign_count, transports, aaguid,
       backup_eligible, backed_up, name, created_at
     )
     SELECT $1, rp_id, 'user', rp_id::bytea, '', rp_id, 0, '{}', gen_random_uuid(), false, false, '', now()
     FROM unnest($2::text[]) rp_id`,
    [operatorInstanceId, rpIds]
  )
}

const rpIdsOfOperators = async () =>
  (await tables.rows("SELECT rp_id FROM passkeys WHERE instance_id = $1 ORDER BY 1", [operatorInstanceId])).map(
    (row) => row["rp_id"]
  )

const ofInstances = async () =>
  (await tables.rows("SELECT instance_id FROM passkeys ORDER BY 1")).map((row) => row["instance_id"])

const moved =
  'BASE_URL changes the RP ID of instance "default" from login.example.com to id.example.org, but browsers offer ' +
  "2 passkeys of its users at login.example.com only. Set BASE_URL back to that host. If the move is meant, run " +
  '"latchkey passkeys remove --rp-id login.example.com", which removes them.'

const machine = { cores: 1, memory: { limit: 2 ** 30, free: 2 ** 30, setBy: "machine" } } as const

const passkeyCheck = async (settings: Record<string, string>) =>
  (await Effect.runPromise(examine(settings, machine))).find(({ name }) => name === "passkeys")

describe("A BASE_URL with another host than the passkeys of users", () => {
  it("keeps serve from starting, with the reason and what to do, and doctor fails with the same", async () => {
    const started = Effect.timeoutFail({ duration: "20 seconds", onTimeout: () => new Error("It runs") })
    assert.strictEqual(await outputOf(started(serve(environment))), moved)
    assert.deepInclude(await passkeyCheck(environment), { ok: false, result: "failed", detail: moved })
  })

  it("is no other host if it is set back, or with other passkeys only", async () => {
    const back = await passkeyCheck({ ...environment, BASE_URL: "https://login.example.com" })
    assert.deepInclude(back, { ok: true, detail: "BASE_URL keeps their RP ID" })
    await tables.rows("DELETE FROM passkeys WHERE instance_id = 'default'")
    assert.deepInclude(await passkeyCheck(environment), { ok: true })
  })
})

describe("A BASE_URL with another host than the passkeys of operators", () => {
  const warning =
    "1 passkey of operators can no longer sign in to the dashboard: browsers offer them at login.example.com only. " +
    'Invite these operators again, and run "latchkey passkeys remove --rp-id login.example.com"'

  it("is a warning of doctor, and does not keep serve from starting", async () => {
    await tables.rows("DELETE FROM passkeys")
    await addOperatorPasskeys("login.example.com", "id.example.org")
    assert.deepInclude(await passkeyCheck(environment), { ok: true, result: "warning", detail: warning })
    const latchkey = run(["serve"], { directory: folder(), environment })
    await latchkey.says("Latchkey is ready")
    assert.include(latchkey.out(), JSON.stringify(warning))
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)
    assert.lengthOf(await rpIdsOfOperators(), 2)
    await tables.rows("DELETE FROM passkeys WHERE rp_id = 'login.example.com'")
    assert.deepInclude(await passkeyCheck(environment), { result: "ok", detail: "BASE_URL keeps their RP ID" })
  })
})

describe("latchkey passkeys remove", () => {
  const removal = (options: Partial<Options> = {}) =>
    outputOf(remove(environment, { rpId: "login.example.com", yes: false, json: false, ...options }))

  it("says how many it would remove, and removes none without --yes", async () => {
    assert.strictEqual(
      await removal(),
      'This removes 2 passkeys of instance "default". Users then sign in without them. To remove them, add --yes.'
    )
    assert.lengthOf(await ofInstances(), 4)
  })

  it("removes those of operators, too, with what it says before and after", async () => {
    await addOperatorPasskeys("login.example.com", "id.example.org")
    assert.strictEqual(
      await removal(),
      'This removes 2 passkeys of instance "default" and 1 passkey of operators. Users and operators then sign in ' +
        "without them. To remove them, add --yes."
    )
    assert.strictEqual(await removal({ yes: true }), "Removed 3 passkeys with the RP ID login.example.com.")
    assert.deepStrictEqual(await rpIdsOfOperators(), ["id.example.org"])
    const entry = { actor: "command_line", action: "passkeys_deleted", detail: "bound to login.example.com" }
    assert.deepStrictEqual(
      await tables.rows("SELECT actor, action, detail, instance_id FROM audit_log ORDER BY audit_id"),
      ["default", operatorInstanceId].map((instance_id) => ({ ...entry, instance_id }))
    )
    await addOperatorPasskeys("login.example.com")
    assert.include(await removal(), "This removes 1 passkey of operators. Operators then sign in without them.")
    assert.strictEqual(await removal({ yes: true }), "Removed 1 passkey with the RP ID login.example.com.")
  })

  it("removes the passkeys of the former RP ID, none of an instance that has it, and is on record", async () => {
    assert.strictEqual(await removal({ yes: true }), "Removed 2 passkeys with the RP ID login.example.com.")
    assert.deepStrictEqual(await ofInstances(), [other, other])
    const entries = await tables.rows("SELECT actor, action, instance_id, detail FROM audit_log")
    assert.deepStrictEqual(entries, [
      {
        actor: "command_line",
        action: "passkeys_deleted",
        instance_id: "default",
        detail: "bound to login.example.com"
      }
    ])
    assert.deepInclude(await passkeyCheck(environment), { ok: true })
    const nothing = "There is nothing to remove: at https://id.example.org, there are no passkeys with the former RP ID"
    assert.strictEqual(await removal({ yes: true }), `${nothing} login.example.com.`)
  })

  it("prints JSON", async () => {
    assert.deepStrictEqual(JSON.parse(await removal({ yes: true, json: true })), {
      rpId: "login.example.com",
      removed: 2
    })
  })
})
