import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import { oidc } from "@latchkey/domain/instance/IdentityProvider"
import { freePort } from "@latchkey/test-support/freePort"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { examine } from "../../src/command/Doctor.ts"
import { apply } from "../../src/command/Migrate.ts"
import { outputOf } from "../support/outputOf.ts"

const day = 86_400_000
const machine = { cores: 1, memory: { limit: 2 ** 30, free: 2 ** 30, setBy: "machine" } } as const
const [secret, formerSecret] = ["a".repeat(32), "b".repeat(32)]
const replaced = { ADMIN_API_KEY: "c".repeat(32), ADMIN_API_KEY_PREVIOUS: "d".repeat(32) }

const cleanUps: Array<() => unknown> = []
let environment: Record<string, string>
let tables: Tables
beforeAll(async () => {
  const url = await database((undo) => cleanUps.push(undo))
  environment = { BASE_URL: "https://id.example.org", DATABASE_URL: url, PORT: String(await freePort()) }
  await outputOf(apply(environment, { citus: false, json: false }))
  tables = openTables(url, (undo) => cleanUps.push(undo))
  await tables.rows(
    `INSERT INTO instances (instance_id, name, plan, hosts, origins, branding, auth_config, session_config, rate_limits)
     VALUES ('default', 'App', 'pro', '{}', '{}', '{}', '{}', '{}', '{}')`
  )
}, 60_000)
afterAll(async () => {
  for (const undo of cleanUps.reverse()) await undo()
})
beforeEach(() => tables.rows("DELETE FROM api_keys; DELETE FROM audit_log; DELETE FROM users"))

const check = async (settings: Record<string, string> = {}) => {
  const checks = await Effect.runPromise(examine({ ...environment, ...settings }, machine))
  const { detail, result } = checks.find(({ name }) => name === "keys") ?? { detail: "", result: "left out" }
  return [result, detail] as const
}

const timeAgo = (days: number) => new Date(Date.now() - days * day)

const addUse = (days: number, action = "previous_admin_key_used") =>
  tables.rows(
    `INSERT INTO audit_log (audit_id, at, actor, action, detail, ip_address) VALUES ($1, $2, 'admin_api', $3, '', $4)`,
    [`audit_${String(1000 - days).padStart(4, "0")}`, timeAgo(days), action, `192.0.2.${days}`]
  )

const addKey = (name: string, createdDaysAgo: number, usedDaysAgo?: number, expiresInDays?: number) =>
  tables.rows(
    `INSERT INTO api_keys (key_id, token_hash, name, role, created_at, expires_at, last_used_at)
     VALUES ($1, sha256(convert_to($1, 'UTF8')), $2, 'viewer', $3, $4, $5)`,
    [
      `apikey_01890a5d-ac96-774b-bcce-${name.padEnd(12, "0").replace(/[^0-9a-f]/g, "0")}`,
      name,
      timeAgo(createdDaysAgo),
      expiresInDays === undefined ? null : timeAgo(-expiresInDays),
      usedDaysAgo === undefined ? null : timeAgo(usedDaysAgo)
    ]
  )

const addApp = async (user: string, secretKey: string) => {
  await tables.rows(
    `INSERT INTO users (instance_id, user_id, email, credential_version, created_at)
     VALUES ('default', $1, $1, 0, now())`,
    [user]
  )
  await tables.rows(
    `INSERT INTO second_factors (instance_id, user_id, key_id, secret, last_step, confirmed_at)
     VALUES ('default', $1, $2, '', 0, now())`,
    [user, HkdfSecretKeys.keyId(Redacted.make(secretKey), "second-factor")]
  )
}

describe("The keys that doctor looks at", () => {
  it("are none without any", async () => {
    assert.deepStrictEqual(await check(), ["ok", "0 API keys, none unused"])
  })

  it("include ADMIN_API_KEY_PREVIOUS: it was not used for 35 days, or when and from where it was", async () => {
    await addUse(36)
    await addUse(1, "user_viewed")
    const [result, detail] = await check(replaced)
    assert.deepStrictEqual(result, "warning")
    assert.match(detail, /^ADMIN_API_KEY_PREVIOUS was not used in the last 35 days: remove it, unless you have set it/)
    await addUse(34)
    const used = await check(replaced)
    assert.strictEqual(used[0], "ok")
    assert.match(
      used[1],
      /^ADMIN_API_KEY_PREVIOUS is still used, last at \d{4}-\d\d-\d\dT\S+Z from 192\.0\.2\.34; 0 API/
    )
    await addUse(3)
    assert.include((await check(replaced))[1], "from 192.0.2.3;")
    assert.notInclude((await check())[1], "ADMIN_API_KEY_PREVIOUS")
  })

  it("include SECRET_KEY_PREVIOUS: whether an authenticator app needs it", async () => {
    const settings = { SECRET_KEY: secret, SECRET_KEY_PREVIOUS: formerSecret }
    await addApp("current", secret)
    const [result, detail] = await check(settings)
    assert.strictEqual(result, "warning")
    assert.match(detail, /^no secret is left under SECRET_KEY_PREVIOUS: remove it/)
    await addApp("former", formerSecret)
    assert.deepStrictEqual(await check(settings), [
      "ok",
      "SECRET_KEY_PREVIOUS is still needed for 1 authenticator app; 0 API keys, none unused"
    ])
    assert.notInclude((await check({ SECRET_KEY: secret }))[1], "SECRET_KEY_PREVIOUS")
  })

  it("are API keys that were not used for 100 days, or never, by id and name, and none that has expired", async () => {
    await addKey("a", 200, 99)
    await addKey("b", 99)
    await addKey("c", 200, 150, -1)
    assert.deepStrictEqual(await check(), ["ok", "2 API keys, none unused"])
    await addKey("d", 101)
    await addKey("e", 200, 101, 1)
    const [result, detail] = await check()
    assert.strictEqual(result, "warning")
    assert.match(
      detail,
      /^2 API keys not used in the last 100 days, revoke what no program needs: apikey_\S+e0+ "e", last used \S+; apikey_\S+d0+ "d", never used since \S+$/
    )
  })
})

describe("Identity providers", () => {
  const provider = (id: string, clientSecret: unknown, enabled = true) => ({
    ...oidc({ id, name: id, issuer: `https://127.0.0.1:9/${id}`, clientId: "client", clientSecret: null, enabled }),
    clientSecret
  })
  const configure = (...all: ReadonlyArray<object>) =>
    tables.rows("UPDATE instances SET identity_providers = $1::text::jsonb", [JSON.stringify(all)])
  const checkProviders = async () => {
    const checks = await Effect.runPromise(examine(environment, machine))
    const { detail, ok, result } = checks.find(({ name }) => name === "providers") ?? {}
    return { detail, ok, result }
  }

  it("keep a replaced SECRET_KEY needed while their secrets are encrypted under it", async () => {
    const keyId = HkdfSecretKeys.keyId(Redacted.make(formerSecret), "identity_provider")
    await configure(provider("acme", { keyId, box: "AA" }))
    const [result, detail] = await check({ SECRET_KEY: secret, SECRET_KEY_PREVIOUS: formerSecret })
    assert.strictEqual(result, "ok")
    assert.include(detail, "SECRET_KEY_PREVIOUS is still needed for 1 identity provider")
  })

  it("that do not respond, or whose secret cannot be decrypted, are a warning; others are not asked", async () => {
    await configure(
      provider("down", null),
      provider("lost", { keyId: "0f1e", box: "AA" }),
      provider("off", null, false)
    )
    const { detail, ok, result } = await checkProviders()
    assert.deepStrictEqual([ok, result], [true, "warning"])
    assert.include(detail, '"down" of instance "default": https://127.0.0.1:9/down/.well-known/openid-configuration')
    assert.include(detail, '"lost" of instance "default": its secret cannot be decrypted')
    assert.notInclude(detail, '"off"')
    await configure()
    assert.deepStrictEqual(await checkProviders(), { detail: "none", ok: true, result: "ok" })
  })
})
