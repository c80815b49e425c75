/** The hooks of an app, which record their calls, and which a test lets fail. */
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import type { User } from "@latchkey/domain/account/UserRepository"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

type Name = keyof AccountHooks.Hooks
type Reply = Effect.Effect<void, PersistenceError>

/** The app. `reply`: what a hook does from then on, beside recording the call. */
export class App extends Context.Tag("App")<
  App,
  {
    readonly calls: Ref.Ref<ReadonlyArray<readonly [name: Name, user: User]>>
    readonly reply: (name: Name, reply: Reply) => Effect.Effect<void>
  }
>() {}

const makeApp = Effect.gen(function* () {
  const calls = yield* Ref.make<ReadonlyArray<readonly [Name, User]>>([])
  const replies = yield* Ref.make<Partial<Record<Name, Reply>>>({})
  const hook = (name: Name) => (user: User) =>
    Effect.gen(function* () {
      yield* Ref.update(calls, (all) => [...all, [name, user] as const])
      yield* (yield* Ref.get(replies))[name] ?? Effect.void
    })
  const hooks = {
    onCreated: hook("onCreated"),
    onVerified: hook("onVerified"),
    onClaimed: hook("onClaimed"),
    beforeDelete: hook("beforeDelete")
  }
  return Context.make(App, {
    calls,
    reply: (name, reply) => Ref.update(replies, (all) => ({ ...all, [name]: reply }))
  }).pipe(Context.add(AccountHooks.AccountHooks, hooks))
})

/** Returns the use cases of an app with the hooks. */
export const within = <A, E, R>(useCases: Layer.Layer<A, E, R>): Layer.Layer<A | App, E, R> =>
  Layer.provideMerge(useCases, Layer.effectContext(makeApp))

/** What the hooks were called with, oldest first. */
export const calls = Effect.flatMap(App, ({ calls }) => Ref.get(calls))

/** The hooks that were called, oldest first. */
export const names = Effect.map(calls, (all) => all.map(([name]) => name))
