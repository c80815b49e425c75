/**
 * Makes the lines of the audit log.
 *
 * @since 0.1.0
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Actor, type AuditAction, AuditEntry, AuditLog } from "../AuditLog.ts"
import { Identifiers } from "../../core/IdGenerator.ts"
import type { InstanceId, UserId } from "../../core/Ids.ts"

/** What a line says besides who did what. @since 0.1.0 */
export interface Subject {
  readonly instanceId?: InstanceId
  readonly userId?: UserId
  readonly detail?: string
}

const maxDetail = 2000

/** Makes the function that writes a line. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const identifiers = yield* Identifiers
  const log = yield* AuditLog
  return Effect.fnUntraced(function* (actor: Actor, action: AuditAction, subject: Subject = {}) {
    const entry = new AuditEntry({
      id: yield* identifiers.audit,
      at: yield* DateTime.now,
      actor,
      action,
      instanceId: Option.fromNullable(subject.instanceId),
      userId: Option.fromNullable(subject.userId),
      detail: (subject.detail ?? "").slice(0, maxDetail)
    })
    yield* log.append(entry)
  })
})

/** A patch as text, a setting each: `plan="pro", authConfig.magic_link=true`. @since 0.1.0 */
export const describePatch = (patch: object, path = ""): string =>
  Object.entries(patch)
    .map(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? describePatch(value, `${path}${name}.`)
        : `${path}${name}=${JSON.stringify(value)}`
    )
    .join(", ")
