/** Writes the audit log. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { InstanceId, UserId } from "../core/Ids.ts"
import { type ActingOperator, AuditEntry, AuditId, AuditLog } from "./AuditLog.ts"

/** What an entry is about. */
export interface Subject {
  readonly instanceId?: InstanceId
  readonly userId?: UserId
  readonly detail?: string
}

const maxDetail = 2000

/** What the audit log says of a change, beside who made it and whom it concerns. */
export interface Entry {
  readonly action: string
  readonly detail: string
}

/** Makes the function that returns an entry. `actions`: those of the room, so that it names no other. */
export const entryOf =
  <Action extends string>(_actions: Readonly<Record<Action, string>>) =>
  (action: Action, detail = ""): Entry => ({ action, detail })

/** Makes the function that appends an entry. `actions`: those of the room, so that it names no other. */
export const make = Effect.fnUntraced(function* <Action extends string>(_actions: Readonly<Record<Action, string>>) {
  const ids = yield* IdGenerator
  const log = yield* AuditLog
  return Effect.fnUntraced(function* (by: ActingOperator, action: Action, subject: Subject = {}) {
    const entry = new AuditEntry({
      id: yield* ids.next(AuditId),
      at: yield* DateTime.now,
      actor: by.actor,
      action,
      instanceId: Option.fromNullable(subject.instanceId),
      userId: Option.fromNullable(subject.userId),
      operatorSessionId: Option.fromNullable(by.operatorSessionId),
      operatorId: Option.fromNullable(by.operatorId),
      apiKeyId: Option.fromNullable(by.apiKeyId),
      name: Option.fromNullable(by.name),
      ipAddress: Option.fromNullable(by.ipAddress),
      detail: (subject.detail ?? "").slice(0, maxDetail)
    })
    yield* log.append(entry)
  })
})

/**
 * Formats a patch, one setting after the other: `plan="pro", authConfig.magic_link=true`. With what was there `before`,
 * a setting that changes has its former value: `plan="pro" was="free"`.
 */
export const describePatch = (patch: object, before?: object, path = ""): string =>
  Object.entries(patch)
    .map(([name, value]) => {
      const former: unknown = before?.[name as keyof typeof before]
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        return describePatch(value, former as object | undefined, `${path}${name}.`)
      const [next, last] = [JSON.stringify(value), JSON.stringify(former)]
      return `${path}${name}=${next}${former === undefined || next === last ? "" : ` was=${last}`}`
    })
    .join(", ")
