/**
 * What operators do with users. Instances are changed by `Instances`; both write the audit log.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Actor, AuditLog } from "../audit/AuditLog.ts"
import type { Email } from "../core/Email.ts"
import { type PersistenceError, SessionNotFound, UserNotFound } from "../core/Errors.ts"
import type { Identifiers } from "../core/IdGenerator.ts"
import { type SessionId, UserId } from "../core/Ids.ts"
import type { Instance } from "../instance/Instance.ts"
import * as Audit from "../audit/internal/AuditWriter.ts"
import type { SessionSummary } from "../session/Session.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import { Transaction } from "../core/Transaction.ts"
import type { User } from "../account/User.ts"
import { UserRepository } from "../account/UserRepository.ts"

/** What an operator may know of a user: nothing that is secret. @since 0.1.0 */
export interface UserFacts {
  readonly id: UserId
  readonly email: Email
  readonly hasPassword: boolean
  readonly emailVerifiedAt: Option.Option<DateTime.Utc>
  readonly createdAt: DateTime.Utc
  readonly disabledAt: Option.Option<DateTime.Utc>
}

/** A page of users, in the order of their addresses. `next`: after which address the next page begins. @since 0.1.0 */
export interface UserPage {
  readonly users: ReadonlyArray<UserFacts>
  readonly next: Option.Option<Email>
}

/** A user of an instance, and who does something about it. @since 0.1.0 */
export interface UserTarget {
  readonly instance: Instance
  readonly userId: UserId
  readonly actor: Actor
}

/** The use case of looking after users. @since 0.1.0 */
export class Administration extends Context.Tag("@latchkey/domain/Administration")<
  Administration,
  {
    /** Fifty users whose address begins with `text`, or the one user whose id it is. Case does not matter. */
    readonly search: (query: {
      readonly instance: Instance
      readonly text: string
      readonly after: Option.Option<Email>
    }) => Effect.Effect<UserPage, PersistenceError>

    /** One user and, newest first, the last hundred live sessions. */
    readonly find: (
      instance: Instance,
      userId: UserId
    ) => Effect.Effect<
      { readonly user: UserFacts; readonly sessions: ReadonlyArray<SessionSummary> },
      UserNotFound | PersistenceError
    >

    /** Ends one session of the user. */
    readonly endSession: (
      target: UserTarget & { readonly sessionId: SessionId }
    ) => Effect.Effect<void, SessionNotFound | PersistenceError>

    /** Ends every session of the user, and answers how many there were. */
    readonly endSessions: (target: UserTarget) => Effect.Effect<number, UserNotFound | PersistenceError>

    /** Keeps the user out: no way of signing in works any more, and every session ends. */
    readonly disable: (target: UserTarget) => Effect.Effect<void, UserNotFound | PersistenceError>

    /** Lets the user in again, by the credentials of before. */
    readonly enable: (target: UserTarget) => Effect.Effect<void, UserNotFound | PersistenceError>
  }
>() {}

const pageSize = 50
const sessionsShown = 100

const toFacts = ({ id, email, emailVerifiedAt, createdAt, disabledAt, passwordHash }: User): UserFacts => ({
  id,
  email,
  hasPassword: Option.isSome(passwordHash),
  emailVerifiedAt,
  createdAt,
  disabledAt
})

const counted = (sessions: number): string => (sessions === 1 ? "1 session" : `${sessions} sessions`)

// Printable ASCII. Nothing else is in any address, and a NUL is more than some stores can take.
const inAddresses = /^[!-~]*$/

// The whole id: an address may begin with `user_` too.
const isUserId = Schema.is(UserId)

/** The use case over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<
  typeof Administration.Service,
  never,
  AuditLog | Identifiers | SessionRepository | Transaction | UserRepository
> = Effect.gen(function* () {
  const audit = yield* Audit.make
  const repository = yield* SessionRepository
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const search: (typeof Administration.Service)["search"] = Effect.fn("Administration.search")(function* (query) {
    const { after, instance } = query
    const text = query.text.trim().toLowerCase()
    if (isUserId(text)) {
      const user = yield* users.findById(instance.id, text)
      return { users: Option.toArray(Option.map(user, toFacts)), next: Option.none() }
    }
    if (!inAddresses.test(text)) return { users: [], next: Option.none() }
    // One more than is shown tells whether there are more.
    const found = yield* users.search({ instanceId: instance.id, prefix: text, after, limit: pageSize + 1 })
    const shown = found.slice(0, pageSize)
    const next = found.length > pageSize ? Option.fromNullable(shown.at(-1)?.email) : Option.none()
    return { users: shown.map(toFacts), next }
  })

  const find: (typeof Administration.Service)["find"] = Effect.fn("Administration.find")(function* (instance, userId) {
    const found = yield* users.findById(instance.id, userId)
    const user = yield* Effect.mapError(found, () => new UserNotFound())
    const sessions = yield* repository.list({
      instanceId: instance.id,
      userId,
      now: yield* DateTime.now,
      idleLifetime: instance.idleLifetime,
      limit: sessionsShown
    })
    return { user: toFacts(user), sessions }
  })

  const endSession: (typeof Administration.Service)["endSession"] = Effect.fn("Administration.endSession")(function* ({
    actor,
    instance,
    sessionId,
    userId
  }) {
    const ended = yield* repository.endById(instance.id, userId, sessionId)
    if (!ended) return yield* new SessionNotFound()
    yield* audit(actor, "session_ended", { instanceId: instance.id, userId, detail: sessionId })
  }, transaction.run)

  const endSessions = Effect.fn("Administration.endSessions")(function* ({ actor, instance, userId }: UserTarget) {
    const user = yield* users.findById(instance.id, userId)
    if (Option.isNone(user)) return yield* new UserNotFound()
    const ended = yield* repository.endAll(instance.id, userId)
    yield* audit(actor, "sessions_ended", { instanceId: instance.id, userId, detail: counted(ended) })
    return ended
  }, transaction.run)

  const setDisabled = Effect.fnUntraced(function* (
    { instance, userId }: UserTarget,
    disabledAt: Option.Option<DateTime.Utc>
  ) {
    const user = yield* users.setDisabled({ instanceId: instance.id, userId, disabledAt })
    if (Option.isNone(user)) return yield* new UserNotFound()
  })

  const disable = Effect.fn("Administration.disable")(function* (target: UserTarget) {
    const { actor, instance, userId } = target
    yield* setDisabled(target, Option.some(yield* DateTime.now))
    yield* repository.endAll(instance.id, userId)
    yield* audit(actor, "user_disabled", { instanceId: instance.id, userId })
  }, transaction.run)

  const enable = Effect.fn("Administration.enable")(function* (target: UserTarget) {
    const { actor, instance, userId } = target
    yield* setDisabled(target, Option.none())
    yield* audit(actor, "user_enabled", { instanceId: instance.id, userId })
  }, transaction.run)

  return Administration.of({ search, find, endSession, endSessions, disable, enable })
})

/** The use case over its ports. @since 0.1.0 */
export const layer: Layer.Layer<
  Administration,
  never,
  AuditLog | Identifiers | SessionRepository | Transaction | UserRepository
> = Layer.effect(Administration, make)
