import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { Storage } from "@latchkey/domain/Domain"
import type { InstancesInCode } from "@latchkey/domain/instance/InstanceErrors"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { PersonalData } from "@latchkey/domain/personal-data/PersonalData"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { FactorRecoveryRepository } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Memory from "@latchkey/memory/Memory"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Runs before a call to a port, such as `RateLimitStore.consume`. A failure or defect replaces the call. */
export type Before = (call: string) => Effect.Effect<void, InstancesInCode | PersistenceError>

const intercepted = <S extends object>(port: string, service: S, before: Before): S => {
  const wrap = (name: string, member: unknown): unknown => {
    const first = Effect.suspend(() => before(`${port}.${name}`))
    if (Effect.isEffect(member)) return Effect.zipRight(first, member)
    if (typeof member !== "function") return member
    return (...parameters: ReadonlyArray<unknown>) => Effect.zipRight(first, Reflect.apply(member, service, parameters))
  }
  return Object.fromEntries(Object.entries(service).map(([name, member]) => [name, wrap(name, member)])) as S
}

const intercept = <I, S extends object>(
  port: string,
  tag: Context.Tag<I, S>,
  before: Before
): Layer.Layer<I, never, I> =>
  Layer.effect(
    tag,
    Effect.map(tag, (service) => intercepted(port, service, before))
  )

// A sign-in starts the first of these calls in the background, and a queued email the other one. They may be on their
// way during any request after.
const isBackground = (call: string) => ["UserRepository.passwordSchemes", "MailDeliveryLog.find"].includes(call)

/** Makes storage in memory whose calls a test can record, delay, or let fail, except for those in the background. */
export const makeInterceptedStorage = () => {
  let current: Before = () => Effect.void
  const before: Before = (call) => (isBackground(call) ? Effect.void : current(call))
  const layer: Layer.Layer<Storage> = Layer.mergeAll(
    intercept("AttemptCounts", AttemptCounts, before),
    intercept("AuditLog", AuditLog, before),
    intercept("InstanceRemoval", InstanceRemoval, before),
    intercept("InstanceRepository", InstanceRepository, before),
    intercept("FactorRecoveryRepository", FactorRecoveryRepository, before),
    intercept("FormerEmails", FormerEmails, before),
    intercept("InvitationRepository", InvitationRepository, before),
    intercept("CustomEmailRepository", CustomEmailRepository, before),
    intercept("EmailOutbox", EmailOutbox, before),
    intercept("EmailSuppressions", EmailSuppressions, before),
    intercept("MagicLinkRepository", MagicLinkRepository, before),
    intercept("MailDeliveryLog", MailDeliveryLog, before),
    intercept("ApiKeyRepository", ApiKeyRepository, before),
    intercept("OperatorAccounts", OperatorAccounts, before),
    intercept("OneTimeTokenRepository", OneTimeTokenRepository, before),
    intercept("OperatorPasskeyRepository", OperatorPasskeyRepository, before),
    intercept("OperatorRepository", OperatorRepository, before),
    intercept("PasskeyRepository", PasskeyRepository, before),
    intercept("PersonalData", PersonalData, before),
    intercept("RateLimitStore", RateLimitStore, before),
    intercept("SecondFactorRepository", SecondFactorRepository, before),
    intercept("SessionRepository", SessionRepository, before),
    intercept("SignInFailures", SignInFailures, before),
    intercept("Transaction", Transaction, before),
    intercept("UserRepository", UserRepository, before)
  ).pipe(Layer.provide(Memory.layer))
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
