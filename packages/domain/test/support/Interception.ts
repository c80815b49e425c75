/** Records every call of a port, and runs effects before calls, so that a test can make one fail or wait. */
import { SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { Ports } from "@latchkey/domain/Domain"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import { ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { PersonalData } from "@latchkey/domain/personal-data/PersonalData"
import { PersonalTokenRepository } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { FactorRecoveryRepository } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"

interface Intercepted {
  readonly AttemptCounts: AttemptCounts["Type"]
  readonly AuditLog: AuditLog["Type"]
  readonly IdentityRepository: IdentityRepository["Type"]
  readonly IdGenerator: IdGenerator["Type"]
  readonly InstanceRemoval: InstanceRemoval["Type"]
  readonly InstanceRepository: InstanceRepository["Type"]
  readonly FactorRecoveryRepository: FactorRecoveryRepository["Type"]
  readonly FormerEmails: FormerEmails["Type"]
  readonly InvitationRepository: InvitationRepository["Type"]
  readonly CustomEmailRepository: CustomEmailRepository["Type"]
  readonly EmailOutbox: EmailOutbox["Type"]
  readonly EmailSuppressions: EmailSuppressions["Type"]
  readonly MagicLinkRepository: MagicLinkRepository["Type"]
  readonly MailDeliveryLog: MailDeliveryLog["Type"]
  readonly Mailer: Mailer["Type"]
  readonly ApiKeyRepository: ApiKeyRepository["Type"]
  readonly OneTimeTokenRepository: OneTimeTokenRepository["Type"]
  readonly PasswordHasher: PasswordHasher["Type"]
  readonly PasskeyRepository: PasskeyRepository["Type"]
  readonly PersonalData: PersonalData["Type"]
  readonly PersonalTokenRepository: PersonalTokenRepository["Type"]
  readonly RateLimitStore: RateLimitStore["Type"]
  readonly SecondFactorRepository: SecondFactorRepository["Type"]
  readonly SessionRepository: SessionRepository["Type"]
  readonly SignInFailures: SignInFailures["Type"]
  readonly SigningKeyRepository: SigningKeyRepository["Type"]
  readonly TokenGenerator: TokenGenerator["Type"]
  readonly Transaction: Transaction["Type"]
  readonly UserRepository: UserRepository["Type"]
  readonly WebhookQueue: WebhookQueue["Type"]
  readonly WebhookRepository: WebhookRepository["Type"]
}

/** The name of a method of a port, such as `Mailer.send`. */
export type Method = {
  [Port in keyof Intercepted]: `${Port}.${Extract<keyof Intercepted[Port], string>}`
}[keyof Intercepted]

export interface Call {
  readonly method: string
  readonly args: ReadonlyArray<unknown>
}

export class Interception extends Context.Tag("@latchkey/domain/test/Interception")<
  Interception,
  {
    /** Returns every call so far, oldest first. */
    readonly calls: Effect.Effect<ReadonlyArray<Call>>
    /** Runs `effect` before every further call of the method. If it fails, the method is not called. */
    readonly before: (method: Method, effect: Effect.Effect<unknown, unknown>) => Effect.Effect<void>
    /** Stops running an effect before the method. */
    readonly release: (method: Method) => Effect.Effect<void>
    readonly intercept: (call: Call, effect: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>
  }
>() {}

const make = Effect.gen(function* () {
  const calls = yield* Ref.make<ReadonlyArray<Call>>([])
  const hooks = yield* Ref.make(HashMap.empty<string, Effect.Effect<unknown, unknown>>())
  return Interception.of({
    calls: Ref.get(calls),
    before: (method, effect) => Ref.update(hooks, (all) => HashMap.set(all, method, effect)),
    release: (method) => Ref.update(hooks, (all) => HashMap.remove(all, method)),
    intercept: (call, effect) =>
      Effect.gen(function* () {
        yield* Ref.update(calls, Arr.append(call))
        const hook = HashMap.get(yield* Ref.get(hooks), call.method)
        yield* Option.getOrElse(hook, () => Effect.void)
        return yield* effect
      })
  })
})

type Intercept = Interception["Type"]["intercept"]

/** Returns the ports, of which one is intercepted. */
const intercepted =
  <Port extends string, Id extends Ports, Service extends object>(
    tag: Context.TagClass<Id, `@latchkey/domain/${Port}`, Service>
  ) =>
  (ports: Context.Context<Ports>, intercept: Intercept): Context.Context<Ports> => {
    const through = (method: string, args: ReadonlyArray<unknown>, result: unknown) =>
      Effect.isEffect(result) ? intercept({ method, args }, result as Effect.Effect<unknown, unknown>) : result
    const proxy = new Proxy(Context.get(ports, tag), {
      get: (target, property) => {
        const method = `${tag.key.replace("@latchkey/domain/", "")}.${String(property)}`
        const member: unknown = Reflect.get(target, property)
        return typeof member === "function"
          ? (...args: ReadonlyArray<unknown>) => through(method, args, Reflect.apply(member, target, args))
          : through(method, [], member)
      }
    })
    return Context.add(ports, tag, proxy)
  }

/** Returns a hasher whose work in a place of the queue is intercepted as if it were a call of the hasher. */
const interceptedHasher = (hasher: PasswordHasher["Type"], intercept: Intercept): PasswordHasher["Type"] => {
  const through = <A>(method: string, args: ReadonlyArray<unknown>, effect: Effect.Effect<A, unknown>) =>
    intercept({ method: `PasswordHasher.${method}`, args }, effect) as Effect.Effect<A>
  const withPlace: (typeof PasswordHasher.Service)["withPlace"] = (options, use) =>
    Effect.zipRight(
      through("withPlace", [options], Effect.void),
      hasher.withPlace(options, (place) =>
        use({
          hash: (password) => through("hash", [password, options], place.hash(password)),
          verify: (password, stored) => through("verify", [password, stored, options], place.verify(password, stored))
        })
      )
    )
  return PasswordHasher.of({
    withPlace,
    hash: (password, options) => through("hash", [password, options], hasher.hash(password, options)),
    verify: (password, stored, options) =>
      through("verify", [password, stored, options], hasher.verify(password, stored, options)),
    needsRehash: hasher.needsRehash,
    adopt: hasher.adopt,
    rewrite: hasher.rewrite,
    decoy: hasher.decoy,
    scheme: hasher.scheme,
    speed: hasher.speed
  })
}

const intercepting = [
  intercepted(AttemptCounts),
  intercepted(AuditLog),
  intercepted(IdentityRepository),
  intercepted(IdGenerator),
  intercepted(InstanceRemoval),
  intercepted(InstanceRepository),
  intercepted(FactorRecoveryRepository),
  intercepted(FormerEmails),
  intercepted(InvitationRepository),
  intercepted(CustomEmailRepository),
  intercepted(EmailOutbox),
  intercepted(EmailSuppressions),
  intercepted(MagicLinkRepository),
  intercepted(MailDeliveryLog),
  intercepted(Mailer),
  intercepted(ApiKeyRepository),
  intercepted(OneTimeTokenRepository),
  intercepted(PasskeyRepository),
  intercepted(PersonalTokenRepository),
  intercepted(RateLimitStore),
  intercepted(SecondFactorRepository),
  intercepted(SessionRepository),
  intercepted(SignInFailures),
  intercepted(SigningKeyRepository),
  intercepted(TokenGenerator),
  intercepted(Transaction),
  intercepted(UserRepository),
  intercepted(WebhookQueue),
  intercepted(WebhookRepository)
]

/** All ports as one layer: every test builds it, and a layer for each port takes ten times as long. */
const everyPort = Layer.effectContext(
  Effect.map(Effect.all([Effect.context<Ports>(), Interception]), ([ports, { intercept }]) =>
    intercepting.reduce(
      (context, through) => through(context, intercept),
      Context.add(ports, PasswordHasher, interceptedHasher(Context.get(ports, PasswordHasher), intercept))
    )
  )
)

/** Returns the ports with an `Interception` around them. */
export const around = <A>(ports: Layer.Layer<A | Ports>): Layer.Layer<A | Ports | Interception> =>
  everyPort.pipe(Layer.provideMerge(Layer.merge(ports, Layer.effect(Interception, make))))

/** Returns the method of every call so far, oldest first, except those of `IdGenerator` and `TokenGenerator`. */
export const callNames = Effect.map(
  Effect.flatMap(Interception, ({ calls }) => calls),
  (calls) => calls.map(({ method }) => method).filter((method) => !/^(IdGenerator|TokenGenerator)\./.test(method))
)

/** Returns the method of every call that the effect makes. */
export const callsOf = <A, E, R>(use: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const previous = (yield* callNames).length
    yield* use
    return (yield* callNames).slice(previous)
  })

/** Returns how often the method was called. */
export const countOf = (method: Method) =>
  Effect.map(
    Effect.flatMap(Interception, ({ calls }) => calls),
    (calls) => calls.filter((call) => call.method === method).length
  )

/** Returns the arguments of each call of the method, oldest first. */
export const argsOf = (method: Method) =>
  Effect.map(
    Effect.flatMap(Interception, ({ calls }) => calls),
    (calls) => calls.filter((call) => call.method === method).map(({ args }) => args)
  )

/** Runs `effect` before every further call of the method. If it fails, the method is not called. */
export const before = (method: Method, effect: Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(Interception, (interception) => interception.before(method, effect))

/** Stops running an effect before the method. */
export const release = (method: Method) => Effect.flatMap(Interception, (interception) => interception.release(method))

/** Runs `effect` before the next call of the method only. If it fails, the method is not called. */
export const beforeNext = (method: Method, effect: Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(Interception, (interception) =>
    interception.before(method, Effect.zipRight(interception.release(method), effect))
  )

/** Makes the next call of the method wait. `reached` waits until it has begun, and `resume` lets it continue. */
export const pauseNext = (method: Method) =>
  Effect.gen(function* () {
    const reached = yield* Deferred.make<void>()
    const resumed = yield* Deferred.make<void>()
    yield* beforeNext(method, Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(resumed)))
    return { reached: Deferred.await(reached), resume: Deferred.succeed(resumed, undefined) }
  })

/** Runs an attempt whose client disconnects when it calls the method, and waits for its end. */
export const disconnectDuring = <A, E, R>(method: Method, attempt: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { reached, resume } = yield* pauseNext(method)
    const fiber = yield* Effect.fork(attempt)
    yield* reached
    // An interruption that is awaited would wait for the call to continue.
    yield* Fiber.interruptFork(fiber)
    yield* resume
    yield* Fiber.await(fiber)
  })
