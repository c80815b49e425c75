/** Opens dashboard sessions. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as AuditWriter from "../../audit/AuditWriter.ts"
import { maxUserAgent } from "../../core/Caller.ts"
import { IdGenerator } from "../../core/IdGenerator.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import type { Operator } from "../Operator.ts"
import { auditActions } from "../OperatorRecords.ts"
import { OperatorRepository, type OperatorSignInMethod } from "../OperatorRepository.ts"
import type { OperatorCaller } from "../OperatorSessions.ts"
import { actingIn } from "./actingIn.ts"
import * as DashboardTokens from "./DashboardTokens.ts"
import { OperatorSessionId } from "../../core/Ids.ts"

/** Eight hours: how long a session lasts at most. */
export const lifetime = Duration.hours(8)

const details: Readonly<Record<OperatorSignInMethod, string>> = {
  admin_key: "admin key",
  invitation: "invitation",
  passkey: "passkey"
}

/** A session to open. */
export interface NewSession {
  readonly caller: OperatorCaller
  readonly method: OperatorSignInMethod
  readonly operator: Option.Option<Operator>
}

/** Makes the function that stores a session, and returns its token. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const hashes = yield* DashboardTokens.make
  const ids = yield* IdGenerator
  const operators = yield* OperatorRepository
  const tokens = yield* TokenGenerator

  return Effect.fnUntraced(function* ({ caller, method, operator }: NewSession) {
    const id = yield* ids.next(OperatorSessionId)
    const token = yield* tokens.generate
    const now = yield* DateTime.now
    yield* operators.insertSession({
      id,
      operatorId: Option.map(operator, (found) => found.id),
      tokenHash: Option.isSome(operator) ? hashes.named(token) : hashes.unnamed(caller, token),
      method,
      ipAddress: caller.ipAddress,
      userAgent: (caller.userAgent ?? "").slice(0, maxUserAgent),
      authenticatedAt: now,
      expiresAt: DateTime.addDuration(now, lifetime)
    })
    const by = actingIn({ id, method, operator }, caller.ipAddress)
    yield* audit(by, "dashboard_opened", { detail: details[method] })
    return token
  })
})
