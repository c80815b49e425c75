import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Domain from "@latchkey/domain/Domain"
import type { InstancesInCode } from "@latchkey/domain/instance/InstanceErrors"
import * as Memory from "@latchkey/memory/Memory"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Runs before a call to a port, such as `RateLimitStore.consume`. A failure or defect replaces the call. */
export type Before = (call: string) => Effect.Effect<void, InstancesInCode | PersistenceError>

const intercepted = (port: string, service: object, before: Before): object => {
  const wrap = (name: string, member: unknown): unknown => {
    const first = Effect.suspend(() => before(`${port}.${name}`))
    if (Effect.isEffect(member)) return Effect.zipRight(first, member)
    if (typeof member !== "function") return member
    return (...parameters: ReadonlyArray<unknown>) => Effect.zipRight(first, Reflect.apply(member, service, parameters))
  }
  return Object.fromEntries(Object.entries(service).map(([name, member]) => [name, wrap(name, member)]))
}

/** Wraps every port that stores data. Its name is the last part of the key of its tag. */
const intercept = (context: Context.Context<Domain.Storage>, before: Before): Context.Context<Domain.Storage> =>
  Domain.storage.reduce((wrapped, tag) => {
    const port = tag.key.slice(tag.key.lastIndexOf("/") + 1)
    return Context.add(wrapped, tag, intercepted(port, Context.get(context, tag) as object, before))
  }, context)

// A sign-in starts the first of these calls in the background, and a queued email the other one. They may be on their
// way during any request after.
const isBackground = (call: string) => ["UserRepository.passwordSchemes", "MailDeliveryLog.find"].includes(call)

/** Makes storage in memory whose calls a test can record, delay, or let fail, except for those in the background. */
export const makeInterceptedStorage = () => {
  let current: Before = () => Effect.void
  const before: Before = (call) => (isBackground(call) ? Effect.void : current(call))
  const layer = Layer.map(Memory.layer, (context) => intercept(context, before))
  return {
    layer,
    /** Sets what runs before every call, until `reset`. */
    intercept: (next: Before) => {
      current = next
    },
    reset: () => {
      current = () => Effect.void
    },
    /** Lets every call to these ports fail as in an outage; to all ports by default. */
    bringDown: (...ports: ReadonlyArray<string>) => {
      current = (call) =>
        ports.length === 0 || ports.some((port) => call.startsWith(port))
          ? new PersistenceError({ cause: new Error("select * from users where secret = 'sql-canary'") })
          : Effect.void
    },
    /** Runs `use`, and returns the calls that were made meanwhile. */
    callsDuring: async (use: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
      const calls: Array<string> = []
      current = (call) => Effect.sync(() => void calls.push(call))
      await use()
      current = () => Effect.void
      return calls
    }
  }
}

export type InterceptedStorage = ReturnType<typeof makeInterceptedStorage>
