/** The settings of each command, read from environment variables. */
import * as SettingRules from "@latchkey/http/core/SettingRules"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import type { SmtpUrl } from "@latchkey/smtp/SmtpUrl"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Sampler from "./Sampler.ts"
import type { ConfigErrors } from "./ConfigErrors.ts"
import * as Misspelled from "./Misspelled.ts"
import * as SettingCodecs from "./SettingCodecs.ts"
import * as Variable from "./Variable.ts"

/** Which database to use, with at most `poolSize` connections. */
export interface DatabaseSettings {
  readonly url: Redacted.Redacted
  readonly schema: SchemaName
  readonly poolSize: number
}

/** An OpenID provider of operators. `clientSecret`: none of a public client, which has PKCE only. */
export interface OperatorProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Option.Option<Redacted.Redacted>
  readonly name: string
}

/** The levels that a log may have. The first is the default. */
export const logLevels = ["info", "trace", "debug", "warning", "error", "none"] as const
/** The lowest level that is logged. */
export type LogLevel = (typeof logLevels)[number]

/**
 * - `emailProviderApiKey`: `accessKeyId:secretAccessKey` of Amazon SES.
 * - `emailSmtpUrl`: the mail server to use in the place of Amazon SES.
 * - `emailSnsTopicArn`: the topic of Amazon SNS that reports bounces and complaints; none takes no reports.
 * - `adminApiKey`: without one, only API keys work at the admin API.
 * - `adminApiKeyPrevious`: the key that it replaces, which works, too.
 * - `operatorProvider`: the OpenID provider that operators sign in with; none by default.
 * - `secretKey`: the server key; none turns codes beside magic links off. `secretKeyPrevious`: the one that it
 *   replaces.
 * - `hashConcurrency`: how many threads hash passwords; none is one per core.
 * - `pwnedPasswordsUrl`: where to look new passwords up; none looks up none.
 * - `outgoingPrivateHosts`: `host:port` of identity providers and webhooks whose IP address may be private.
 * - `eventRetentionDays`: how long events are kept.
 * - `otlpEndpoint`, `otlpHeaders`: where to send traces, metrics and logs, with which headers; none sends nothing.
 * - `tracesSampler`, `tracesRatio`: which requests are traced, as in OpenTelemetry.
 * - `docs`, `pages`, `dashboard`: whether to serve the API reference, the pages for users and the dashboard.
 * - `metricsPort`: none serves no metrics for Prometheus.
 * - `shutdownDelaySeconds`: how long the service reports that it is not ready before it stops accepting connections,
 *   for load balancers that need time to notice.
 */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly migrateOnStart: boolean
  readonly emailFrom: Option.Option<string>
  readonly emailProviderApiKey: Option.Option<Redacted.Redacted>
  readonly emailSmtpUrl: Option.Option<SmtpUrl>
  readonly emailSnsTopicArn: Option.Option<string>
  readonly adminApiKey: Option.Option<Redacted.Redacted>
  readonly adminApiKeyPrevious: Option.Option<Redacted.Redacted>
  readonly operatorProvider: Option.Option<OperatorProvider>
  readonly secretKey: Option.Option<Redacted.Redacted>
  readonly secretKeyPrevious: Option.Option<Redacted.Redacted>
  readonly allowedOrigins: ReadonlyArray<string>
  readonly trustedProxies: ReadonlyArray<string>
  readonly cookieDomain: Option.Option<string>
  readonly cookieSameSite: "lax" | "strict" | "none"
  readonly cookiePrefix: "none" | "host"
  readonly hashConcurrency: Option.Option<number>
  readonly pwnedPasswordsUrl: Option.Option<string>
  readonly outgoingPrivateHosts: ReadonlyArray<string>
  readonly eventRetentionDays: number
  readonly logLevel: LogLevel
  readonly otlpEndpoint: Option.Option<string>
  readonly otlpHeaders: Option.Option<Redacted.Redacted<Readonly<Record<string, string>>>>
  readonly tracesSampler: Sampler.Name
  readonly tracesRatio: number
  readonly metricsHost: string
  readonly metricsPort: Option.Option<number>
  readonly docs: boolean
  readonly pages: boolean
  readonly dashboard: boolean
  readonly shutdownDelaySeconds: number
}

/** The settings of `dev`. Without a `database` it uses the embedded one. */
export interface DevSettings extends Settings {
  readonly database: Option.Option<DatabaseSettings>
}

/** The settings of `serve`, which requires a database. */
export interface ServeSettings extends Settings {
  readonly database: DatabaseSettings
}

const port = Variable.withDefault("PORT", SettingCodecs.wholeNumber(1, 65_535, 3000), 3000)
const baseUrl = Variable.required("BASE_URL", SettingCodecs.publicOrigin)
const databaseUrl = Variable.required("DATABASE_URL", SettingCodecs.databaseUrl)

const schema = Variable.withDefault("DATABASE_SCHEMA", SettingCodecs.schemaName, SchemaName.make("latchkey"))
const poolSize = Variable.withDefault("DATABASE_POOL_SIZE", SettingCodecs.wholeNumber(1, 1000, 10), 10)

const database: Config.Config<DatabaseSettings> = Config.all({ url: databaseUrl, schema, poolSize })

const adminApiKey = Variable.optional("ADMIN_API_KEY", SettingCodecs.adminKey)

const adminApiKeyPrevious = Variable.checkedWith(
  Variable.optional("ADMIN_API_KEY_PREVIOUS", SettingCodecs.adminKey),
  Variable.isSet("ADMIN_API_KEY"),
  (previous, hasKey) => Option.isNone(previous) || hasKey,
  Variable.error("ADMIN_API_KEY", "is missing, but ADMIN_API_KEY_PREVIOUS is set", SettingCodecs.adminKey)
)

const providerIssuer = "ADMIN_IDENTITY_PROVIDER_ISSUER"
const providerClientId = "ADMIN_IDENTITY_PROVIDER_CLIENT_ID"
const providerClientSecret = "ADMIN_IDENTITY_PROVIDER_CLIENT_SECRET"

/** The client without its issuer, and the reverse, is a mistake. */
const operatorProvider: Config.Config<Option.Option<OperatorProvider>> = Config.all({
  issuer: Variable.checkedWith(
    Variable.optional(providerIssuer, SettingCodecs.issuer),
    Config.all([Variable.isSet(providerClientId), Variable.isSet(providerClientSecret)]),
    (issuer, [hasId, hasSecret]) => Option.isSome(issuer) || !(hasId || hasSecret),
    Variable.error(providerIssuer, `is missing, but a client of a provider is set`, SettingCodecs.issuer)
  ),
  clientId: Variable.checkedWith(
    Variable.optional(providerClientId, SettingCodecs.clientId),
    Variable.isSet(providerIssuer),
    (clientId, hasIssuer) => Option.isSome(clientId) || !hasIssuer,
    Variable.error(providerClientId, `is missing, but ${providerIssuer} is set`, SettingCodecs.clientId)
  ),
  clientSecret: Variable.optional(providerClientSecret, SettingCodecs.clientSecret),
  name: Variable.withDefault("ADMIN_IDENTITY_PROVIDER_NAME", SettingCodecs.providerName, "Single sign-on")
}).pipe(
  Config.map(({ clientId, clientSecret, issuer, name }) =>
    Option.map(Option.all({ clientId, issuer }), (known) => ({ ...known, clientSecret, name }))
  )
)

const secretKeyPrevious = Variable.checkedWith(
  Variable.optional("SECRET_KEY_PREVIOUS", SettingCodecs.secretKey),
  Variable.isSet("SECRET_KEY"),
  (previous, hasKey) => Option.isNone(previous) || hasKey,
  Variable.error("SECRET_KEY", "is missing, but SECRET_KEY_PREVIOUS is set", SettingCodecs.secretKey)
)

const serverKeys = { secretKey: Variable.optional("SECRET_KEY", SettingCodecs.secretKey), secretKeyPrevious }

const hashConcurrency = Variable.optional("HASH_CONCURRENCY", SettingCodecs.wholeNumber(1, 1024, 4))

const invitation = Config.all({ adminApiKey, baseUrl, database })

/** A sender, which each way of sending needs. */
const emailFrom = ["EMAIL_PROVIDER_API_KEY", "EMAIL_SMTP_URL"].reduce(
  (from, name) =>
    Variable.checkedWith(
      from,
      Variable.isSet(name),
      (from, isSet) => Option.isSome(from) || !isSet,
      Variable.error("EMAIL_FROM", `is missing, but ${name} is set`, SettingCodecs.sender)
    ),
  Variable.optional("EMAIL_FROM", SettingCodecs.sender)
)

const emailSmtpUrl = Variable.checkedWith(
  Variable.optional("EMAIL_SMTP_URL", SettingCodecs.smtpUrl),
  Variable.isSet("EMAIL_PROVIDER_API_KEY"),
  (url, hasKey) => Option.isNone(url) || !hasKey,
  Variable.error(
    "EMAIL_SMTP_URL",
    "cannot be set beside EMAIL_PROVIDER_API_KEY: emails go through SMTP or through Amazon SES",
    SettingCodecs.smtpUrl
  )
)

const metricsPortCodec = SettingCodecs.wholeNumber(1, 65_535, 9464)
const metricsPort = Variable.checkedWith(
  Variable.optional("METRICS_PORT", metricsPortCodec),
  port,
  (metrics, port) => !Option.contains(metrics, port),
  Variable.error("METRICS_PORT", "must differ from PORT", metricsPortCodec)
)

const cookiePrefix = (baseUrl: Config.Config<string>) => {
  const codec = SettingRules.cookiePrefix
  const overHttps = Variable.checkedBeside(
    { name: "COOKIE_PREFIX", codec, setting: Variable.withDefault("COOKIE_PREFIX", codec, "none") },
    { name: "BASE_URL", setting: baseUrl },
    SettingRules.prefixOverHttps
  )
  return Variable.checkedBeside(
    { name: "COOKIE_PREFIX", codec, setting: overHttps },
    { name: "COOKIE_DOMAIN", setting: Variable.isSet("COOKIE_DOMAIN") },
    SettingRules.prefixWithoutDomain
  )
}

const cookieSettings = (baseUrl: Config.Config<string>) => {
  const sameSite = SettingRules.cookieSameSite
  const domain = SettingCodecs.cookieDomain
  const url = { name: "BASE_URL", setting: baseUrl }
  return {
    cookieDomain: Variable.checkedBeside(
      { name: "COOKIE_DOMAIN", codec: domain, setting: Variable.optional("COOKIE_DOMAIN", domain) },
      url,
      SettingRules.domainOfHost
    ),
    cookieSameSite: Variable.checkedBeside(
      { name: "COOKIE_SAME_SITE", codec: sameSite, setting: Variable.withDefault("COOKIE_SAME_SITE", sameSite, "lax") },
      url,
      SettingRules.sameSiteOverHttps
    ),
    cookiePrefix: cookiePrefix(baseUrl)
  }
}

const origins = SettingCodecs.listOf(SettingCodecs.origin, "https://app.example.com,https://www.example.com")
const secureOrigins = { ...origins, expected: `${origins.expected}; https, unless the host is localhost` }

const allowedOrigins = (baseUrl: Config.Config<string>) =>
  Variable.checkedBeside(
    { name: "ALLOWED_ORIGINS", codec: secureOrigins, setting: Variable.withDefault("ALLOWED_ORIGINS", origins, []) },
    { name: "BASE_URL", setting: baseUrl },
    SettingRules.originsBeside
  )

const migrateOnStart = Variable.withDefault("MIGRATE_ON_START", SettingCodecs.boolean, true)

const privateHosts = SettingCodecs.listOf(SettingCodecs.hostWithPort, "keycloak.internal:8443")

const proxies = SettingCodecs.listOf(SettingCodecs.cidr, "10.0.0.0/8,fd00::/8")

const settings = (baseUrl: Config.Config<string>, docs: boolean): Config.Config<Settings> =>
  Config.all({
    port,
    host: Variable.withDefault("HOST", SettingCodecs.listenHost, "127.0.0.1"),
    baseUrl,
    migrateOnStart,
    emailFrom,
    emailProviderApiKey: Variable.optional("EMAIL_PROVIDER_API_KEY", SettingCodecs.providerKey),
    emailSmtpUrl,
    emailSnsTopicArn: Variable.optional("EMAIL_SNS_TOPIC_ARN", SettingCodecs.topicArn),
    adminApiKey,
    adminApiKeyPrevious,
    operatorProvider,
    ...serverKeys,
    allowedOrigins: allowedOrigins(baseUrl),
    trustedProxies: Variable.withDefault("TRUSTED_PROXIES", proxies, []),
    ...cookieSettings(baseUrl),
    hashConcurrency,
    pwnedPasswordsUrl: Variable.optional("PWNED_PASSWORDS_URL", SettingCodecs.pwnedPasswordsUrl),
    outgoingPrivateHosts: Variable.withDefault("OUTGOING_PRIVATE_HOSTS", privateHosts, []),
    eventRetentionDays: Variable.withDefault("EVENT_RETENTION_DAYS", SettingCodecs.wholeNumber(1, 400, 7), 30),
    logLevel: Variable.withDefault("LOG_LEVEL", SettingCodecs.oneOf(...logLevels), "info"),
    otlpEndpoint: Variable.optional("OTEL_EXPORTER_OTLP_ENDPOINT", SettingCodecs.httpUrl),
    otlpHeaders: Variable.optional("OTEL_EXPORTER_OTLP_HEADERS", SettingCodecs.otlpHeaders),
    tracesSampler: Variable.withDefault(
      "OTEL_TRACES_SAMPLER",
      SettingCodecs.oneOf(...Sampler.names),
      "parentbased_always_on"
    ),
    tracesRatio: Variable.withDefault("OTEL_TRACES_SAMPLER_ARG", SettingCodecs.ratio, 1),
    metricsHost: Variable.withDefault("METRICS_HOST", SettingCodecs.listenHost, "127.0.0.1"),
    metricsPort,
    docs: Variable.withDefault("DOCS", SettingCodecs.boolean, docs),
    pages: Variable.withDefault("PAGES", SettingCodecs.boolean, true),
    dashboard: Variable.withDefault("DASHBOARD", SettingCodecs.boolean, true),
    shutdownDelaySeconds: Variable.withDefault("SHUTDOWN_DELAY_SECONDS", SettingCodecs.wholeNumber(0, 300, 15), 0)
  })

const serve: Config.Config<ServeSettings> = Config.all({ settings: settings(baseUrl, false), database }).pipe(
  Config.map(({ database, settings }) => ({ ...settings, database }))
)

const developmentUrl = Config.all([Variable.optional("BASE_URL", SettingCodecs.publicOrigin), port]).pipe(
  Config.map(([baseUrl, port]) => Option.getOrElse(baseUrl, () => `http://localhost:${port}`))
)

const dev: Config.Config<DevSettings> = Config.all({
  settings: settings(developmentUrl, true),
  url: Variable.optional("DATABASE_URL", SettingCodecs.databaseUrl),
  schema,
  poolSize
}).pipe(
  Config.map(({ poolSize, schema, settings, url }) => ({
    ...settings,
    database: Option.map(url, (url) => ({ url, schema, poolSize }))
  }))
)

/** The name of every setting of the service. */
export const names: ReadonlySet<string> = new Set([...Variable.namesOf(dev), ...Variable.namesOf(serve)])

/** Logs a warning for each variable that looks like a misspelled setting. */
export const warnAboutNames = (environment: Variable.Environment): Effect.Effect<void> =>
  Effect.forEach(
    Misspelled.find(environment, names),
    (found) => Effect.logWarning(`${found.name} ${Misspelled.describe(found)}`),
    { discard: true }
  )

/** Reads the settings of `dev`, which requires none. */
export const loadDev = (environment: Variable.Environment): Effect.Effect<DevSettings, ConfigErrors> =>
  Variable.load(dev, environment)

/** Reads the settings of `serve`, which requires the public origin and the database. */
export const loadServe = (environment: Variable.Environment): Effect.Effect<ServeSettings, ConfigErrors> =>
  Variable.load(serve, environment)

/** Reads the settings of `migrate`, which requires the database. */
export const loadDatabase = (environment: Variable.Environment): Effect.Effect<DatabaseSettings, ConfigErrors> =>
  Variable.load(database, environment)

/** Reads whether `serve` applies migrations, also if other settings are wrong. */
export const loadMigrateOnStart = (environment: Variable.Environment): Effect.Effect<boolean, ConfigErrors> =>
  Variable.load(migrateOnStart, environment)

/**
 * The settings of `admin invite`, which requires the public origin and the database. The link works only at a service
 * with the same admin key.
 */
export interface InvitationSettings extends Pick<Settings, "adminApiKey" | "baseUrl"> {
  readonly database: DatabaseSettings
}

/** Reads the settings of `admin invite`. */
export const loadInvitation = (environment: Variable.Environment): Effect.Effect<InvitationSettings, ConfigErrors> =>
  Variable.load(invitation, environment)

/** The settings of `passkeys remove`, which requires the public origin and the database. */
export interface PasskeySettings extends Pick<Settings, "baseUrl"> {
  readonly database: DatabaseSettings
}

/** Reads the settings of `passkeys remove`. */
export const loadPasskeys = (environment: Variable.Environment): Effect.Effect<PasskeySettings, ConfigErrors> =>
  Variable.load(Config.all({ baseUrl, database }), environment)

/** The settings of `keys`, which require the database. */
export interface KeySettings extends Pick<Settings, "secretKey" | "secretKeyPrevious"> {
  readonly database: DatabaseSettings
}

/** Reads the settings of `keys`. */
export const loadKeys = (environment: Variable.Environment): Effect.Effect<KeySettings, ConfigErrors> =>
  Variable.load(Config.all({ database, ...serverKeys }), environment)

/** The settings of `users import`, which requires the database. */
export interface ImportSettings extends Pick<Settings, "hashConcurrency"> {
  readonly database: DatabaseSettings
}

/** Reads the settings of `users import`. */
export const loadImport = (environment: Variable.Environment): Effect.Effect<ImportSettings, ConfigErrors> =>
  Variable.load(Config.all({ database, hashConcurrency }), environment)
