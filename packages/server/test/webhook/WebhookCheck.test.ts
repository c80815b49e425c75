import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import { freePort } from "@latchkey/test-support/freePort"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { apply } from "../../src/command/Migrate.ts"
import * as Settings from "../../src/core/Settings.ts"
import * as DatabaseChecks from "../../src/database/DatabaseChecks.ts"
import { outputOf } from "../support/outputOf.ts"

const [secret, formerSecret] = ["a".repeat(32), "b".repeat(32)]
const at = new Date("2026-11-21T09:30:12.418Z")

const cleanUps: Array<() => unknown> = []
let environment: Record<string, string>
let tables: Tables
beforeAll(async () => {
  const url = await database((undo) => cleanUps.push(undo))
  const port = String(await freePort())
  environment = { BASE_URL: "https://id.example.org", DATABASE_URL: url, PORT: port, SECRET_KEY: secret }
  await outputOf(apply(environment, { citus: false, json: false }))
  tables = openTables(url, (undo) => cleanUps.push(undo))
})
afterAll(async () => {
  for (const undo of cleanUps.reverse()) await undo()
})
beforeEach(() => tables.rows("DELETE FROM webhooks"))

const check = async (name: string, changes: Record<string, string> = {}) => {
  const settings = await Effect.runPromise(Settings.loadServe({ ...environment, ...changes }))
  const checks = await Effect.runPromise(DatabaseChecks.run(settings.database, false, Option.some(settings)))
  const { detail, result } = checks.find((check) => check.name === name) ?? { detail: "", result: "left out" }
  return [result, detail] as const
}

const idOf = (slot: number) => `webhook_01900000-0000-7000-8000-00000000000${slot}`
const sealedUnder = (key: string) => ({ keyId: HkdfSecretKeys.keyId(Redacted.make(key), "webhook"), box: "AA" })

interface Options {
  readonly url?: string
  readonly disabledReason?: string
  readonly failing?: boolean
  readonly key?: string
  readonly previousKey?: string
}

const add = (slot: number, { disabledReason, failing, key = secret, previousKey, url }: Options = {}) =>
  tables.rows(
    `INSERT INTO webhooks (
       instance_id, webhook_id, slot, url, created_at, disabled_at, disabled_reason, failing_since, secret,
       previous_secret, previous_secret_until, position, user_id, version
     ) VALUES (
       'default', $1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9::text::jsonb, $10, 0, '', 0
     )`,
    [
      idOf(slot),
      slot,
      url ?? "https://app.example.com/hooks?key=hunter2",
      at,
      disabledReason === undefined ? null : at,
      disabledReason ?? null,
      failing === true ? at : null,
      JSON.stringify(sealedUnder(key)),
      previousKey === undefined ? null : JSON.stringify(sealedUnder(previousKey)),
      previousKey === undefined ? null : at
    ]
  )

const named = (slot: number, origin = "https://app.example.com") => `${idOf(slot)} (${origin}) of instance "default"`

describe("The webhooks that doctor looks at", () => {
  it("are ok if there are none, or if nothing is wrong with them", async () => {
    assert.deepStrictEqual(await check("webhooks"), ["ok", "none"])
    for (const slot of [1, 2]) await add(slot)
    assert.deepStrictEqual(await check("webhooks"), ["ok", "2 webhooks, nothing wrong"])
  })

  it("are a warning if they fail, or were disabled because they failed or are gone", async () => {
    await add(1)
    await add(2, { failing: true })
    await add(3, { disabledReason: "failing", failing: true })
    await add(4, { disabledReason: "gone" })
    const since = "2026-11-21T09:30:12.418Z"
    assert.deepStrictEqual(await check("webhooks"), [
      "warning",
      [
        `${named(2)} fails since ${since}`,
        `${named(3)} is disabled because nothing succeeded for five days, since ${since}`,
        `${named(4)} is disabled because it responded with 410, since ${since}`
      ].join("; ")
    ])
  })

  it("are named if an administrator disabled them, which is no warning", async () => {
    await add(1, { disabledReason: "operator" })
    assert.deepStrictEqual(await check("webhooks"), [
      "ok",
      `${named(1)} is disabled by an administrator, since 2026-11-21T09:30:12.418Z`
    ])
  })

  it("are a warning if nothing can be sent to their URL with these settings", async () => {
    await add(1, { url: "https://10.0.0.1:8443/hooks" })
    const problem = "has a URL that needs https, or to be listed in OUTGOING_PRIVATE_HOSTS"
    assert.deepStrictEqual(await check("webhooks"), ["warning", `${named(1, "https://10.0.0.1:8443")} ${problem}`])
    const listed = { OUTGOING_PRIVATE_HOSTS: "10.0.0.1:8443" }
    assert.deepStrictEqual(await check("webhooks", listed), ["ok", "1 webhook, nothing wrong"])
  })

  it("are a warning if their secret cannot be decrypted", async () => {
    await add(1, { key: formerSecret })
    const problem = "has a secret that cannot be decrypted: replace the secret, or restore SECRET_KEY"
    assert.deepStrictEqual(await check("webhooks"), ["warning", `${named(1)} ${problem}`])
    const restored = { SECRET_KEY_PREVIOUS: formerSecret }
    assert.deepStrictEqual(await check("webhooks", restored), ["ok", "1 webhook, nothing wrong"])
  })

  it("keep a replaced SECRET_KEY needed while one of their secrets is encrypted under it", async () => {
    const replaced = { SECRET_KEY_PREVIOUS: formerSecret }
    await add(1)
    assert.include((await check("keys", replaced))[1], "no secret is left under SECRET_KEY_PREVIOUS")
    await add(2, { key: formerSecret })
    await add(3, { previousKey: formerSecret })
    const [result, detail] = await check("keys", replaced)
    assert.strictEqual(result, "ok")
    assert.include(detail, "SECRET_KEY_PREVIOUS is still needed for 2 webhooks")
  })
})
