import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { folder } from "@latchkey/test-support/process/latchkey"
import { apply } from "../../src/command/Migrate.ts"
import { exportUsers } from "../../src/command/UsersExport.ts"
import * as Settings from "../../src/core/Settings.ts"
import * as HashingCheck from "../../src/password/HashingCheck.ts"
import { importUsers, type Options } from "../../src/command/UsersImport.ts"

/** Runs a command in this process, and returns what it prints and the message of its error. */
const outputOf = async (command: Effect.Effect<void, { readonly message: string }>) => {
  const out: Array<string> = []
  const err: Array<string> = []
  const real = await Effect.runPromise(Effect.console)
  const recording: Console.Console = {
    ...real,
    log: (...args) => Effect.sync(() => void out.push(args.join(" "))),
    error: (...args) => Effect.sync(() => void err.push(args.join(" ")))
  }
  const result = await Effect.runPromise(Effect.either(Effect.withConsole(command, recording)))
  return {
    out: out.join("\n"),
    err: err.join("\n"),
    error: Either.match(result, { onLeft: ({ message }) => message, onRight: () => undefined })
  }
}

// Each import with hashes measures how long they take.
const bcrypt = "$2b$04$bIRGj4QPPoSUMWsJE.4Pk.T1qTpDWz7HhMnuiQhGzGinKPsx/HQdq"
const slowBcrypt = bcrypt.replace("$04$", "$12$")

const user = (name: string, fields: object = {}) => ({ email: `${name}@example.com`, ...fields })
const ndjson = (users: ReadonlyArray<unknown>) => users.map((one) => `${JSON.stringify(one)}\n`).join("")

describe("latchkey users", () => {
  const cleanUps: Array<() => unknown> = []
  let environment: { readonly DATABASE_URL: string }
  let tables: Tables
  let directory: string
  let file: string
  beforeAll(async () => {
    const url = await database((undo) => cleanUps.push(undo))
    environment = { DATABASE_URL: url }
    directory = folder((undo) => cleanUps.push(undo))
    await outputOf(apply(environment, { citus: false, json: false }))
    tables = openTables(url, (undo) => cleanUps.push(undo))
  })
  afterAll(async () => {
    for (const undo of cleanUps.reverse()) await undo()
  })
  let files = 0
  beforeEach(async () => {
    file = join(directory, `users-${++files}.ndjson`)
    await tables.rows("DELETE FROM users")
    await tables.rows("DELETE FROM audit_log")
  })

  const options: Options = {
    instance: "default",
    from: "latchkey",
    dryRun: false,
    withoutFactors: false,
    errors: undefined,
    json: true
  }
  const importText = async (text: string | Buffer, changed: Partial<Options> = {}) => {
    writeFileSync(file, text)
    const { err, error, out } = await outputOf(importUsers(environment, file, { ...options, ...changed }))
    if (out === "") return { err, error, counts: undefined }
    const { passwordsPerSecond, ...counts } = JSON.parse(out)
    return { err, error, counts, passwordsPerSecond }
  }
  const errorsIn = (path = `${file}.errors.ndjson`) =>
    readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  const emails = async () =>
    (await tables.rows("SELECT email FROM users ORDER BY email")).map(({ email }) => String(email).split("@")[0])

  it("import creates the users, with an entry of the audit log, and again none of them", async () => {
    const text = ndjson([
      user("a", { externalId: "1", passwordHash: bcrypt }),
      user("b", { disabled: true }),
      user("c")
    ])
    const first = await importText(text)
    assert.deepStrictEqual([first.err, first.error], ["", undefined])
    assert.deepStrictEqual(first.counts, { created: 3, skipped: 0, failed: 0, errors: null })
    assert.deepStrictEqual(await emails(), ["a", "b", "c"])
    const again = await importText(text)
    assert.deepStrictEqual(again.counts, { created: 0, skipped: 3, failed: 0, errors: null })
    const audit = await tables.rows("SELECT actor, action, detail FROM audit_log")
    assert.deepStrictEqual(audit, [
      { actor: "command_line", action: "users_imported", detail: "created=3, skipped=0, failed=0" }
    ])
    assert.isFalse(existsSync(`${file}.errors.ndjson`))
  })

  it("import says how many passwords can be verified in a second with the hashes of all accounts, and how that rises", async () => {
    const text = ndjson([user("a", { passwordHash: slowBcrypt }), user("b", { passwordHash: slowBcrypt })])
    const { passwordsPerSecond } = await importText(text)
    assert.isBelow(passwordsPerSecond.now, passwordsPerSecond.own / 2)
    assert.isNull((await importText(text, { dryRun: true })).passwordsPerSecond)
    const { out } = await outputOf(importUsers(environment, file, { ...options, json: false }))
    assert.match(
      out,
      /\nSign-ins: about [\d.]+ passwords per second with the hashes .* \(100 % bcrypt cost 12\), and about [\d.]+ .* when its user signs in\.$/
    )
  })

  it("import of users without hashes of other systems says nothing about the speed", async () => {
    await importText(ndjson([user("a")]))
    const { out } = await outputOf(importUsers(environment, file, { ...options, json: false }))
    assert.strictEqual(out, "Imported 0 users. Skipped 1 user who already exists. Errors in 0 lines.")
  })

  it("are counted by doctor with the schemes of their hashes, for each instance", async () => {
    await importText(ndjson([user("a", { passwordHash: slowBcrypt }), user("b")]))
    const database = Effect.flatMap(Settings.loadDatabase(environment), HashingCheck.sharesIn)
    assert.deepStrictEqual<unknown>(await Effect.runPromise(database), [
      { instance: "default", shares: [{ scheme: "$2b$12", share: 1 }] }
    ])
  })

  it("import writes line, field and reason of every error into a file, and no value", async () => {
    const text = [
      ndjson([user("a")]),
      '{"email":\n',
      ndjson([
        user("secret", { passwordHash: "$1$secret$hash" }),
        { email: "secret@" },
        user("A", { disabled: true }),
        user("b", { passwordHash: "$2b$31$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm" })
      ]),
      Buffer.from('{"email":"j\u00fcrgen@example.com"}\n', "latin1"),
      `{"email":"${"s".repeat(70_000)}@example.com"}\n`,
      ndjson([user("c")])
    ]
    const { counts, error } = await importText(Buffer.concat(text.map((part) => Buffer.from(part))))
    assert.deepStrictEqual(counts, { created: 2, skipped: 0, failed: 7, errors: `${file}.errors.ndjson` })
    assert.strictEqual(error, `7 lines could not be imported: see ${file}.errors.ndjson`)
    assert.deepStrictEqual(errorsIn(), [
      { line: 2, field: "line", reason: "is not JSON" },
      { line: 3, field: "passwordHash", reason: "has a format that is not supported" },
      { line: 4, field: "email", reason: "is not an email address" },
      { line: 5, field: "email", reason: "belongs to a user who differs in disabled" },
      { line: 6, field: "passwordHash", reason: "costs too much to verify" },
      { line: 7, field: "line", reason: "is not UTF-8" },
      { line: 8, field: "line", reason: "is longer than 65536 bytes" }
    ])
    assert.notMatch(readFileSync(`${file}.errors.ndjson`, "utf8"), /secret|\$2b|rgen/)
    assert.strictEqual(statSync(`${file}.errors.ndjson`).mode & 0o777, 0o600)
    assert.deepStrictEqual(await emails(), ["a", "c"])
  })

  it("import names another file for errors, but never the file to import", async () => {
    const errors = join(directory, "elsewhere.ndjson")
    await importText("{}\n", { errors })
    assert.deepStrictEqual(errorsIn(errors), [{ line: 1, field: "email", reason: "is required" }])
    const { error } = await importText(ndjson([user("a")]), { errors: file })
    assert.strictEqual(error, `${file} is the file to import. Name another one for the errors.`)
    assert.strictEqual(readFileSync(file, "utf8"), ndjson([user("a")]))
  })

  it("import stores nothing in a dry run, and reports the same errors", async () => {
    const text = ndjson([user("a"), { email: "x" }, user("b")])
    const dry = await importText(text, { dryRun: true })
    assert.deepStrictEqual([dry.counts.created, dry.counts.failed], [2, 1])
    assert.strictEqual(dry.error, `1 line would not be imported: see ${file}.errors.ndjson`)
    const errors = errorsIn()
    assert.deepStrictEqual(await emails(), [])
    assert.deepStrictEqual(await tables.rows("SELECT FROM audit_log"), [])
    assert.deepStrictEqual((await importText(text)).counts, dry.counts)
    assert.deepStrictEqual(errorsIn(), errors)
  })

  it("import of one file twice at once creates each user once", async () => {
    const text = ndjson(
      Array.from({ length: 2100 }, (_, n) => user(`user${n}`, { externalId: `crm|${n}`, passwordHash: bcrypt }))
    )
    writeFileSync(file, text)
    const both = await Promise.all(
      ["one", "two"].map((name) =>
        outputOf(importUsers(environment, file, { ...options, errors: join(directory, `${name}.ndjson`) }))
      )
    )
    const counts = both.map(({ out }) => JSON.parse(out) as { created: number; skipped: number; failed: number })
    assert.deepStrictEqual(
      counts.map(({ created, failed, skipped }) => [created + skipped, failed]),
      [
        [2100, 0],
        [2100, 0]
      ]
    )
    assert.strictEqual((counts[0]?.created ?? 0) + (counts[1]?.created ?? 0), 2100)
    assert.strictEqual(await tables.count("SELECT count(*) FROM users"), 2100)
  })

  it("import keeps other instances as they are, and knows no instance that does not exist", async () => {
    await importText(ndjson([user("a")]))
    const { error } = await importText(ndjson([user("a")]), { instance: "inst_01890a5d-ac96-774b-bcce-b302099a8057" })
    assert.strictEqual(error, 'There is no instance "inst_01890a5d-ac96-774b-bcce-b302099a8057".')
    assert.strictEqual((await importText("", { instance: "x y" })).error, 'There is no instance "x y".')
  })

  it("import stops before the next batch if the instance is deleted meanwhile", async () => {
    const id = "inst_01890a5d-ac96-774b-bcce-b302099a8057"
    await tables.rows("INSERT INTO instances SELECT (jsonb_populate_record(i, $1)).* FROM instances i", [
      { instance_id: id, hosts: [], decoy_key: "key" }
    ])
    await tables.rows(`CREATE FUNCTION deletes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE latchkey.instances SET deleted_at = now() WHERE instance_id = '${id}'; RETURN NULL; END $$`)
    await tables.rows("CREATE TRIGGER deletes AFTER INSERT ON users EXECUTE FUNCTION deletes()")
    const users = Array.from({ length: 2500 }, (_, n) => user(`user${n}`))
    const { error } = await importText(ndjson(users), { instance: id })
    await tables.rows("DROP TRIGGER deletes ON users")
    assert.strictEqual(error, `There is no instance "${id}".`)
    assert.strictEqual(await tables.count("SELECT count(*) FROM users"), 1000)
  })

  it("import says what to do with a JSON list, and with a file that it cannot read", async () => {
    const list = await importText(JSON.stringify([user("a")]))
    assert.include(list.error, "is a JSON list, not one JSON object per line")
    assert.deepStrictEqual(await emails(), [])
    for (const [path, reason] of [
      [join(directory, "missing"), "no such file or folder"],
      [directory, "it is a folder"]
    ] as const) {
      const { error } = await outputOf(importUsers(environment, path, options))
      assert.strictEqual(error, `Cannot read ${path}: ${reason}.`)
    }
  })

  it("export counts the users with factors on standard error, and import names those that it accepts", async () => {
    await importText(ndjson([user("a"), user("b"), user("c")]))
    const none = await exported(false)
    assert.strictEqual(none.err, "")
    const [first, second] = await tables.rows("SELECT instance_id, user_id FROM users ORDER BY email")
    await tables.rows("UPDATE users SET second_factor_at = now() WHERE user_id = $1", [first?.["user_id"]])
    for (const [owner, n] of [
      [first, 1],
      [second, 2],
      [second, 3]
    ] as const) {
      const passkey = {
        ...owner,
        passkey_id: `passkey_01890a5d-ac96-774b-bcce-b302099a800${n}`,
        credential_id: `\\x0${n}`,
        public_key: "\\x00",
        rp_id: "example.com",
        sign_count: 0,
        transports: [],
        aaguid: "00000000-0000-0000-0000-000000000000",
        backup_eligible: true,
        backed_up: false,
        name: "Passkey",
        created_at: "2026-01-01"
      }
      await tables.rows("INSERT INTO passkeys SELECT * FROM jsonb_populate_record(NULL::passkeys, $1)", [passkey])
    }
    const { err, text = "" } = await exported(false)
    assert.strictEqual(
      err,
      "latchkey: 2 users with a second factor or passkeys, which do not move. Their records have secondFactor or passkeys."
    )
    await tables.rows("DELETE FROM users")
    const refused = await importText(text)
    assert.deepStrictEqual(refused.counts, { created: 1, skipped: 0, failed: 2, errors: `${file}.errors.ndjson` })
    assert.deepStrictEqual(
      [refused.error, refused.err],
      [`2 lines could not be imported: see ${file}.errors.ndjson`, ""]
    )
    assert.deepStrictEqual(
      errorsIn().map(({ field, line }) => [line, field]),
      [
        [1, "secondFactor"],
        [2, "passkeys"]
      ]
    )
    const accepted = await importText(text, { withoutFactors: true })
    assert.deepStrictEqual(accepted.counts, { created: 2, skipped: 1, failed: 0, errors: null })
    const [a, b] = await tables.rows("SELECT user_id FROM users ORDER BY email")
    assert.deepStrictEqual(accepted.err.split("\n"), [
      `latchkey: line 1: ${a?.["user_id"]} had a second factor and 1 passkey there, and has none here`,
      `latchkey: line 2: ${b?.["user_id"]} had 2 passkeys there, and has none here`
    ])
  })

  it("import and export need the migrations of this version", async () => {
    const empty = { DATABASE_URL: await database((undo) => cleanUps.push(undo)) }
    writeFileSync(file, "")
    for (const command of [
      importUsers(empty, file, options),
      exportUsers(empty, undefined, { instance: "default", withHashes: false })
    ]) {
      assert.match((await outputOf(command)).error ?? "", /pending migrations: 0001_initial.*"latchkey migrate apply"/)
    }
  })

  const exported = async (withHashes: boolean, path = join(directory, `export-${++files}.ndjson`)) => {
    const result = await outputOf(exportUsers(environment, path, { instance: "default", withHashes }))
    return { ...result, path, text: existsSync(path) ? readFileSync(path, "utf8") : undefined }
  }

  it("export writes what import takes back, and an import of an export of an import is equal", async () => {
    const hashes = [
      bcrypt,
      "pbkdf2_sha256$1000$seasalt1$JXR2/WF3Aq3h3lqnK4Fj5/10dGNAhWwdfFVtRKSYo54=",
      "sha1$JOe5KHOUYSE3hD9dCVf3B8$7dd32a78de7cba631977474cca3ad09324634639",
      "$argon2id$v=19$m=4096,t=3,p=1$cmFuZG9tc2FsdGlzaGFyZA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU"
    ]
    const users = Array.from({ length: 1100 }, (_, n) =>
      user(`user${n}`, {
        emailVerified: n % 2 === 0,
        disabled: n % 7 === 0,
        createdAt: new Date(1_600_000_000_000 + Math.floor(n / 3)).toISOString(),
        ...(n % 3 === 0 ? {} : { externalId: `Ä|${n}` }),
        ...(n < 4 ? { passwordHash: hashes[n] } : n % 5 === 0 ? { passwordHash: bcrypt } : {})
      })
    )
    await importText(ndjson(users))
    const first = await exported(true)
    assert.strictEqual(first.text?.trim().split("\n").length, 1100)
    assert.deepStrictEqual((await importText(first.text ?? "")).counts, {
      created: 0,
      skipped: 1100,
      failed: 0,
      errors: null
    })
    await tables.rows("DELETE FROM users")
    assert.strictEqual((await importText(first.text ?? "")).counts.created, 1100)
    const second = await exported(true)
    const sorted = (text = "") =>
      text
        .replace(/"id":"[^"]*",/g, "")
        .trim()
        .split("\n")
        .sort()
    assert.deepStrictEqual(sorted(second.text), sorted(first.text))
  })

  it("export has hashes only on request, with a warning, in a file that only its owner can read", async () => {
    await importText(ndjson([user("a", { passwordHash: bcrypt })]))
    const without = await exported(false)
    assert.notInclude(without.text, "passwordHash")
    assert.strictEqual(without.err, "")
    assert.strictEqual(without.out, `Exported 1 user to ${without.path}.`)
    const withHash = await exported(true)
    assert.include(withHash.text, bcrypt)
    assert.include(withHash.err, "has password hashes")
    assert.strictEqual(statSync(withHash.path).mode & 0o777, 0o600)
    const details = await tables.rows("SELECT detail FROM audit_log WHERE action = 'users_exported' ORDER BY audit_id")
    assert.deepStrictEqual(
      details.map(({ detail }) => detail),
      ["without password hashes", "with password hashes"]
    )
  })

  it("export leaves a file as it was if it fails, and no other behind", async () => {
    const path = join(directory, "kept.ndjson")
    writeFileSync(path, "before")
    await tables.rows("ALTER TABLE audit_log RENAME TO moved")
    const { error } = await outputOf(exportUsers(environment, path, { instance: "default", withHashes: false }))
    await tables.rows("ALTER TABLE moved RENAME TO audit_log")
    assert.include(error, "The export failed")
    assert.strictEqual(readFileSync(path, "utf8"), "before")
    assert.deepStrictEqual(
      readdirSync(directory).filter((name) => name.includes(".part")),
      []
    )
  })
})
