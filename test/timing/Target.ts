import { setTimeout } from "node:timers/promises"
import * as PgClient from "@effect/sql-pg/PgClient"
import type * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import * as Crypto from "@latchkey/crypto/Crypto"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { database } from "@latchkey/test-support/postgres/database"
import type { HostileProvider } from "@latchkey/test-support/oidc/HostileProvider"
import type { CleanUp } from "@latchkey/test-support/process/latchkey"
import * as Replica from "@latchkey/test-support/process/Replica"
import { openSesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { openTables } from "@latchkey/test-support/postgres/Tables"
import { until } from "@latchkey/test-support/process/until"
import { startService } from "@latchkey/test-support/Service"

/** A complete service on PostgreSQL with real Argon2id, whose response times are measured. */
export interface Target {
  readonly origin: string
  /** Returns path and query of the newest link to that email address. */
  readonly linkTo: (email: string) => Promise<string>
  readonly setPasswordHash: (email: string, hash: string) => Promise<void>
  /** Counts a hundred failed sign-ins in a row for an account. */
  readonly addFailures: (email: string) => Promise<void>
  /** Suppresses the address of an account. */
  readonly suppress: (email: string) => Promise<void>
  /** Runs `use` with a limit that one attempt reaches. */
  readonly withLimit: (name: "signInPerEmail" | "signInPerIp", use: () => Promise<void>) => Promise<void>
  /** Called after every request. Advances a clock that stands still. */
  readonly tick: () => void
}

/** A service in this process, whose emails have codes, and whose clock the measurement moves. */
export interface EmbeddedTarget extends Target {
  readonly advance: (milliseconds: number) => void
}

/** Limits that no measurement reaches. */
const generous = { limit: 1000, windowSeconds: 1 }
const rateLimits = {
  signUpPerIp: generous,
  signInPerIp: generous,
  signInPerEmail: generous,
  signInPerKnownClient: generous,
  magicLinkPerIp: generous,
  magicLinkPerEmail: generous,
  magicLinkPerEmailPerDay: generous,
  magicLinkVerifyPerIp: generous,
  magicLinkToUnknownPerInstance: generous,
  magicLinkCodePerInstance: generous,
  signUpPerInstance: generous
}

const passwordHashes = (url: string, cleanUp: CleanUp): Target["setPasswordHash"] => {
  const tables = openTables(url, cleanUp)
  return async (email, hash) => {
    const changed = await tables.rows("UPDATE users SET password_hash = $2 WHERE email = $1 RETURNING 1", [email, hash])
    if (changed.length !== 1) throw new Error(`There is no account with ${email}`)
  }
}

const failures = (url: string, cleanUp: CleanUp): Target["addFailures"] => {
  const tables = openTables(url, cleanUp)
  return async (email) => {
    const insert = `INSERT INTO sign_in_failures (instance_id, email, user_id, failures)
      SELECT instance_id, email, user_id, 100 FROM users WHERE email = $1 RETURNING 1`
    if ((await tables.rows(insert, [email])).length !== 1) throw new Error(`There is no account with ${email}`)
  }
}

const suppressions = (url: string, cleanUp: CleanUp): Target["suppress"] => {
  const tables = openTables(url, cleanUp)
  return async (email) => {
    const insert = `INSERT INTO email_suppressions (instance_id, email, email_id, reason, detail, suppressed_at)
      SELECT instance_id, email, user_id, 'bounce', '', now() FROM users WHERE email = $1 RETURNING 1`
    if ((await tables.rows(insert, [email])).length !== 1) throw new Error(`There is no account with ${email}`)
  }
}

/**
 * Sets a limit with `set`, which takes effect within a second, during `use`. Deletes earlier attempts: they would count
 * in the longer window, until the cleanup job deletes them after their own.
 */
const limiting = (url: string, cleanUp: CleanUp, set: (change: object) => Promise<unknown>): Target["withLimit"] => {
  const tables = openTables(url, cleanUp)
  return async (name, use) => {
    await set({ [name]: { limit: 1, windowSeconds: 86_400 } })
    await setTimeout(1500)
    await tables.rows("DELETE FROM rate_limits")
    try {
      await use()
    } finally {
      await set({ [name]: generous })
      await setTimeout(1500)
    }
  }
}

/** Starts `latchkey serve` in a separate process. It may reach the hosts on this machine. */
const serve = async (cleanUp: CleanUp, hosts: ReadonlyArray<string>) => {
  const url = await database(cleanUp)
  const ses = await openSesEndpoint(cleanUp)
  const environment = hosts.length === 0 ? {} : { OUTGOING_PRIVATE_HOSTS: hosts.join(",") }
  const replica = await Replica.startReplica({ database: url, emailProvider: ses.url, environment }, cleanUp)
  await Replica.administer(replica, "PATCH", "/default", { rateLimits })
  const target: Target = {
    origin: replica.origin,
    linkTo: async (email) => (await until(`an email to ${email}`, () => ses.emailsTo(email).at(-1))).path,
    setPasswordHash: passwordHashes(url, cleanUp),
    addFailures: failures(url, cleanUp),
    suppress: suppressions(url, cleanUp),
    withLimit: limiting(url, cleanUp, (change) =>
      Replica.administer(replica, "PATCH", "/default", { rateLimits: change })
    ),
    tick: () => {}
  }
  return { replica, target }
}

/** Starts `latchkey serve` in a separate process. */
export const served = async (cleanUp: CleanUp): Promise<Target> => (await serve(cleanUp, [])).target

/** The id and the client id of the identity provider that works, and the ids of two that are turned off. */
export const acme = { id: "acme", clientId: "latchkey", off: "off", alsoOff: "off2" }

/** Starts `latchkey serve` with identity providers. The one that works proves no address. */
export const servedWithProvider = async (cleanUp: CleanUp, { host, issuer }: HostileProvider): Promise<Target> => {
  const { replica, target } = await serve(cleanUp, [host])
  const add = (provider: object) =>
    Replica.administer(replica, "POST", "/default/identity-providers", {
      kind: "oidc",
      name: "Acme",
      clientId: acme.clientId,
      emailTrust: "claim",
      ...provider
    })
  await add({ id: acme.id, issuer })
  for (const id of [acme.off, acme.alsoOff]) await add({ id, issuer: `https://${id}.example`, enabled: false })
  return target
}

/** Starts the service in this process, with these options of the hasher. */
export const embedded = async (hasher: Argon2PasswordHasher.Options, cleanUp: CleanUp): Promise<EmbeddedTarget> => {
  const url = await database(cleanUp)
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 10 })
  const service = await startService({
    storage: Postgres.layer.pipe(Layer.provide(Migrations.layer), Layer.provide(client)),
    crypto: Crypto.layerWith(hasher),
    settings: { trustedProxies: ["127.0.0.0/8"] }
  })
  cleanUp(() => service.stop())
  const [instance] = await service.instances((instances) => instances.list)
  if (instance === undefined) throw new Error("There is no instance")
  await service.instances((instances) =>
    instances.update(instance.id, { rateLimits, emailConfig: { magicLinkCodes: true } })
  )
  return {
    origin: service.origin,
    linkTo: service.lastLink,
    setPasswordHash: passwordHashes(url, cleanUp),
    addFailures: failures(url, cleanUp),
    suppress: suppressions(url, cleanUp),
    withLimit: limiting(url, cleanUp, (change) =>
      service.instances((instances) => instances.update(instance.id, { rateLimits: change }))
    ),
    tick: () => service.advance(20),
    advance: service.advance
  }
}
