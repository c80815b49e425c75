import * as Settings from "@latchkey/server/core/Settings"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { bytesOf, environmentOf, exists, read } from "../support/deployment/files.ts"
import { memoryFor, shutdownSeconds } from "../support/deployment/needs.ts"
import { unknownNames } from "../support/deployment/settingNames.ts"
import { at, isMap, parse, textsAt, type Yaml } from "../support/deployment/Yaml.ts"

const text = read("compose.yaml")
const compose = parse(text)
const service = (...path: ReadonlyArray<string>) => at(compose, "services", "latchkey", ...path)
const example = environmentOf(read("deploy/compose.env.example"))
const filled = { ...example, POSTGRES_PASSWORD: "0123abcd", ADMIN_API_KEY: "0123456789abcdef0123456789abcdef" }

const keysOf = (yaml: Yaml) => (isMap(yaml) ? Object.keys(yaml) : [])

/** `${NAME}` and `${NAME:?reason}` replaced, as Docker does it. */
const interpolated = (values: Readonly<Record<string, string>>, from: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, variable: string) => from[variable] ?? "")
    ])
  )

describe("compose.yaml", () => {
  it("refers to what is there", () => {
    assert.sameMembers(keysOf(at(compose, "services")), ["database", "latchkey"])
    assert.deepStrictEqual(keysOf(service("depends_on")), ["database"])
    const volumes = at(compose, "services", "database", "volumes")
    const names = (Array.isArray(volumes) ? volumes : []).map((volume) => String(volume).split(":")[0])
    assert.deepStrictEqual(names, keysOf(at(compose, "volumes")))
    assert.strictEqual(service("build"), ".")
    assert.isTrue(exists("Dockerfile"))
    const files = [...text.matchAll(/deploy\/[\w.-]+/g)].map(([path]) => path)
    assert.deepStrictEqual(
      files.filter((path) => !exists(path)),
      []
    )
  })

  it("starts Latchkey when PostgreSQL takes connections", () => {
    assert.strictEqual(service("depends_on", "database", "condition"), "service_healthy")
    const [kind, program] = Object.values(at(compose, "services", "database", "healthcheck", "test") ?? {})
    assert.deepStrictEqual([kind, program], ["CMD", "pg_isready"])
  })

  it("gives it settings that it knows and takes, from the example, and the database that is there", () => {
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name)
    assert.deepStrictEqual(
      asked.filter((name) => !(name in example)),
      []
    )
    const own = interpolated(textsAt(compose, "services", "latchkey", "environment"), filled)
    const { POSTGRES_PASSWORD, ...others } = filled
    assert.deepStrictEqual(unknownNames({ ...others, ...own }), [])
    const settings = Effect.runSync(Settings.loadServe({ ...filled, ...own }))
    const database = new URL(Redacted.value(settings.database.url))
    const postgres = interpolated(textsAt(compose, "services", "database", "environment"), filled)
    assert.deepStrictEqual(postgres, {
      POSTGRES_USER: database.username,
      POSTGRES_PASSWORD: database.password,
      POSTGRES_DB: database.pathname.slice(1)
    })
    assert.strictEqual(database.hostname, "database")
    assert.strictEqual(database.password, POSTGRES_PASSWORD)
  })

  it("can be reached from the machine alone, and believes its proxy alone", () => {
    const [port] = Object.values(service("ports") ?? {})
    assert.strictEqual(port, "127.0.0.1:3000:3000")
    const [network] = Object.values(at(compose, "networks", "default", "ipam", "config") ?? {})
    const gateway = at(network ?? null, "gateway")
    assert.strictEqual(service("environment", "TRUSTED_PROXIES"), `${gateway}/32`)
  })

  it("leaves room for hashing, and time for a shutdown", () => {
    const threads = service("environment", "HASH_CONCURRENCY")
    assert.strictEqual(memoryFor(threads, bytesOf(String(service("mem_limit")))), "ok")
    assert.isAbove(Number.parseInt(String(service("stop_grace_period")), 10), shutdownSeconds)
  })

  it("gives the service no more than it needs", () => {
    assert.strictEqual(service("read_only"), "true")
    assert.deepStrictEqual(service("cap_drop"), ["ALL"])
    assert.deepStrictEqual(service("security_opt"), ["no-new-privileges:true"])
  })

  it("keeps its secrets out of the repository and out of the image", () => {
    assert.strictEqual(service("env_file"), ".env")
    assert.match(read(".gitignore"), /^\.env$/m)
  })
})
