import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { type Options, invite } from "../../src/command/AdminInvite.ts"
import { list } from "../../src/command/AdminOperators.ts"
import { apply } from "../../src/command/Migrate.ts"
import { outputOf } from "../support/outputOf.ts"

const cleanUps: Array<() => unknown> = []
let environment: { readonly BASE_URL: string; readonly DATABASE_URL: string }
let tables: Tables
beforeAll(async () => {
  const url = await database((undo) => cleanUps.push(undo))
  environment = { BASE_URL: "https://login.example.com", DATABASE_URL: url }
  await outputOf(apply(environment, { citus: false, json: false }))
  tables = openTables(url, (undo) => cleanUps.push(undo))
}, 60_000)
afterAll(async () => {
  for (const undo of cleanUps.reverse()) await undo()
})
beforeEach(async () => {
  for (const table of ["users", "one_time_tokens", "audit_log"]) await tables.rows(`DELETE FROM ${table}`)
})

const run = (options: Partial<Options> = {}) => outputOf(invite(environment, { json: false, ...options }))
const grace = { email: "Grace@Example.com", name: "Grace Hopper", role: "support" }
const operators = () => tables.rows("SELECT email, name, metadata::json ->> 'role' AS role FROM users ORDER BY email")
const invitations = () => tables.count("SELECT count(*) FROM one_time_tokens WHERE user_id IS NOT NULL")

describe("latchkey admin invite --email", () => {
  it("adds an operator, and prints a link that names them", async () => {
    const text = await run(grace)
    assert.match(text, /^Give this link to Grace Hopper \(role support\)\. It signs them in once, within 24 hours:\n\n/)
    assert.match(text, /https:\/\/login\.example\.com\/dashboard\/enter\?token=[\w-]{43}$/)
    assert.deepStrictEqual(await operators(), [{ email: "grace@example.com", name: "Grace Hopper", role: "support" }])
    const actions = await tables.rows("SELECT actor, action FROM audit_log ORDER BY audit_id")
    assert.deepStrictEqual(
      actions.map(({ action, actor }) => [actor, action]),
      [
        ["command_line", "operator_created"],
        ["command_line", "operator_invited"],
        ["command_line", "operator_link_shown"]
      ]
    )
  })

  it("invites an operator again, whose earlier link stops working, and changes nothing of them", async () => {
    await run(grace)
    assert.match(await run({ email: grace.email }), /^Give this link to Grace Hopper \(role support\)/)
    assert.strictEqual(await invitations(), 1)
    assert.match(await run({ ...grace, role: "admin" }), /has the role support\. Leave --role out/)
    assert.match(await run({ ...grace, name: "Ada" }), /has another name\. Leave --name out/)
    assert.strictEqual(await invitations(), 1)
    assert.lengthOf(await operators(), 1)
  })

  it("says what is missing or wrong, and adds no operator", async () => {
    assert.strictEqual(await run({ email: grace.email }), "A new operator needs --name and --role.")
    assert.strictEqual(await run({ name: "Grace" }), "--name and --role need --email.")
    assert.strictEqual(await run({ ...grace, email: "grace" }), '--email "grace" is not an email address.')
    assert.match(await run({ ...grace, name: " Grace" }), /^--name /)
    assert.lengthOf(await operators(), 0)
  })

  it("invites no disabled operator", async () => {
    await run(grace)
    await tables.rows("UPDATE users SET disabled_at = now()")
    assert.strictEqual(await run(grace), "The operator is disabled. Enable them in the dashboard first.")
  })

  it("prints JSON for programs", async () => {
    const { operator, url } = JSON.parse(await run({ ...grace, json: true }))
    assert.include(url, "/dashboard/enter?token=")
    assert.deepInclude(operator, { name: "Grace Hopper", role: "support" })
  })

  it("creates a link for anyone without an address, which names no operator", async () => {
    assert.match(await run(), /^Open this link within 60 minutes\. It works once:/)
    assert.lengthOf(await operators(), 0)
    assert.strictEqual(await tables.count("SELECT count(*) FROM one_time_tokens WHERE user_id IS NULL"), 1)
  })
})

describe("latchkey admin operators", () => {
  const show = (json: boolean) => outputOf(list(environment, { json }))

  it("says how to add an operator if there is none", async () => {
    assert.match(await show(false), /^No operators\. Add one: latchkey admin invite --email/)
    assert.deepStrictEqual(JSON.parse(await show(true)), { operators: [] })
  })

  it("lists operators with their role, and when they signed in", async () => {
    await run(grace)
    await run({ email: "ada@example.com", name: "Ada", role: "admin" })
    await tables.rows(
      `INSERT INTO clients (instance_id, client_id, token_hash, expires_at)
       SELECT instance_id, 'client', sha256('token'), '2040-01-01' FROM users WHERE name = 'Ada'`
    )
    await tables.rows(
      `INSERT INTO client_users (instance_id, user_id, client_id, known_at)
       SELECT instance_id, user_id, 'client', '2026-11-24T09:00:00Z' FROM users WHERE name = 'Ada'`
    )
    await tables.rows("UPDATE users SET disabled_at = now() WHERE name = 'Grace Hopper'")
    assert.deepStrictEqual((await show(false)).split("\n"), [
      "support  grace@example.com  Grace Hopper  disabled",
      "admin  ada@example.com  Ada  signed in 2026-11-24T09:00:00.000Z"
    ])
    // Disabling forgets the last sign-in.
    await tables.rows("DELETE FROM client_users")
    await tables.rows(
      "UPDATE users SET metadata = jsonb_set(metadata::jsonb, '{joinedAt}', '\"2026-11-24T09:00:00Z\"')"
    )
    assert.include(await show(false), "admin  ada@example.com  Ada  last sign-in unknown")
    const { operators } = JSON.parse(await show(true))
    assert.deepInclude(operators[1], { email: "ada@example.com", role: "admin", disabled: false })
  })
})
