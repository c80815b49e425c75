/**
 * Values for tests. Every id, address, host and hash is random, so that tests do not meet one another, nor what earlier
 * runs left in the same store.
 *
 * @since 0.1.0
 */
import { randomBytes, randomUUID } from "node:crypto"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "@latchkey/domain/core/Email"
import type { EmailTaken, HostTaken, PersistenceError } from "@latchkey/domain/core/Errors"
import { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import type { OperatorAccess } from "@latchkey/domain/operator/OperatorRepository"
import { AuditId, ClientId, InstanceId, SessionId, UserId, MagicLinkRequestId } from "@latchkey/domain/core/Ids"
import { defaults, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository";
import { MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox";
import { TokenHash } from "@latchkey/domain/core/Token"
import { type SessionGrant, Session } from "@latchkey/domain/session/SessionRepository"
import { UserRepository, PasswordHash, User } from "@latchkey/domain/account/UserRepository"

/** The time of most samples, far from any real one. @since 0.1.0 */
export const now: DateTime.Utc = DateTime.unsafeMake("2030-06-15T12:00:00.000Z")

/** For operations that look at all instances: nothing else in a store is this old. @since 0.1.0 */
export const longAgo: DateTime.Utc = DateTime.unsafeMake("2001-01-01T00:00:00.000Z")

/** So many milliseconds after `since`; before it, when negative. @since 0.1.0 */
export const plus = (millis: number, since: DateTime.Utc = now): DateTime.Utc => DateTime.add(since, { millis })

/** One minute in milliseconds. @since 0.1.0 */
export const minute = 60_000
/** One day in milliseconds. @since 0.1.0 */
export const day: number = 24 * 60 * minute

const uuid = (): string => {
  const random = randomUUID()
  return `${random.slice(0, 14)}7${random.slice(15)}`
}

/** A random `inst_…`. No such instance is stored. @since 0.1.0 */
export const instanceId = (): InstanceId => InstanceId.make(`inst_${uuid()}`)
/** A random `user_…`. @since 0.1.0 */
export const userId = (): UserId => UserId.make(`user_${uuid()}`)
/** A random `sess_…`. @since 0.1.0 */
export const sessionId = (): SessionId => SessionId.make(`sess_${uuid()}`)
/** A random `client_…`. @since 0.1.0 */
export const clientId = (): ClientId => ClientId.make(`client_${uuid()}`)
/** A random `mlr_…`. @since 0.1.0 */
export const requestId = (): MagicLinkRequestId => MagicLinkRequestId.make(`mlr_${uuid()}`)
/** A random `audit_…`. @since 0.1.0 */
export const auditId = (): AuditId => AuditId.make(`audit_${uuid()}`)
/** A random address at `example.com`, in the form that Latchkey compares. @since 0.1.0 */
export const email = (): Email => Email.make(`${randomUUID()}@example.com`)
/** A random host below `example.com`. @since 0.1.0 */
export const host = (): string => `${randomUUID()}.example.com`
/** A random hash: of no secret that anybody has. @since 0.1.0 */
export const tokenHash = (): TokenHash => TokenHash.make(randomBytes(32).toString("hex"))

/** A hash in the form of Argon2id, random in salt and tag: no password has it. @since 0.1.0 */
export const passwordHash = (): PasswordHash =>
  Schema.decodeSync(PasswordHash)(
    `$argon2id$v=19$m=19456,t=2,p=1$${randomBytes(16).toString("base64url")}$${randomBytes(32).toString("base64url")}`
  )

type Fields<Class extends abstract new (fields: never) => unknown> = Partial<ConstructorParameters<Class>[0]>

/** An instance that is not stored yet, with one host. @since 0.1.0 */
export const instance = (fields: Fields<typeof Instance> = {}): Instance =>
  new Instance({ ...defaults, id: instanceId(), name: "Sample", hosts: [host()], ...fields })

/** A fresh instance, stored by the `InstanceRepository`. @since 0.1.0 */
export const storedInstance: Effect.Effect<Instance, HostTaken | PersistenceError, InstanceRepository> = Effect.gen(
  function* () {
    const stored = instance()
    yield* (yield* InstanceRepository).insert(stored)
    return stored
  }
)

/** A user that is not stored yet: with a password, unproven, at epoch 0. @since 0.1.0 */
export const user = (of: InstanceId, fields: Fields<typeof User> = {}): User =>
  new User({
    instanceId: of,
    id: userId(),
    email: email(),
    passwordHash: Option.some(passwordHash()),
    emailVerifiedAt: Option.none(),
    credentialVersion: 0,
    createdAt: now,
    ...fields
  })

/** A fresh user of that instance, stored by the `UserRepository`. @since 0.1.0 */
export const storedUser = (
  of: InstanceId,
  fields: Fields<typeof User> = {}
): Effect.Effect<User, EmailTaken | PersistenceError, UserRepository> =>
  Effect.gen(function* () {
    const stored = user(of, fields)
    yield* (yield* UserRepository).insert(stored)
    return stored
  })

/** A session of that user, for 30 days. @since 0.1.0 */
export const session = (of: User, fields: Fields<typeof Session> = {}): Session =>
  new Session({
    instanceId: of.instanceId,
    id: sessionId(),
    userId: of.id,
    tokenHash: tokenHash(),
    method: "password",
    credentialVersion: of.credentialVersion,
    authenticatedAt: now,
    expiresAt: plus(30 * day),
    ...fields
  })

/** A session of that user in a new browser, whose time is over in 400 days. @since 0.1.0 */
export const grant = (of: User, fields: Partial<SessionGrant> = {}): SessionGrant => ({
  session: session(of),
  presentedClient: Option.none(),
  newClientId: clientId(),
  clientHash: tokenHash(),
  clientExpiresAt: plus(400 * day),
  ...fields
})

/** A link that was not stored, for 15 minutes from `now`. @since 0.1.0 */
export const link = (of: InstanceId, fields: Fields<typeof MagicLink> = {}): MagicLink =>
  new MagicLink({
    instanceId: of,
    tokenHash: tokenHash(),
    email: email(),
    clientHash: Option.none(),
    expiresAt: plus(15 * minute),
    ...fields
  })

/** A request that was made at `now` and never leased. @since 0.1.0 */
export const request = (of: InstanceId, fields: Fields<typeof MagicLinkRequest> = {}): MagicLinkRequest =>
  new MagicLinkRequest({
    instanceId: of,
    id: requestId(),
    email: email(),
    clientHash: Option.none(),
    requestedAt: now,
    attempts: 0,
    ...fields
  })

/** A line of the audit log that was not stored, about no instance and no user. @since 0.1.0 */
export const auditEntry = (fields: Fields<typeof AuditEntry> = {}): AuditEntry =>
  new AuditEntry({
    id: auditId(),
    at: now,
    actor: "dashboard",
    action: "instance_updated",
    instanceId: Option.none(),
    userId: Option.none(),
    detail: "authConfig.magic_link=true",
    ...fields
  })

/** An invitation to the dashboard, or a session of it, that was not stored, for an hour from `now`. @since 0.1.0 */
export const operatorAccess = (fields: Partial<OperatorAccess> = {}): OperatorAccess => ({
  tokenHash: tokenHash(),
  expiresAt: plus(60 * minute),
  ...fields
})
