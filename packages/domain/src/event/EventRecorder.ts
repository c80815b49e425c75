/** The one place that every change of a user passes. It writes the event and the audit log, and runs the hooks. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AccountHooks, type Hooks } from "../account/AccountHooks.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import * as AppPart from "../core/AppPart.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { InstanceId, UserId } from "../core/Ids.ts"
import { isOfOperators } from "../instance/OperatorInstance.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { type Details, type Event, EventId, type EventType } from "./Event.ts"
import { EventHook } from "./EventHook.ts"
import { EventLog, type NewEvent } from "./EventLog.ts"

const accountHooks = {
  "user.created": "onCreated",
  "user.verified": "onVerified",
  "user.claimed": "onClaimed",
  "user.deleted": "beforeDelete"
} as const satisfies Partial<Record<EventType, keyof Hooks>>

type Hooked = keyof typeof accountHooks

/** Whom a change concerns. The `AccountHooks` get the whole user. */
type SubjectOf<Type> = Type extends Hooked ? User : { readonly instanceId: InstanceId; readonly id: UserId }

/** Who makes a change: someone whom the audit log knows, or the email provider. */
export type ChangedBy = ActingOperator | { readonly actor: "email_provider" }

/** A change of a type, without details if its `data` needs none. `audit`: what the audit log says of it. */
export type Change<Type extends EventType = EventType> = Type extends EventType
  ? {
      readonly type: Type
      readonly user: SubjectOf<Type>
      readonly by: ChangedBy
      readonly audit?: AuditWriter.Entry
    } & (Record<never, never> extends Details<Type>
      ? { readonly details?: Details<Type> }
      : { readonly details: Details<Type> })
  : never

/** The service that records changes, for the use cases that make them. */
export class EventRecorder extends Context.Tag("@latchkey/domain/EventRecorder")<
  EventRecorder,
  {
    /**
     * Records changes of users of one instance, in this order, in the surrounding transaction, after the statements
     * that made them; `user.deleted` before the one that deletes the user. Runs the hook of each change among the app's
     * `AccountHooks`, and then its `EventHook`, and writes what the audit log says of it. Erases the user from older
     * events when it records `user.deleted`. No hook of the app runs for operators, who are not its users, and the
     * audit log names them as it names everyone who uses the dashboard.
     */
    readonly record: (...changes: ReadonlyArray<Change>) => Effect.Effect<void, PersistenceError>

    /**
     * Runs a statement that stores the event of a change with the change. With an `EventHook` it gets none, and runs in
     * a transaction in which the event is recorded afterwards. The audit log says nothing of it.
     */
    readonly recordWith: <E, R>(
      change: Change & { readonly audit?: never },
      statement: (event: Option.Option<NewEvent>) => Effect.Effect<void, E, R>
    ) => Effect.Effect<void, E | PersistenceError, R>
  }
>() {}

/** Makes the service. */
export const make = Effect.gen(function* () {
  const hooks = yield* AppPart.read(AccountHooks)
  const { onEvent } = yield* AppPart.read(EventHook)
  const write = yield* AuditWriter.make<string>({})
  const ids = yield* IdGenerator
  const log = yield* EventLog
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const prepare = Effect.fnUntraced(function* ({ by: { actor }, details = {}, type, user }: Change) {
    const occurredAt = yield* DateTime.now
    const { id: userId, instanceId } = user
    return { id: yield* ids.next(EventId), type, occurredAt, instanceId, userId, actor, details } satisfies NewEvent
  })

  const runAccountHook = (change: Change): Effect.Effect<unknown, PersistenceError> =>
    isHooked(change) ? hooks[accountHooks[change.type]](change.user) : Effect.void

  const runEventHook = (event: Event | undefined) =>
    Option.isSome(onEvent) && event !== undefined ? onEvent.value(event) : Effect.void

  /** Names the operator who changes their own account. */
  const named = ({ id: operatorId, instanceId }: Change["user"]) =>
    Effect.map(
      users.findById(instanceId, operatorId),
      (found): ActingOperator => ({
        actor: "dashboard",
        operatorId,
        ...Option.match(
          Option.flatMap(found, ({ name }) => name),
          { onNone: () => ({}), onSome: (name) => ({ name }) }
        )
      })
    )

  const writeEntry = Effect.fnUntraced(function* ({ audit, by, user }: Change) {
    if (audit === undefined || by.actor === "email_provider") return
    const { id: userId, instanceId } = user
    const isOwn = by.actor === "user" && isOfOperators(instanceId)
    yield* write(isOwn ? yield* named(user) : by, audit.action, { instanceId, userId, detail: audit.detail })
  })

  const runHooks = (change: Change, event: Event | undefined) =>
    isOfOperators(change.user.instanceId)
      ? Effect.void
      : Effect.zipRight(
          runAccountHook(change),
          Effect.suspend(() => runEventHook(event))
        )

  const record: (typeof EventRecorder.Service)["record"] = Effect.fnUntraced(function* (...changes) {
    const [first] = changes
    if (first === undefined) return
    const { instanceId } = first.user
    for (const { type, user } of changes) if (type === "user.deleted") yield* log.erase(instanceId, user.id)
    const events = yield* Effect.forEach(changes, prepare)
    const stored = new Map((yield* log.append(instanceId, events)).map((event) => [event.id, event]))
    for (const [change, { id }] of Arr.zip(changes, events)) {
      yield* runHooks(change, stored.get(id))
      yield* writeEntry(change)
    }
  }, traced("EventRecorder.record"))

  const recordWith: (typeof EventRecorder.Service)["recordWith"] = (change, statement) =>
    Option.isNone(onEvent)
      ? Effect.flatMap(prepare(change), (event) => statement(Option.some(event)))
      : transaction.run(Effect.zipRight(statement(Option.none()), record(change)))

  return EventRecorder.of({ record, recordWith })
})

type HookedChange = Extract<Change, { readonly type: Hooked }>

const isHooked = (change: Change): change is HookedChange => change.type in accountHooks

/** The service as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(EventRecorder, make)
