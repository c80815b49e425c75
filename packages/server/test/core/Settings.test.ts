import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { ConfigErrors } from "../../src/core/ConfigErrors.ts"
import * as Settings from "../../src/core/Settings.ts"

const complete = { BASE_URL: "https://auth.example.com", DATABASE_URL: "postgresql://user:pw@db.example.com/latchkey" }

const namesOf = ({ errors }: ConfigErrors) => errors.map(({ name }) => name)

describe("The settings of dev", () => {
  it.effect("need no variables", () =>
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

  it.effect("use the port in the default public origin", () =>
    Effect.map(Settings.loadDev({ PORT: "8080" }), ({ baseUrl }) =>
      assert.strictEqual(baseUrl, "http://localhost:8080")
    )
  )

  it.effect("treat an empty or blank variable as not set", () =>
    Effect.map(Settings.loadDev({ PORT: "", BASE_URL: "  ", DATABASE_URL: "" }), ({ baseUrl, database }) => {
      assert.strictEqual(baseUrl, "http://localhost:3000")
      assert.isTrue(Option.isNone(database))
    })
  )
})

describe("The settings of serve", () => {
  it.effect("require the public origin and the database", () =>
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
      assertNone(settings.pwnedPasswordsUrl)
      assert.strictEqual(settings.metricsHost, "127.0.0.1")
    })
  )

  it.effect("are read from all variables", () =>
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
        SECRET_KEY: "s".repeat(32),
        SECRET_KEY_PREVIOUS: "p".repeat(32),
        ALLOWED_ORIGINS: "https://app.example.com, https://www.example.com",
        TRUSTED_PROXIES: "10.0.0.0/8,fd00::/8",
        COOKIE_DOMAIN: "example.com",
        COOKIE_SAME_SITE: "None",
        COOKIE_PREFIX: "none",
        HASH_CONCURRENCY: "2",
        PWNED_PASSWORDS_URL: "https://api.pwnedpasswords.com",
        OUTGOING_PRIVATE_HOSTS: "keycloak.internal:8443, [fd00::1]:443",
        EVENT_RETENTION_DAYS: "7",
        LOG_LEVEL: "debug",
        OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
        OTEL_TRACES_SAMPLER_ARG: "0.01",
        METRICS_PORT: "9464",
        METRICS_HOST: "0.0.0.0",
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20key%3D1, x-team=identity",
        DOCS: "true",
        SHUTDOWN_DELAY_SECONDS: "5",
        ADMIN_IDENTITY_PROVIDER_ISSUER: "https://login.example.com/acme",
        ADMIN_IDENTITY_PROVIDER_CLIENT_ID: "dashboard",
        ADMIN_IDENTITY_PROVIDER_CLIENT_SECRET: "hunter2-client",
        ADMIN_IDENTITY_PROVIDER_NAME: "Acme"
      })
      assert.deepInclude(settings, { host: "0.0.0.0", port: 8080, migrateOnStart: false, cookieSameSite: "none" })
      assert.deepInclude(settings, { logLevel: "debug", docs: true, shutdownDelaySeconds: 5 })
      assert.strictEqual(settings.database.poolSize, 20)
      assert.strictEqual<string>(settings.database.schema, "auth")
      assertSome(settings.emailFrom, "Example <no-reply@example.com>")
      assertSome(Option.map(settings.emailProviderApiKey, Redacted.value), "id:secret")
      assertSome(Option.map(settings.adminApiKey, Redacted.value), "k".repeat(32))
      assertSome(Option.map(settings.secretKey, Redacted.value), "s".repeat(32))
      assertSome(Option.map(settings.secretKeyPrevious, Redacted.value), "p".repeat(32))
      const provider = Option.getOrThrow(settings.operatorProvider)
      assert.deepInclude(provider, { issuer: "https://login.example.com/acme", clientId: "dashboard", name: "Acme" })
      assertSome(Option.map(provider.clientSecret, Redacted.value), "hunter2-client")
      assert.deepStrictEqual(settings.allowedOrigins, ["https://app.example.com", "https://www.example.com"])
      assert.deepStrictEqual(settings.trustedProxies, ["10.0.0.0/8", "fd00::/8"])
      assert.deepStrictEqual(settings.outgoingPrivateHosts, ["keycloak.internal:8443", "[fd00::1]:443"])
      assert.strictEqual(settings.eventRetentionDays, 7)
      assertSome(settings.cookieDomain, "example.com")
      assertSome(settings.hashConcurrency, 2)
      assertSome(settings.pwnedPasswordsUrl, "https://api.pwnedpasswords.com")
      assertSome(settings.metricsPort, 9464)
      assert.strictEqual(settings.metricsHost, "0.0.0.0")
      assertSome(settings.otlpEndpoint, "http://collector:4318")
      assert.deepInclude(settings, { tracesSampler: "parentbased_traceidratio", tracesRatio: 0.01 })
      const headers = Option.map(settings.otlpHeaders, Redacted.value)
      assert.deepStrictEqual(Option.getOrThrow(headers), { authorization: "Bearer key=1", "x-team": "identity" })
    })
  )

  it.effect("read a mail server without its login in what is printed", () =>
    Effect.gen(function* () {
      const { emailFrom, emailSmtpUrl } = yield* Settings.loadServe({
        ...complete,
        EMAIL_FROM: "Bücher <no-reply@bücher.example>",
        EMAIL_SMTP_URL: "smtp://postmark-key:hunter2@mail.example.com:2525"
      })
      assertSome(emailFrom, "Bücher <no-reply@xn--bcher-kva.example>")
      const server = Option.getOrThrow(emailSmtpUrl)
      assert.deepInclude(server, { host: "mail.example.com", port: 2525, encryption: "starttls" })
      assertSome(
        Option.map(server.credentials, ({ password }) => Redacted.value(password)),
        "hunter2"
      )
      assert.notMatch(JSON.stringify(emailSmtpUrl) + inspect(emailSmtpUrl, { depth: 9 }), /hunter2|postmark-key/)
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
    EMAIL_FROM: "not an address",
    EMAIL_PROVIDER_API_KEY: "hunter2-email",
    EMAIL_SMTP_URL: "smtps://ann:hunter2-smtp@mail.example.com?tls.rejectUnauthorized=false",
    ADMIN_API_KEY: "hunter2-admin",
    ALLOWED_ORIGINS: "https://app.example.com,*",
    TRUSTED_PROXIES: "10.0.0.0/33",
    COOKIE_DOMAIN: "nodots",
    COOKIE_SAME_SITE: "loose",
    COOKIE_PREFIX: "secure",
    HASH_CONCURRENCY: "0",
    PWNED_PASSWORDS_URL: "http://mirror.example.com",
    LOG_LEVEL: "loud",
    METRICS_PORT: "0",
    METRICS_HOST: "not a host",
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
    OTEL_EXPORTER_OTLP_HEADERS: "hunter2-header",
    OTEL_TRACES_SAMPLER: "sometimes",
    OTEL_TRACES_SAMPLER_ARG: "1.5",
    DOCS: "please",
    SHUTDOWN_DELAY_SECONDS: "301",
    ADMIN_IDENTITY_PROVIDER_ISSUER: "http://login.example.com",
    ADMIN_IDENTITY_PROVIDER_CLIENT_ID: "the client",
    ADMIN_IDENTITY_PROVIDER_CLIENT_SECRET: "hunter2 client",
    ADMIN_IDENTITY_PROVIDER_NAME: "n".repeat(51)
  }

  it.effect("fail with every config error at once: what was expected, an example, and no value", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Settings.loadServe(wrong))
      assert.sameMembers(namesOf(error), Object.keys(wrong))
      for (const name of Object.keys(wrong)) {
        const paragraph = new RegExp(`^  ${name} is not valid\\.\n    Expected: .+\n    Example:  ${name}=.`, "m")
        assert.match(error.message, paragraph)
      }
      for (const value of Object.values(wrong)) {
        if (value.length > 2) assert.notInclude(error.message, value)
      }
      assert.notInclude(JSON.stringify(error), "hunter2")
    })
  )
})

describe("Settings that contradict each other", () => {
  /** Returns the first sentence of each config error. */
  const problems = (environment: Record<string, string>) =>
    Effect.map(Effect.flip(Settings.loadServe({ ...complete, ...environment })), ({ errors }) =>
      errors.map(({ message, name }) => `${name} ${message.split(".\n", 1)[0]}`)
    )

  it.effect("are rejected if SameSite is none without https", () =>
    Effect.map(problems({ BASE_URL: "http://localhost:3000", COOKIE_SAME_SITE: "none" }), (found) =>
      assert.deepStrictEqual(found, ["COOKIE_SAME_SITE can only be none if BASE_URL is https"])
    )
  )

  it.effect("are rejected if the cookie domain does not match the host of BASE_URL", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* problems({ COOKIE_DOMAIN: "example.org" }), [
        "COOKIE_DOMAIN does not match the host of BASE_URL"
      ])
      assert.deepStrictEqual(yield* problems({ COOKIE_DOMAIN: "h.example.com" }), [
        "COOKIE_DOMAIN does not match the host of BASE_URL"
      ])
    })
  )

  it.effect("are rejected if cookies have the prefix without https, or beside a cookie domain", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* problems({ BASE_URL: "http://localhost:3000", COOKIE_PREFIX: "host" }), [
        "COOKIE_PREFIX can only be host if BASE_URL is https"
      ])
      assert.deepStrictEqual(yield* problems({ COOKIE_DOMAIN: "example.com", COOKIE_PREFIX: "host" }), [
        "COOKIE_PREFIX cannot be host if COOKIE_DOMAIN is set: those cookies belong to one host"
      ])
      const { cookiePrefix } = yield* Settings.loadServe({ ...complete, COOKIE_PREFIX: "host" })
      assert.strictEqual(cookiePrefix, "host")
    })
  )

  it.effect("are rejected if an allowed origin is http beside an https BASE_URL, except on localhost", () =>
    Effect.gen(function* () {
      const mixed = { ALLOWED_ORIGINS: "https://app.example.com,http://app.example.com" }
      assert.deepStrictEqual(yield* problems(mixed), ["ALLOWED_ORIGINS contains an http origin, but BASE_URL is https"])
      const { message } = yield* Effect.flip(Settings.loadServe({ ...complete, ...mixed }))
      assert.match(message, /Expected: .+; https, unless the host is localhost\n +Example: {2}ALLOWED_ORIGINS=https:/)
      yield* Settings.loadServe({ ...complete, ALLOWED_ORIGINS: "http://localhost:8080" })
      yield* Settings.loadServe({ ...complete, ...mixed, BASE_URL: "http://localhost:3000" })
    })
  )

  it.effect("are rejected if metrics are on the port of the service", () =>
    Effect.gen(function* () {
      const problem = ["METRICS_PORT must differ from PORT"]
      assert.deepStrictEqual(yield* problems({ PORT: "3107", METRICS_PORT: "3107" }), problem)
      assert.deepStrictEqual(yield* problems({ METRICS_PORT: "3000" }), problem)
    })
  )

  it.effect("are rejected if there is an email provider's key without a sender", () =>
    Effect.map(problems({ EMAIL_PROVIDER_API_KEY: "id:secret" }), (found) =>
      assert.deepStrictEqual(found, ["EMAIL_FROM is missing, but EMAIL_PROVIDER_API_KEY is set"])
    )
  )

  it.effect("have one of an issuer and its client only with the other", () =>
    Effect.gen(function* () {
      const [issuer, clientId] = ["ADMIN_IDENTITY_PROVIDER_ISSUER", "ADMIN_IDENTITY_PROVIDER_CLIENT_ID"]
      const withoutClient = { [issuer]: "https://login.example.com" }
      assert.deepStrictEqual(yield* problems(withoutClient), [`${clientId} is missing, but ${issuer} is set`])
      for (const name of [clientId, "ADMIN_IDENTITY_PROVIDER_CLIENT_SECRET"]) {
        const found = yield* problems({ [name]: "hunter2-client" })
        assert.deepStrictEqual(found, [`${issuer} is missing, but a client of a provider is set`])
      }
      const { operatorProvider } = yield* Settings.loadServe({ ...complete, ...withoutClient, [clientId]: "dashboard" })
      const { clientSecret, name } = Option.getOrThrow(operatorProvider)
      assert.deepStrictEqual([clientSecret, name], [Option.none(), "Single sign-on"])
      assertNone((yield* Settings.loadServe(complete)).operatorProvider)
    })
  )

  it.effect("are rejected if there is a mail server without a sender", () =>
    Effect.map(problems({ EMAIL_SMTP_URL: "smtps://mail.example.com" }), (found) =>
      assert.deepStrictEqual(found, ["EMAIL_FROM is missing, but EMAIL_SMTP_URL is set"])
    )
  )

  it.effect("are rejected if emails would go through SMTP and through Amazon SES", () =>
    Effect.gen(function* () {
      const both = { EMAIL_PROVIDER_API_KEY: "id:secret", EMAIL_SMTP_URL: "smtps://ann:hunter2@mail.example.com" }
      const beside =
        "EMAIL_SMTP_URL cannot be set beside EMAIL_PROVIDER_API_KEY: emails go through SMTP or through Amazon SES"
      assert.deepStrictEqual(yield* problems({ ...both, EMAIL_FROM: "no-reply@example.com" }), [beside])
      assert.deepStrictEqual(yield* problems({ ...both, DOCS: "please" }), [
        "EMAIL_FROM is missing, but EMAIL_PROVIDER_API_KEY is set",
        beside,
        "DOCS is not valid"
      ])
    })
  )

  it.effect("are reported together with all other config errors, each once", () =>
    Effect.map(
      problems({
        BASE_URL: "http://localhost:3000",
        PORT: "9464",
        METRICS_PORT: "9464",
        COOKIE_DOMAIN: "example.org",
        COOKIE_SAME_SITE: "none",
        EMAIL_PROVIDER_API_KEY: "invalid",
        DOCS: "please"
      }),
      (found) =>
        assert.deepStrictEqual(found, [
          "EMAIL_FROM is missing, but EMAIL_PROVIDER_API_KEY is set",
          "EMAIL_PROVIDER_API_KEY is not valid",
          "COOKIE_DOMAIN does not match the host of BASE_URL",
          "COOKIE_SAME_SITE can only be none if BASE_URL is https",
          "METRICS_PORT must differ from PORT",
          "DOCS is not valid"
        ])
    )
  )

  it.effect("are not checked against a setting that is invalid, which is reported once", () =>
    Effect.map(problems({ BASE_URL: "nowhere", COOKIE_DOMAIN: "example.org", COOKIE_SAME_SITE: "none" }), (found) =>
      assert.deepStrictEqual(found, ["BASE_URL is not valid"])
    )
  )
})

describe("The settings of migrate", () => {
  it.effect("require only the database", () =>
    Effect.gen(function* () {
      const settings = yield* Settings.loadDatabase({ DATABASE_URL: complete.DATABASE_URL })
      assert.strictEqual(Redacted.value(settings.url), complete.DATABASE_URL)
      assert.deepStrictEqual(namesOf(yield* Effect.flip(Settings.loadDatabase({}))), ["DATABASE_URL"])
    })
  )
})

describe("The settings of admin invite", () => {
  it.effect("require the public origin and the database", () =>
    Effect.gen(function* () {
      const { adminApiKey, baseUrl, database } = yield* Settings.loadInvitation(complete)
      assert.isTrue(Option.isNone(adminApiKey))
      assert.strictEqual(baseUrl, complete.BASE_URL)
      assert.strictEqual(Redacted.value(database.url), complete.DATABASE_URL)
      assert.deepStrictEqual(namesOf(yield* Effect.flip(Settings.loadInvitation({}))), ["BASE_URL", "DATABASE_URL"])
    })
  )

  it.effect("include the admin key of the service", () =>
    Effect.gen(function* () {
      const key = "k".repeat(32)
      const { adminApiKey } = yield* Settings.loadInvitation({ ...complete, ADMIN_API_KEY: key })
      assertSome(Option.map(adminApiKey, Redacted.value), key)
      const error = yield* Effect.flip(Settings.loadInvitation({ ...complete, ADMIN_API_KEY: "short" }))
      assert.deepStrictEqual(namesOf(error), ["ADMIN_API_KEY"])
    })
  )
})
