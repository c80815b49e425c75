/**
 * Everything that is set from outside, read from environment variables.
 *
 * @since 0.1.0
 */
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as SettingReader from "./SettingReader.ts"
import * as SettingCodecs from "./SettingCodecs.ts"
import { SettingsRejected } from "./SettingsRejected.ts"

/** Which database, and how many connections at most. @since 0.1.0 */
export interface DatabaseSettings {
  readonly url: Redacted.Redacted
  readonly schema: SchemaName
  readonly poolSize: number
}

/** The levels that a log may have; the first is the default. @since 0.1.0 */
export const logLevels = ["info", "trace", "debug", "warning", "error", "none"] as const
/** From which level on the log is written. @since 0.1.0 */
export type LogLevel = (typeof logLevels)[number]

/**
 * - `emailProviderApiKey`: `accessKeyId:secretAccessKey` of Amazon SES.
 * - `adminApiKey`: none turns the admin API off.
 * - `hashConcurrency`: none is one for each core.
 * - `otlpEndpoint`, `otlpHeaders`: where traces, metrics and logs are sent, and what goes with them; none sends nothing.
 * - `docs`, `pages`, `dashboard`: whether there are the API reference, the pages for people, the operator's dashboard.
 * - `metricsPort`: none serves no metrics for Prometheus.
 * - `shutdownDelaySeconds`: how long the service says that it is not ready before it stops accepting connections, for
 *   load balancers that take their time.
 *
 * @since 0.1.0
 */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly migrateOnStart: boolean
  readonly emailFrom: Option.Option<string>
  readonly emailProviderApiKey: Option.Option<Redacted.Redacted>
  readonly adminApiKey: Option.Option<Redacted.Redacted>
  readonly allowedOrigins: ReadonlyArray<string>
  readonly trustedProxies: ReadonlyArray<string>
  readonly cookieDomain: Option.Option<string>
  readonly cookieSameSite: "lax" | "strict" | "none"
  readonly hashConcurrency: Option.Option<number>
  readonly logLevel: LogLevel
  readonly otlpEndpoint: Option.Option<string>
  readonly otlpHeaders: Option.Option<Redacted.Redacted<Readonly<Record<string, string>>>>
  readonly metricsHost: string
  readonly metricsPort: Option.Option<number>
  readonly docs: boolean
  readonly pages: boolean
  readonly dashboard: boolean
  readonly shutdownDelaySeconds: number
}

/** The settings of `dev`. `database`: none is the embedded one. @since 0.1.0 */
export interface DevSettings extends Settings {
  readonly database: Option.Option<DatabaseSettings>
}

/** The settings of `serve`, which needs a database. @since 0.1.0 */
export interface ServeSettings extends Settings {
  readonly database: DatabaseSettings
}

const connections = SettingCodecs.wholeNumber(1, 1000, 10)
const defaultSchema = SchemaName.make("latchkey")

const rejected = (mistakes: Readonly<Record<string, Option.Option<SettingReader.Mistake>>>) =>
  new SettingsRejected({ mistakes: Arr.getSomes(Object.values(mistakes)) })

const databaseReadings = (environment: SettingReader.Environment) => {
  const read = SettingReader.make(environment)
  return {
    schema: read.withDefault("DATABASE_SCHEMA", SettingCodecs.schemaName, defaultSchema),
    poolSize: read.withDefault("DATABASE_POOL_SIZE", connections, 10)
  }
}

/** What `migrate` needs: the database alone. @since 0.1.0 */
export const loadDatabase = (environment: SettingReader.Environment): Effect.Effect<DatabaseSettings, SettingsRejected> => {
  const url = SettingReader.make(environment).required("DATABASE_URL", SettingCodecs.databaseUrl)
  return Effect.all({ url, ...databaseReadings(environment) }, { mode: "validate" }).pipe(Effect.mapError(rejected))
}

/** What `admin invite` needs: the database, and where the dashboard is. @since 0.1.0 */
export const loadInvitation = (
  environment: SettingReader.Environment
): Effect.Effect<{ readonly baseUrl: string; readonly database: DatabaseSettings }, SettingsRejected> => {
  const read = SettingReader.make(environment)
  const baseUrl = read.required("BASE_URL", SettingCodecs.publicOrigin)
  const url = read.required("DATABASE_URL", SettingCodecs.databaseUrl)
  return Effect.all({ baseUrl, url, ...databaseReadings(environment) }, { mode: "validate" }).pipe(
    Effect.mapBoth({
      onFailure: rejected,
      onSuccess: ({ baseUrl, ...database }) => ({ baseUrl, database })
    })
  )
}

const isUnder = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** A browser drops a cookie for a foreign domain, and one of `SameSite=None` that is not `Secure`. */
const cookieReadings = (environment: SettingReader.Environment, baseUrl: SettingReader.Reading<string>) => {
  const read = SettingReader.make(environment)
  const sameSite = SettingCodecs.oneOf("lax", "strict", "none")
  return {
    cookieDomain: Either.filterOrLeft(
      read.optional("COOKIE_DOMAIN", SettingCodecs.cookieDomain),
      Option.match({
        onNone: () => true,
        onSome: (domain) => Either.isLeft(baseUrl) || isUnder(new URL(baseUrl.right).hostname, domain)
      }),
      () => SettingReader.mistake("COOKIE_DOMAIN", "does not belong to BASE_URL", SettingCodecs.cookieDomain)
    ),
    cookieSameSite: Either.filterOrLeft(
      read.withDefault("COOKIE_SAME_SITE", sameSite, "lax"),
      (value) => value !== "none" || Either.isLeft(baseUrl) || baseUrl.right.startsWith("https:"),
      () => SettingReader.mistake("COOKIE_SAME_SITE", "can be none only with an https BASE_URL", sameSite)
    )
  }
}

const emailReadings = (environment: SettingReader.Environment) => {
  const read = SettingReader.make(environment)
  const emailFrom = read.optional("EMAIL_FROM", SettingCodecs.sender)
  const emailProviderApiKey = read.optional("EMAIL_PROVIDER_API_KEY", SettingCodecs.providerKey)
  const isSet = Either.match({ onLeft: () => true, onRight: Option.isSome })
  return {
    emailFrom: Either.filterOrLeft(
      emailFrom,
      () => isSet(emailFrom) || !isSet(emailProviderApiKey),
      () => SettingReader.mistake("EMAIL_FROM", "is missing, while EMAIL_PROVIDER_API_KEY is set", SettingCodecs.sender)
    ),
    emailProviderApiKey
  }
}

const readPort = (environment: SettingReader.Environment) =>
  SettingReader.make(environment).withDefault("PORT", SettingCodecs.wholeNumber(1, 65_535, 3000), 3000)

const telemetryReadings = (environment: SettingReader.Environment) => {
  const read = SettingReader.make(environment)
  const port = SettingCodecs.wholeNumber(1, 65_535, 9464)
  const ownPort = Option.getOrUndefined(Either.getRight(readPort(environment)))
  return {
    otlpEndpoint: read.optional("OTEL_EXPORTER_OTLP_ENDPOINT", SettingCodecs.httpUrl),
    otlpHeaders: read.optional("OTEL_EXPORTER_OTLP_HEADERS", SettingCodecs.otlpHeaders),
    metricsHost: read.withDefault("METRICS_HOST", SettingCodecs.listenHost, "127.0.0.1"),
    metricsPort: Either.filterOrLeft(
      read.optional("METRICS_PORT", port),
      (metrics) => !Option.exists(metrics, (number) => number === ownPort),
      () => SettingReader.mistake("METRICS_PORT", "has to be another one than PORT", port)
    )
  }
}

const origins = SettingCodecs.listOf(SettingCodecs.origin, "https://app.example.com,https://www.example.com")
const proxies = SettingCodecs.listOf(SettingCodecs.cidr, "10.0.0.0/8,fd00::/8")

const commonReadings = (environment: SettingReader.Environment, baseUrl: SettingReader.Reading<string>, docs: boolean) => {
  const read = SettingReader.make(environment)
  return {
    port: readPort(environment),
    host: read.withDefault("HOST", SettingCodecs.listenHost, "127.0.0.1"),
    baseUrl,
    ...databaseReadings(environment),
    migrateOnStart: read.withDefault("MIGRATE_ON_START", SettingCodecs.yesOrNo, true),
    ...emailReadings(environment),
    adminApiKey: read.optional("ADMIN_API_KEY", SettingCodecs.adminKey),
    allowedOrigins: read.withDefault("ALLOWED_ORIGINS", origins, []),
    trustedProxies: read.withDefault("TRUSTED_PROXIES", proxies, []),
    ...cookieReadings(environment, baseUrl),
    hashConcurrency: read.optional("HASH_CONCURRENCY", SettingCodecs.wholeNumber(1, 1024, 4)),
    logLevel: read.withDefault("LOG_LEVEL", SettingCodecs.oneOf(...logLevels), "info"),
    ...telemetryReadings(environment),
    docs: read.withDefault("DOCS", SettingCodecs.yesOrNo, docs),
    pages: read.withDefault("PAGES", SettingCodecs.yesOrNo, true),
    dashboard: read.withDefault("DASHBOARD", SettingCodecs.yesOrNo, true),
    shutdownDelaySeconds: read.withDefault("SHUTDOWN_DELAY_SECONDS", SettingCodecs.wholeNumber(0, 5, 5), 0)
  }
}

/** For development, where nothing has to be set. @since 0.1.0 */
export const loadDev = (environment: SettingReader.Environment): Effect.Effect<DevSettings, SettingsRejected> => {
  const read = SettingReader.make(environment)
  const here = `http://localhost:${Either.getOrElse(readPort(environment), () => 3000)}`
  const baseUrl = read.withDefault("BASE_URL", SettingCodecs.publicOrigin, here)
  const databaseUrl = read.optional("DATABASE_URL", SettingCodecs.databaseUrl)
  return Effect.all({ ...commonReadings(environment, baseUrl, true), databaseUrl }, { mode: "validate" }).pipe(
    Effect.mapBoth({
      onFailure: rejected,
      onSuccess: ({ databaseUrl, schema, poolSize, ...settings }) => ({
        ...settings,
        database: Option.map(databaseUrl, (url) => ({ url, schema, poolSize }))
      })
    })
  )
}

/** For production, where the public origin and the database have to be set. @since 0.1.0 */
export const loadServe = (environment: SettingReader.Environment): Effect.Effect<ServeSettings, SettingsRejected> => {
  const read = SettingReader.make(environment)
  const baseUrl = read.required("BASE_URL", SettingCodecs.publicOrigin)
  const url = read.required("DATABASE_URL", SettingCodecs.databaseUrl)
  return Effect.all({ ...commonReadings(environment, baseUrl, false), url }, { mode: "validate" }).pipe(
    Effect.mapBoth({
      onFailure: rejected,
      onSuccess: ({ url, schema, poolSize, ...settings }) => ({ ...settings, database: { url, schema, poolSize } })
    })
  )
}
