import { execFile, execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import * as UserRecord from "@latchkey/http/account/UserRecord"
import * as Either from "effect/Either"
import Pg from "pg"
import { assert, beforeEach, describe, it, onTestFinished } from "vitest"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables } from "@latchkey/test-support/postgres/Tables"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import * as Replica from "@latchkey/test-support/process/Replica"

const home = join(import.meta.dirname, "../../bench/performance/better-auth")
const page = (name: string) => readFileSync(join(import.meta.dirname, "../../docs/migrate", `${name}.md`), "utf8")
const blocksIn = (name: string, language: string): ReadonlyArray<string> =>
  [...page(name).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, text = ""]) => text)
const commandIn = (name: string, text: string): string =>
  blocksIn(name, "sh").find((block) => block.includes(text)) ?? `echo "no such command"; exit 1`

const has = (...programs: ReadonlyArray<string>) =>
  programs.every((program) => spawnSync(program, ["--version"]).status === 0)

/** Creates accounts in a real better-auth: with its own hash, and with Argon2id as its documentation shows. */
const createAccounts = `
  import { hash, verify } from "@node-rs/argon2"
  import { betterAuth } from "better-auth"
  import { getMigrations } from "better-auth/db/migration"
  import pg from "pg"
  const database = new pg.Pool({ connectionString: process.env.DATABASE_URL })
  const argon2 = { hash: (password) => hash(password), verify: ({ hash, password }) => verify(hash, password) }
  const make = (password) => betterAuth({
    baseURL: "http://localhost:3999",
    secret: "a secret of thirty-two characters",
    database,
    emailAndPassword: { enabled: true, password },
    telemetry: { enabled: false }
  })
  await (await getMigrations(make().options)).runMigrations()
  for (const { email, hasher, password } of JSON.parse(process.env.ACCOUNTS))
    await make(hasher === "argon2" ? argon2 : undefined).api.signUpEmail({ body: { name: "Ada", email, password } })
  await database.query("UPDATE \\"user\\" SET \\"emailVerified\\" = true WHERE email = 'ada@example.com'")
  await database.end()`

const accounts = [
  { email: "ada@example.com", password: "correct horse bättery", hasher: "scrypt" },
  { email: "grace@example.com", password: "another horse battery", hasher: "argon2" }
]

describe("The commands of the pages about moving", () => {
  let directory: string
  beforeEach(() => {
    directory = folder()
  })
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const shell = (command: string, environment: Record<string, string> = {}) =>
    execFileSync("bash", ["--norc", "-euo", "pipefail", "-c", command], {
      cwd: directory,
      env: { PATH: process.env["PATH"] ?? "", ...environment },
      encoding: "utf8"
    })
  const linesOf = (name: string) =>
    readFileSync(join(directory, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  /** Asserts that the command has written these records, and that an import accepts them. */
  const assertRecords = (records: Array<object>) => {
    assert.deepStrictEqual(linesOf("users.ndjson"), records)
    for (const record of records) assert.isTrue(Either.isRight(UserRecord.decode(record)), JSON.stringify(record))
  }

  it.skipIf(!has("psql"))("move real accounts of better-auth, who sign in with their old passwords", async () => {
    if (!existsSync(join(home, "node_modules", ".package-lock.json"))) {
      await promisify(execFile)("npm", ["ci", "--ignore-scripts"], { cwd: home })
    }
    const theirs = await database()
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", createAccounts], {
      cwd: home,
      env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: theirs, ACCOUNTS: JSON.stringify(accounts) }
    })
    const [query = ""] = blocksIn("better-auth", "sql")
    write("better-auth.sql", query)
    shell(commandIn("better-auth", "psql"), { BETTER_AUTH_DATABASE_URL: theirs })
    assert.lengthOf(linesOf("users.ndjson"), accounts.length)

    const ours = await database()
    const service = await Replica.startReplica({ database: ours })
    const environment = { DATABASE_URL: ours }
    for (const [args, created] of [
      [["--dry-run"], 2],
      [[], 2],
      [[], 0]
    ] as const) {
      const latchkey = run(["users", "import", "--json", "--from", "better-auth", ...args, "users.ndjson"], {
        directory,
        environment
      })
      assert.strictEqual(await latchkey.ended, 0, latchkey.err())
      assert.strictEqual(JSON.parse(latchkey.out()).created, created)
    }
    const tables = openTables(ours, onTestFinished)
    const hashOf = async (email: string) =>
      String((await tables.rows("SELECT password_hash FROM users WHERE email = $1", [email]))[0]?.["password_hash"])
    for (const { email, password } of accounts) {
      const before = await hashOf(email)
      assert.match(before, /^\$latchkey\$/)
      const visitor = Replica.visitor(service)
      assert.strictEqual((await visitor.post(Replica.signIn, { email, password: `${password}!` })).status, 401)
      assert.strictEqual((await visitor.post(Replica.signIn, { email, password })).status, 200)
      const after = await hashOf(email)
      assert.match(after, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      assert.strictEqual((await visitor.post(Replica.signIn, { email, password })).status, 200)
      assert.strictEqual(await hashOf(email), after)
    }
    const verified = await tables.rows("SELECT email FROM users WHERE email_verified_at IS NOT NULL")
    assert.deepStrictEqual(verified, [{ email: "ada@example.com" }])
    const again = run(["users", "import", "--from", "better-auth", "users.ndjson"], { directory, environment })
    assert.strictEqual(await again.ended, 0, again.err())
  })

  it.skipIf(!has("sqlite3"))("export better-auth from SQLite", () => {
    const [query = ""] = blocksIn("better-auth", "sql")
    write(
      "better-auth.sql",
      query.replaceAll("json_build_object", "json_object").replaceAll("json_agg", "json_group_array")
    )
    shell(`sqlite3 auth.db <<'SQL'
      CREATE TABLE "user" ("id" text, "email" text, "emailVerified" integer, "createdAt" date);
      CREATE TABLE "account" ("userId" text, "providerId" text, "password" text, "accountId" text);
      INSERT INTO "user" VALUES ('u1', 'a"\\n@example.com', 1, '2024-05-01T10:00:00.123Z'), ('u2', 'b@example.com', 0, 1714557600123);
      INSERT INTO account VALUES ('u1', 'credential', 'hash', 'u1'), ('u2', 'github', NULL, '583231');
SQL`)
    shell(/`(sqlite3 [^`]+)`/.exec(page("better-auth"))?.[1] ?? "exit 1")
    const createdAt = "2024-05-01T10:00:00.123Z"
    assert.deepStrictEqual(linesOf("users.ndjson"), [
      { id: "u1", email: 'a"\\n@example.com', emailVerified: 1, createdAt, password: "hash", accounts: [] },
      {
        id: "u2",
        email: "b@example.com",
        emailVerified: 0,
        createdAt: Date.parse(createdAt),
        password: null,
        accounts: [{ providerId: "github", accountId: "583231" }]
      }
    ])
  })

  it.skipIf(!has("psql"))("export Supabase", async () => {
    const url = await database()
    const client = new Pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`
      CREATE SCHEMA auth;
      CREATE TABLE auth.users (
        id uuid, email varchar(255), encrypted_password varchar(255), email_confirmed_at timestamptz,
        banned_until timestamptz, created_at timestamptz, deleted_at timestamptz
      );
      CREATE TABLE auth.identities (provider_id text, user_id uuid, provider text);
      INSERT INTO auth.identities VALUES
        ('a2b9c8d7-1e2f-4a3b-8c4d-5e6f7a8b9c0d', 'a2b9c8d7-1e2f-4a3b-8c4d-5e6f7a8b9c0d', 'email'),
        ('110169484474386276334', 'a2b9c8d7-1e2f-4a3b-8c4d-5e6f7a8b9c10', 'google');
      INSERT INTO auth.users VALUES
        ('a2b9c8d7-1e2f-4a3b-8c4d-5e6f7a8b9c0d', 'ada@example.com', '$2a$10$x', '2024-05-01 10:00:03.456789Z', NULL, '2024-05-01 10:00:00.123456Z', NULL),
        ('a2b9c8d7-1e2f-4a3b-8c4d-5e6f7a8b9c0e', NULL, '', NULL, NULL, now(), NULL),
        ('a2b9c8d7-1e2f-4a3b-8c4d-5e6f7a8b9c0f', 'gone@example.com', '', NULL, NULL, now(), now()),
        ('a2b9c8d7-1e2f-4a3b-8c4d-5e6f7a8b9c10', 'grace@example.com', NULL, NULL, NULL, '2024-05-01 10:00:00.123456Z', NULL)`)
    await client.end()
    const [query = ""] = blocksIn("supabase", "sql")
    write("supabase.sql", query)
    shell(commandIn("supabase", "psql"), { SUPABASE_DATABASE_URL: url, PGTZ: "UTC" })
    const [line = {}] = blocksIn("supabase", "json").map((text) => JSON.parse(text))
    assert.deepStrictEqual(linesOf("users.ndjson"), [
      { ...line, encrypted_password: "$2a$10$x" },
      {
        ...line,
        id: "a2b9c8d7-1e2f-4a3b-8c4d-5e6f7a8b9c10",
        email: "grace@example.com",
        encrypted_password: null,
        email_confirmed_at: null,
        identities: [{ provider: "google", provider_id: "110169484474386276334" }]
      }
    ])
  })

  it.skipIf(!has("psql"))("write records of Auth.js from PostgreSQL", async () => {
    const url = await database()
    const client = new Pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`
      CREATE TABLE users (id serial PRIMARY KEY, name text, email text UNIQUE, "emailVerified" timestamptz, image text);
      CREATE TABLE accounts (id serial PRIMARY KEY, "userId" integer, type text, provider text, "providerAccountId" text);
      INSERT INTO users (email, "emailVerified") VALUES
        ('ada@example.com', NULL), ('grace@example.com', now()), (NULL, NULL);
      INSERT INTO accounts ("userId", type, provider, "providerAccountId") VALUES
        (1, 'oidc', 'google', '110169484474386276334'), (1, 'oauth', 'discord', '80351110224678912')`)
    await client.end()
    const [query = ""] = blocksIn("auth-js", "sql")
    write("auth-js.sql", query)
    shell(/`(psql [^`]+)`/.exec(page("auth-js"))?.[1] ?? "exit 1", { AUTH_JS_DATABASE_URL: url })
    const google = { provider: "google", subject: "110169484474386276334" }
    assertRecords([
      { email: "ada@example.com", emailVerified: false, externalId: "1", identities: [google] },
      { email: "grace@example.com", emailVerified: true, externalId: "2", identities: null }
    ])
  })

  it.skipIf(!has("jq"))("write records of Keycloak from the export of a realm", () => {
    const ada = { id: "f2f6a3c1-5d0e-4b7a-9c1d-2e3f4a5b6c7d", username: "ada", email: "ada@example.com", enabled: true }
    const google = { identityProvider: "google", userId: "110169484474386276334", userName: "ada@gmail.com" }
    const users = [
      { ...ada, emailVerified: true, federatedIdentities: [google] },
      { ...ada, id: "b", username: "b", email: "b@example.com", enabled: false },
      { ...ada, id: "c", username: "service-account", email: undefined }
    ]
    write("realm.json", JSON.stringify({ realm: "main", users }))
    shell(commandIn("keycloak", "jq").replaceAll(/^latchkey .*$/gm, ""))
    assertRecords([
      {
        email: "ada@example.com",
        emailVerified: true,
        externalId: ada.id,
        disabled: false,
        identities: [
          { provider: "keycloak", subject: ada.id },
          { provider: "google", subject: google.userId }
        ]
      },
      {
        email: "b@example.com",
        emailVerified: false,
        externalId: "b",
        disabled: true,
        identities: [{ provider: "keycloak", subject: "b" }]
      }
    ])
  })

  it.skipIf(!has("python3"))("convert the CSV of Clerk", () => {
    const [line = {}] = blocksIn("clerk", "json").map((text) => JSON.parse(text))
    const quoted = (text: unknown) => `"${String(text).replaceAll('"', '""')}"`
    const odd = { ...line, first_name: 'A "quoted"\nname, with a comma' }
    const rows = [Object.keys(line), Object.values(line), Object.values(odd)]
    write("users.csv", rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join(""))
    shell(commandIn("clerk", "python3"))
    assert.deepStrictEqual(linesOf("users.ndjson"), [line, odd])
  })

  it.skipIf(!has("jq"))("convert the JSON of Firebase", () => {
    const [line = {}] = blocksIn("firebase", "json").map((text) => JSON.parse(text))
    const hash = String(line.passwordHash).split("$").at(-1)
    const { passwordHash, ...without } = line
    assert.isString(passwordHash)
    write("users.json", JSON.stringify({ users: [{ ...line, passwordHash: hash }, without] }))
    shell(commandIn("firebase", "jq"))
    assert.deepStrictEqual(linesOf("users.ndjson"), [line, without])
  })

  it.skipIf(!has("jq"))("mark users of Django as verified, and prepare an export for others", () => {
    const [line = {}] = blocksIn("django", "json").map((text) => JSON.parse(text))
    write("users.ndjson", `${JSON.stringify(line)}\n`)
    shell(commandIn("django", "jq"))
    assert.deepStrictEqual(linesOf("verified.ndjson"), [{ ...line, emailVerified: true }])
    const [record = {}] = blocksIn("leaving", "json").map((text) => JSON.parse(text))
    const wrapped = { ...record, passwordHash: "$latchkey$md5$argon2id$x" }
    const { passwordHash, ...bare } = record
    write("users.ndjson", [record, wrapped, bare].map((one) => `${JSON.stringify(one)}\n`).join(""))
    shell(commandIn("leaving", "startswith"))
    assert.deepStrictEqual(linesOf("others.ndjson"), [{ ...bare, passwordHash }, bare, bare])
  })
})
