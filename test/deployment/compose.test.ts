import * as Settings from "@latchkey/server/core/Settings"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { bytesOf, environmentOf, exists, read } from "@latchkey/test-support/files"
import { memoryFor, shutdownSeconds } from "./support/needs.ts"
import { unknownNames } from "@latchkey/test-support/settingNames"
import { at, isMap, parse, textsAt, type Yaml } from "./support/Yaml.ts"

const text = read("compose.yaml")
const compose = parse(text)
const service = (...path: ReadonlyArray<string>) => at(compose, "services", "latchkey", ...path)
const example = environmentOf(read("deploy/compose.env.example"))
const passwords = { POSTGRES_PASSWORD: "0123abcd", LATCHKEY_PASSWORD: "4567", LATCHKEY_MIGRATIONS_PASSWORD: "89ef" }
const filled = { ...example, ...passwords, ADMIN_API_KEY: "0123456789abcdef0123456789abcdef" }

const keysOf = (yaml: Yaml) => (isMap(yaml) ? Object.keys(yaml) : [])

/** Replaces `${NAME}` and `${NAME:?reason}` as Docker does. */
const interpolated = (values: Readonly<Record<string, string>>, from: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, variable: string) => from[variable] ?? "")
    ])
  )

describe("compose.yaml", () => {
  it("refers only to services, volumes and files that exist", () => {
    assert.sameMembers(keysOf(at(compose, "services")), ["database", "migrations", "latchkey"])
    assert.deepStrictEqual(keysOf(service("depends_on")), ["migrations"])
    assert.deepStrictEqual(keysOf(at(compose, "services", "migrations", "depends_on")), ["database"])
    const volumes = at(compose, "services", "database", "volumes")
    const names = (Array.isArray(volumes) ? volumes : []).map((volume) => String(volume).split(":")[0])
    assert.deepStrictEqual(names, [...keysOf(at(compose, "volumes")), "./deploy/roles.sql"])
    for (const name of ["latchkey", "migrations"]) assert.strictEqual(at(compose, "services", name, "build"), ".")
    assert.isTrue(exists("Dockerfile"))
    const files = [...text.matchAll(/deploy\/[\w.-]+/g)].map(([path]) => path)
    assert.deepStrictEqual(
      files.filter((path) => !exists(path)),
      []
    )
  })

  it("starts Latchkey after the migrations, and those after PostgreSQL accepts connections", () => {
    assert.strictEqual(service("depends_on", "migrations", "condition"), "service_completed_successfully")
    assert.strictEqual(at(compose, "services", "migrations", "depends_on", "database", "condition"), "service_healthy")
    const [kind, program] = Object.values(at(compose, "services", "database", "healthcheck", "test") ?? {})
    assert.deepStrictEqual([kind, program], ["CMD", "pg_isready"])
  })

  it("sets only known and valid settings, from the example, and the URL of its own database", () => {
    const referenced = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name)
    assert.deepStrictEqual(
      referenced.filter((name) => !(name in example)),
      []
    )
    const own = interpolated(textsAt(compose, "services", "latchkey", "environment"), filled)
    const container = { ...filled, ...own }
    const isKnown = ([name]: [string, string]) => !(name in passwords)
    assert.deepStrictEqual(unknownNames(Object.fromEntries(Object.entries(container).filter(isKnown))), [])
    const settings = Effect.runSync(Settings.loadServe(container))
    const migrations = interpolated(textsAt(compose, "services", "migrations", "environment"), filled)
    const { url } = Effect.runSync(Settings.loadDatabase(migrations))
    assert.deepStrictEqual(
      [settings.database.url, url].map((database) => Redacted.value(database)),
      [
        "postgresql://latchkey:4567@database:5432/latchkey",
        "postgresql://latchkey_migrations:89ef@database:5432/latchkey"
      ]
    )
    const postgres = interpolated(textsAt(compose, "services", "database", "environment"), filled)
    assert.deepStrictEqual(postgres, { POSTGRES_USER: "postgres", POSTGRES_DB: "latchkey", ...passwords })
  })

  it("leaves migrations to their own role, whose password the service does not get", () => {
    const container = { ...filled, ...interpolated(textsAt(compose, "services", "latchkey", "environment"), filled) }
    assert.isFalse(Effect.runSync(Settings.loadServe(container)).migrateOnStart)
    assert.strictEqual(container.POSTGRES_PASSWORD, "")
    assert.strictEqual(container.LATCHKEY_MIGRATIONS_PASSWORD, "")
    const roles = [...read("deploy/roles.sql").matchAll(/^\\set (?:service|migrations) (\w+)$/gm)].map(
      ([, name]) => name
    )
    assert.deepStrictEqual(roles, ["latchkey", "latchkey_migrations"])
    assert.deepStrictEqual(at(compose, "services", "migrations", "command"), ["migrate", "apply"])
  })

  it("listens on the loopback interface only, and trusts only its own proxy", () => {
    const [port] = Object.values(service("ports") ?? {})
    assert.strictEqual(port, "127.0.0.1:3000:3000")
    const [network] = Object.values(at(compose, "networks", "default", "ipam", "config") ?? {})
    const gateway = at(network ?? null, "gateway")
    assert.strictEqual(service("environment", "TRUSTED_PROXIES"), `${gateway}/32`)
  })

  it("has enough memory for hashing, and enough time for a shutdown", () => {
    const threads = service("environment", "HASH_CONCURRENCY")
    assert.strictEqual(memoryFor(threads, bytesOf(String(service("mem_limit")))), "ok")
    assert.isAbove(Number.parseInt(String(service("stop_grace_period")), 10), shutdownSeconds)
  })

  it("drops all privileges that the service does not need", () => {
    for (const name of ["latchkey", "migrations"]) {
      assert.strictEqual(at(compose, "services", name, "read_only"), "true")
      assert.deepStrictEqual(at(compose, "services", name, "cap_drop"), ["ALL"])
      assert.deepStrictEqual(at(compose, "services", name, "security_opt"), ["no-new-privileges:true"])
    }
  })

  it("keeps secrets out of the repository and the image", () => {
    assert.strictEqual(service("env_file"), ".env")
    assert.match(read(".gitignore"), /^\.env$/m)
  })
})
