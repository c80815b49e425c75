/** Writes the sessions of operators into the audit log: the adapter of `SessionObserver`. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { User, UserRepository } from "../account/UserRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { violated } from "../core/Invariant.ts"
import { Transaction } from "../core/Transaction.ts"
import { isOfOperators } from "../instance/OperatorInstance.ts"
import { type ObservedSession, SessionObserver } from "../session/SessionObserver.ts"
import { actingIn } from "./internal/actingIn.ts"
import { type Operator, ofUser, toUser } from "./Operator.ts"
import { auditActions } from "./OperatorRecords.ts"
import { unnamed } from "./OperatorUsers.ts"

const isNew = ({ joinedAt }: Operator): boolean => Option.isNone(joinedAt)

const stays = "The address and the external id stay"

/** Makes the service. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const operatorOf = ({ instanceId, userId }: ObservedSession) =>
    Effect.map(
      users.findById(instanceId, userId),
      Option.flatMap((user) => ofUser(user))
    )

  const actorOf = ({ caller, id, userId }: ObservedSession, operator: Option.Option<Operator>) =>
    actingIn({ id, operator, isWithKey: userId === unnamed.adminKey }, caller.ipAddress)

  /** Notes when an operator has first signed in. */
  const join = Effect.fnUntraced(function* ({ instanceId, userId }: ObservedSession) {
    const locked = yield* users.findByIdForUpdate(instanceId, userId)
    const operator = Option.filter(
      Option.flatMap(locked, (user) => ofUser(user)),
      isNew
    )
    if (Option.isNone(locked) || Option.isNone(operator)) return
    const joinedAt = Option.some(yield* DateTime.now)
    const joined = new User({ ...locked.value, ...toUser({ ...operator.value, joinedAt }) })
    yield* users
      .update(joined, joined.credentialVersion)
      .pipe(Effect.catchTags({ EmailTaken: violated(stays), ExternalIdTaken: violated(stays) }))
  })

  const issued: (typeof SessionObserver.Service)["issued"] = Effect.fnUntraced(function* (session) {
    const operator = yield* operatorOf(session)
    if (Option.exists(operator, isNew)) yield* join(session)
    const detail = session.methods.join(" ").replaceAll("_", " ")
    yield* audit(actorOf(session, operator), "dashboard_opened", { detail })
  }, transaction.run)

  const signedOut = (session: ObservedSession) =>
    Effect.flatMap(operatorOf(session), (operator) => audit(actorOf(session, operator), "dashboard_closed"))

  return SessionObserver.of({
    issued: (session) => (isOfOperators(session.instanceId) ? issued(session) : Effect.void),
    signedOut: (session) => (isOfOperators(session.instanceId) ? signedOut(session) : Effect.void)
  })
})

/** The adapter as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SessionObserver, make)
