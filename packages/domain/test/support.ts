/** Every use case over the adapters in memory, and the words in which the tests speak of them. */
import { it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import * as Utils from "effect/Utils"
import * as Domain from "@latchkey/domain/Domain"
import { Email } from "@latchkey/domain/core/Email"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId, defaultInstance, Instance, type Plan } from "@latchkey/domain/instance/Instance"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import * as Password from "@latchkey/domain/password/Password"
import type { PasswordPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"
import type { RateLimits } from "@latchkey/domain/instance/RateLimits"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import type * as Browser from "./support/Browser.ts"
import * as Interception from "./support/Interception.ts"

export const baseUrl = "https://auth.example.com"

/** Every port, in memory. */
export const ports = Layer.mergeAll(
  InsecurePasswordHasher.layer,
  Memory.layer,
  MemoryIdGenerator.layer,
  MemoryMailer.layer,
  MemoryTokenGenerator.layer,
  PublicUrls.layer(baseUrl)
)

/** Every use case, with what it stands on. */
export const layer = Layer.provideMerge(Domain.layer, Interception.around(ports))

/** A test with a service of its own, on a clock that stands still at 0. */
export const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof layer> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, layer))

/** What became of an attempt: `"ok"`, or the name of the error. */
export const outcome = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.match(attempt, { onSuccess: () => "ok", onFailure: (error): string => error._tag })

/** By value, also of what is redacted: that looks all alike to a deep comparison. */
export const areSame = <A>(actual: A, expected: NoInfer<A>): boolean =>
  Utils.structuralRegion(() => Equal.equals(actual, expected))

/** Lets time pass until a millisecond before the duration is over. */
export const almost = (duration: Duration.DurationInput) =>
  TestClock.adjust(Duration.subtract(duration, Duration.millis(1)))

/** Lets one millisecond pass. */
export const oneMilli = TestClock.adjust("1 millis")

export const email = (address: string): Email => Email.make(address)
export const ann = email("ann@example.com")
export const ben = email("ben@example.com")

export const password = (text: string): Password.Password => Either.getOrThrow(Password.parse(text))
export const rightPassword = password("correct horse battery staple")
export const wrongPassword = password("incorrect horse battery staple")
export const newPassword = password("another horse, another staple")

/** The default instance with other settings. */
export const instance = (fields: Partial<ConstructorParameters<typeof Instance>[0]>): Instance =>
  new Instance({ ...defaultInstance, ...fields })

/** An instance with the same settings as the default one; it is not stored. */
export const otherInstance = instance({ id: InstanceId.make("inst_01890a5d-ac96-774b-bcce-b302099a8057") })

/** Everything that a policy can ask for. */
export const strictPolicy: PasswordPolicy = {
  minLength: 12,
  requireUppercase: true,
  requireLowercase: true,
  requireNumber: true,
  requireSpecial: true
}

/** A plan, and a policy that is stored whether the plan includes it or not. */
export const withPolicy = (plan: Plan, passwordPolicy: PasswordPolicy) => ({
  plan,
  sessionConfig: { ...defaultInstance.sessionConfig, passwordPolicy }
})

/** The default instance with other budgets. */
export const limited = (rateLimits: Partial<RateLimits>): Instance =>
  instance({ rateLimits: { ...defaultInstance.rateLimits, ...rateLimits } })

/** The store does not answer. */
export const outage = Effect.fail(new PersistenceError({ cause: new Error("connection lost") }))

/** The stored user of the default instance. */
export const storedUser = (address: Email) =>
  Effect.flatMap(UserRepository, (users) => users.findByEmail(defaultId, address))

/** Ends every session of the stored user, and answers how many there were. */
export const endSessionsOf = (address: Email) =>
  Effect.gen(function* () {
    const user = Option.getOrThrow(yield* storedUser(address))
    return yield* (yield* SessionRepository).revokeAll(user.instanceId, user.id)
  })

/** The token of the link in a text; nothing when there is no link. */
export const tokenIn = (text: string): string =>
  /\/v1\/auth\/magic-link\/verify\?token=([\w-]{43})\b/.exec(text)?.[1] ?? ""

/** The token in the newest mail to that address, after all that waits was sent. */
export const mailedToken = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* MagicLinkDispatcher).dispatch
    const { lastLinkTo } = yield* MemoryMailer.Sent
    return tokenIn(Option.getOrThrow(yield* lastLinkTo(address)))
  })

/** Asks for a link in that browser, and answers the token that was mailed. */
export const linkFor = (browser: Browser.Browser, address: Email) =>
  Effect.zipRight(browser.askForLink(address), mailedToken(address))
