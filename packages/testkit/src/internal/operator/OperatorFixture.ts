import { Transaction } from "@latchkey/domain/core/Transaction"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import {
  type OperatorInvitation,
  OperatorRepository,
  type OperatorSession
} from "@latchkey/domain/operator/OperatorRepository"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = OperatorAccounts | OperatorRepository | Transaction

export const idleLifetime = Duration.minutes(30)
export const idle = Duration.toMillis(idleLifetime)

export const setUp = Effect.gen(function* () {
  const operators = yield* OperatorRepository
  const invited = (fields: Partial<OperatorInvitation> = {}) =>
    Effect.suspend(() => {
      const invitation = Samples.operatorInvitation(fields)
      return Effect.as(operators.insertInvitation(invitation), invitation)
    })
  const signedIn = (fields: Partial<OperatorSession> = {}) =>
    Effect.suspend(() => {
      const session = Samples.operatorSession(fields)
      return Effect.as(operators.insertSession(session), session)
    })
  const consume = ({ tokenHash }: Pick<OperatorInvitation, "tokenHash">, now = Samples.now) =>
    Effect.map(operators.consumeInvitation([tokenHash], now), Option.isSome)
  const find = ({ tokenHash }: Pick<OperatorSession, "tokenHash">, now = Samples.now) =>
    operators.findActive([tokenHash], { now, idleLifetime })
  const isActive = (session: Pick<OperatorSession, "tokenHash">, now = Samples.now) =>
    Effect.map(find(session, now), Option.isSome)
  // Other tests may use the same store.
  const invitationIds = (now = Samples.now) =>
    Effect.map(operators.listInvitations(now, 1000), (all) => all.map(({ id }) => id))
  const sessionIds = (now = Samples.now) =>
    Effect.map(operators.listSessions({ now, idleLifetime }, 1000), (all) => all.map(({ id }) => id))
  return { consume, find, invited, invitationIds, isActive, operators, sessionIds, signedIn }
})
