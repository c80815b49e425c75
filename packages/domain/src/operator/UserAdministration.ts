/**
 * What operators do with users. The audit log records every change.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type User, UserRepository } from "../account/UserRepository.ts"
import type { Actor, AuditLog } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/internal/AuditWriter.ts"
import type { Email } from "../core/Email.ts"
import { type PersistenceError, SessionNotFound, UserNotFound } from "../core/Errors.ts"
import type { IdGenerator } from "../core/IdGenerator.ts"
import { type SessionId, UserId } from "../core/Ids.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { SessionRepository, type SessionSummary } from "../session/SessionRepository.ts"

/** What an operator sees of a user. Holds nothing secret. @since 0.1.0 */
export interface UserDetails {
  readonly id: UserId
  readonly email: Email
  readonly hasPassword: boolean
  readonly emailVerifiedAt: Option.Option<DateTime.Utc>
  readonly createdAt: DateTime.Utc
  readonly disabledAt: Option.Option<DateTime.Utc>
}

/** A page of users, ordered by address. `next`: the address after which the next page begins. @since 0.1.0 */
export interface UserPage {
  readonly users: ReadonlyArray<UserDetails>
  readonly next: Option.Option<Email>
}

/** A user, and the interface that an operator changes them through. @since 0.1.0 */
export interface UserTarget {
  readonly instance: Instance
  readonly userId: UserId
  readonly actor: Actor
}

/** The use case of managing users. @since 0.1.0 */
export class UserAdministration extends Context.Tag("@latchkey/domain/UserAdministration")<
  UserAdministration,
  {
    /** Returns fifty users whose address begins with `text`, or the one user with that id. Ignores case. */
    readonly search: (query: {
      readonly instance: Instance
      readonly text: string
      readonly after: Option.Option<Email>
    }) => Effect.Effect<UserPage, PersistenceError>

    /** Returns a user, and the newest hundred active sessions of that user. */
    readonly find: (
      instance: Instance,
      userId: UserId
    ) => Effect.Effect<
      { readonly user: UserDetails; readonly sessions: ReadonlyArray<SessionSummary> },
      UserNotFound | PersistenceError
    >

    /** Revokes one session of the user. */
    readonly revokeSession: (
      target: UserTarget & { readonly sessionId: SessionId }
    ) => Effect.Effect<void, SessionNotFound | PersistenceError>

    /** Revokes every session of the user. Returns how many were revoked. */
    readonly revokeAllSessions: (target: UserTarget) => Effect.Effect<number, UserNotFound | PersistenceError>

    /** Disables the user: no sign-in method works any more, and every session is revoked. */
    readonly disable: (target: UserTarget) => Effect.Effect<void, UserNotFound | PersistenceError>

    /** Enables the user again, with the same credentials as before. */
    readonly enable: (target: UserTarget) => Effect.Effect<void, UserNotFound | PersistenceError>
  }
>() {}

const pageSize = 50
const sessionLimit = 100

const toDetails = ({ id, email, emailVerifiedAt, createdAt, disabledAt, passwordHash }: User): UserDetails => ({
  id,
  email,
  hasPassword: Option.isSome(passwordHash),
  emailVerifiedAt,
  createdAt,
  disabledAt
})

const countOf = (sessions: number): string => (sessions === 1 ? "1 session" : `${sessions} sessions`)

// Printable ASCII: addresses contain nothing else, and some stores refuse NUL.
const inAddresses = /^[!-~]*$/

// The whole id: an address may begin with `user_`, too.
const isUserId = Schema.is(UserId)

/** Makes the use case. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make
  const notices = yield* AccountNotices
  const repository = yield* SessionRepository
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const search: (typeof UserAdministration.Service)["search"] = Effect.fnUntraced(function* (query) {
    const { after, instance } = query
    const text = query.text.trim().toLowerCase()
    if (isUserId(text)) {
      const user = yield* users.findById(instance.id, text)
      return { users: Option.toArray(Option.map(user, toDetails)), next: Option.none() }
    }
    if (!inAddresses.test(text)) return { users: [], next: Option.none() }
    // One more than the page shows whether there is a next page.
    const found = yield* users.search({ instanceId: instance.id, prefix: text, after, limit: pageSize + 1 })
    const page = found.slice(0, pageSize)
    const next = found.length > pageSize ? Option.fromNullable(page.at(-1)?.email) : Option.none()
    return { users: page.map(toDetails), next }
  }, traced("UserAdministration.search"))

  const find: (typeof UserAdministration.Service)["find"] = Effect.fnUntraced(function* (instance, userId) {
    const found = yield* users.findById(instance.id, userId)
    const user = yield* Effect.mapError(found, () => new UserNotFound())
    const sessions = yield* repository.list({
      instanceId: instance.id,
      userId,
      now: yield* DateTime.now,
      idleLifetime: instance.idleLifetime,
      limit: sessionLimit
    })
    return { user: toDetails(user), sessions }
  }, traced("UserAdministration.find"))

  const revokeSession: (typeof UserAdministration.Service)["revokeSession"] = Effect.fnUntraced(
    function* ({ actor, instance, sessionId, userId }) {
      const isRevoked = yield* repository.revokeById(instance.id, userId, sessionId)
      if (!isRevoked) return yield* new SessionNotFound()
      yield* audit(actor, "session_revoked", { instanceId: instance.id, userId, detail: sessionId })
    },
    transaction.run,
    traced("UserAdministration.revokeSession")
  )

  const revokeAllSessions = Effect.fnUntraced(
    function* ({ actor, instance, userId }: UserTarget) {
      const user = yield* users.findById(instance.id, userId)
      if (Option.isNone(user)) return yield* new UserNotFound()
      const revoked = yield* repository.revokeAll(instance.id, userId)
      if (revoked > 0) yield* notices.enqueue({ change: "sessions_revoked", instance, user: user.value })
      yield* audit(actor, "sessions_revoked", { instanceId: instance.id, userId, detail: countOf(revoked) })
      return revoked
    },
    transaction.run,
    traced("UserAdministration.revokeAllSessions")
  )

  const setDisabled = Effect.fnUntraced(function* (
    { instance, userId }: UserTarget,
    disabledAt: Option.Option<DateTime.Utc>
  ) {
    const user = yield* users.setDisabled({ instanceId: instance.id, userId, disabledAt })
    if (Option.isNone(user)) return yield* new UserNotFound()
  })

  const disable = Effect.fnUntraced(
    function* (target: UserTarget) {
      const { actor, instance, userId } = target
      yield* setDisabled(target, Option.some(yield* DateTime.now))
      yield* repository.revokeAll(instance.id, userId)
      yield* audit(actor, "user_disabled", { instanceId: instance.id, userId })
    },
    transaction.run,
    traced("UserAdministration.disable")
  )

  const enable = Effect.fnUntraced(
    function* (target: UserTarget) {
      const { actor, instance, userId } = target
      yield* setDisabled(target, Option.none())
      yield* audit(actor, "user_enabled", { instanceId: instance.id, userId })
    },
    transaction.run,
    traced("UserAdministration.enable")
  )

  return UserAdministration.of({ search, find, revokeSession, revokeAllSessions, disable, enable })
})

/** The use case as a layer. @since 0.1.0 */
export const layer: Layer.Layer<
  UserAdministration,
  never,
  AccountNotices | AuditLog | IdGenerator | SessionRepository | Transaction | UserRepository
> = Layer.effect(UserAdministration, make)
