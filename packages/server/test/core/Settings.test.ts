import { assert, describe, it } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import * as Settings from "@latchkey/server/core/Settings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const complete = { BASE_URL: "https://auth.example.com", DATABASE_URL: "postgresql://user:pw@db.example.com/latchkey" }

const namesOf = (error: { readonly mistakes: ReadonlyArray<{ readonly name: string }> }) =>
  error.mistakes.map(({ name }) => name)

describe("Settings of dev", () => {
  it.effect("need nothing at all", () =>
    Effect.gen(function* () {
      const settings = yield* Settings.loadDev({})
      assert.strictEqual(settings.baseUrl, "http://localhost:3000")
      assert.strictEqual(settings.host, "127.0.0.1")
      assert.strictEqual(settings.port, 3000)
      assert.isTrue(settings.docs)
      assert.isTrue(Option.isNone(settings.database))
      assert.isTrue(Option.isNone(settings.adminApiKey))
    })
  )

  it.effect("put the port into the public origin", () =>
    Effect.map(Settings.loadDev({ PORT: "8080" }), ({ baseUrl }) =>
      assert.strictEqual(baseUrl, "http://localhost:8080")
    )
  )

  it.effect("take an empty variable, or one of spaces, for one that is not set", () =>
    Effect.map(Settings.loadDev({ PORT: "", BASE_URL: "  ", DATABASE_URL: "" }), ({ baseUrl, database }) => {
      assert.strictEqual(baseUrl, "http://localhost:3000")
      assert.isTrue(Option.isNone(database))
    })
  )
})

describe("Settings of serve", () => {
  it.effect("need to know where they are and which database they have", () =>
    Effect.map(Effect.flip(Settings.loadServe({})), (error) =>
      assert.deepStrictEqual(namesOf(error), ["BASE_URL", "DATABASE_URL"])
    )
  )

  it.effect("have defaults for everything else", () =>
    Effect.gen(function* () {
      const settings = yield* Settings.loadServe(complete)
      assert.strictEqual(settings.baseUrl, "https://auth.example.com")
      assert.strictEqual(Redacted.value(settings.database.url), complete.DATABASE_URL)
      assert.strictEqual(settings.database.poolSize, 10)
      assert.strictEqual(settings.database.schema, "latchkey")
      assert.strictEqual(settings.cookieSameSite, "lax")
      assert.isFalse(settings.docs)
      assert.isTrue(settings.migrateOnStart)
      assertNone(settings.metricsPort)
      assertNone(settings.otlpEndpoint)
      assert.strictEqual(settings.metricsHost, "127.0.0.1")
    })
  )

  it.effect("are read from every variable", () =>
    Effect.gen(function* () {
      const settings = yield* Settings.loadServe({
        ...complete,
        HOST: "0.0.0.0",
        PORT: "8080",
        DATABASE_SCHEMA: "auth",
        DATABASE_POOL_SIZE: "20",
        MIGRATE_ON_START: "false",
        EMAIL_FROM: "Example <No-Reply@Example.com>",
        EMAIL_PROVIDER_API_KEY: "id:secret",
        ADMIN_API_KEY: "k".repeat(32),
        ALLOWED_ORIGINS: "https://app.example.com, https://www.example.com",
        TRUSTED_PROXIES: "10.0.0.0/8,fd00::/8",
        COOKIE_DOMAIN: "example.com",
        COOKIE_SAME_SITE: "None",
        HASH_CONCURRENCY: "2",
        LOG_LEVEL: "debug",
        METRICS_PORT: "9464",
        METRICS_HOST: "0.0.0.0",
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20key%3D1, x-team=identity",
        DOCS: "true",
        SHUTDOWN_DELAY_SECONDS: "5"
      })
      assert.deepInclude(settings, { host: "0.0.0.0", port: 8080, migrateOnStart: false, cookieSameSite: "none" })
      assert.deepInclude(settings, { logLevel: "debug", docs: true, shutdownDelaySeconds: 5 })
      assert.strictEqual(settings.database.poolSize, 20)
      assert.strictEqual<string>(settings.database.schema, "auth")
      assertSome(settings.emailFrom, "Example <no-reply@example.com>")
      assertSome(Option.map(settings.emailProviderApiKey, Redacted.value), "id:secret")
      assertSome(Option.map(settings.adminApiKey, Redacted.value), "k".repeat(32))
      assert.deepStrictEqual(settings.allowedOrigins, ["https://app.example.com", "https://www.example.com"])
      assert.deepStrictEqual(settings.trustedProxies, ["10.0.0.0/8", "fd00::/8"])
      assertSome(settings.cookieDomain, "example.com")
      assertSome(settings.hashConcurrency, 2)
      assertSome(settings.metricsPort, 9464)
      assert.strictEqual(settings.metricsHost, "0.0.0.0")
      assertSome(settings.otlpEndpoint, "http://collector:4318")
      const headers = Option.map(settings.otlpHeaders, Redacted.value)
      assert.deepStrictEqual(Option.getOrThrow(headers), { authorization: "Bearer key=1", "x-team": "identity" })
    })
  )

  const wrong = {
    PORT: "70000",
    HOST: "not a host",
    BASE_URL: "http://auth.example.com",
    DATABASE_URL: "mysql://user:hunter2-database@db/latchkey",
    DATABASE_SCHEMA: "pg_mine",
    DATABASE_POOL_SIZE: "0",
    MIGRATE_ON_START: "maybe",
    EMAIL_FROM: "nobody",
    EMAIL_PROVIDER_API_KEY: "hunter2-email",
    ADMIN_API_KEY: "hunter2-admin",
    ALLOWED_ORIGINS: "https://app.example.com,*",
    TRUSTED_PROXIES: "10.0.0.0/33",
    COOKIE_DOMAIN: "nodots",
    COOKIE_SAME_SITE: "loose",
    HASH_CONCURRENCY: "0",
    LOG_LEVEL: "loud",
    METRICS_PORT: "0",
    METRICS_HOST: "not a host",
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
    OTEL_EXPORTER_OTLP_HEADERS: "hunter2-header",
    DOCS: "please",
    SHUTDOWN_DELAY_SECONDS: "60"
  }

  it.effect("tell every mistake at once, with what is expected and an example, and no value", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Settings.loadServe(wrong))
      assert.sameMembers(namesOf(error), Object.keys(wrong))
      for (const name of Object.keys(wrong)) assert.match(error.message, new RegExp(`^    Example:  ${name}=.`, "m"))
      for (const value of Object.values(wrong)) {
        if (value.length > 2) assert.notInclude(error.message, value)
      }
      assert.notInclude(JSON.stringify(error), "hunter2")
    })
  )
})

describe("Settings that depend on each other", () => {
  const mistakes = (environment: Record<string, string>) =>
    Effect.map(Effect.flip(Settings.loadServe({ ...complete, ...environment })), (error) =>
      error.mistakes.map(({ fault, name }) => `${name} ${fault}`)
    )

  it.effect("refuse cookies for other sites without https", () =>
    Effect.map(mistakes({ BASE_URL: "http://localhost:3000", COOKIE_SAME_SITE: "none" }), (found) =>
      assert.deepStrictEqual(found, ["COOKIE_SAME_SITE can be none only with an https BASE_URL"])
    )
  )

  it.effect("refuse a cookie domain that BASE_URL is not under", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* mistakes({ COOKIE_DOMAIN: "example.org" }), [
        "COOKIE_DOMAIN does not belong to BASE_URL"
      ])
      assert.deepStrictEqual(yield* mistakes({ COOKIE_DOMAIN: "h.example.com" }), [
        "COOKIE_DOMAIN does not belong to BASE_URL"
      ])
    })
  )

  it.effect("refuse one port for people and for metrics", () =>
    Effect.gen(function* () {
      const fault = ["METRICS_PORT has to be another one than PORT"]
      assert.deepStrictEqual(yield* mistakes({ PORT: "3107", METRICS_PORT: "3107" }), fault)
      assert.deepStrictEqual(yield* mistakes({ METRICS_PORT: "3000" }), fault)
    })
  )

  it.effect("refuse a mail provider's key without a sender", () =>
    Effect.map(mistakes({ EMAIL_PROVIDER_API_KEY: "id:secret" }), (found) =>
      assert.deepStrictEqual(found, ["EMAIL_FROM is missing, while EMAIL_PROVIDER_API_KEY is set"])
    )
  )
})

describe("Settings of migrate", () => {
  it.effect("need the database alone", () =>
    Effect.gen(function* () {
      const settings = yield* Settings.loadDatabase({ DATABASE_URL: complete.DATABASE_URL })
      assert.strictEqual(Redacted.value(settings.url), complete.DATABASE_URL)
      assert.deepStrictEqual(namesOf(yield* Effect.flip(Settings.loadDatabase({}))), ["DATABASE_URL"])
    })
  )
})
