/**
 * How many passwords can be verified in a second with the hashes that the accounts have. Hashes of other systems may
 * take many times as long as Latchkey's own, until their users sign in.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import type { SchemeShare } from "../account/PasswordScheme.ts"
import * as PasswordScheme from "../account/PasswordScheme.ts"
import { UserRepository } from "../account/UserRepository.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { HasherOverloaded } from "./PasswordErrors.ts"
import type { InstanceId } from "../core/Ids.ts"
import { PasswordHasher } from "./PasswordHasher.ts"

/**
 * In passwords per second, while nothing else occupies the threads.
 *
 * - `own`: with hashes as Latchkey makes them now.
 * - `now`: with the hashes that the accounts have.
 * - `others`: the shares of all other schemes, the most frequent ones first. Empty if all hashes are Latchkey's own.
 */
export interface SignInRate {
  readonly own: number
  readonly now: number
  readonly others: ReadonlyArray<SchemeShare>
}

/** 8: how many schemes are measured, the most frequent ones. The others count with the mean of these. */
export const maxMeasured = 8

const byShare = Order.reverse(Order.mapInput(Order.number, ({ share }: SchemeShare) => share))

/**
 * Returns the rate for the shares of an instance. The hasher measures each scheme once. Fails with `HasherOverloaded`
 * if that has no place in the queue.
 */
export const ofShares: (
  shares: ReadonlyArray<SchemeShare>
) => Effect.Effect<SignInRate, HasherOverloaded, PasswordHasher> = Effect.fnUntraced(function* (shares) {
  const { scheme, speed } = yield* PasswordHasher
  const own = yield* speed(scheme)
  const measured = Arr.take(Arr.sort(shares, byShare), maxMeasured)
  const seconds = yield* Effect.forEach(measured, ({ scheme, share }) =>
    Effect.map(speed(scheme), (perSecond) => share / perSecond)
  )
  const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((one, other) => one + other, 0)
  return {
    own,
    now: measured.length === 0 ? own : sum(measured.map(({ share }) => share)) / sum(seconds),
    others: Arr.sort(shares, byShare).filter((one) => one.scheme !== scheme)
  }
})

/** Returns the rate of an instance. Fails as `ofShares` does, and with `PersistenceError`. */
export const of = (
  instanceId: InstanceId
): Effect.Effect<SignInRate, HasherOverloaded | PersistenceError, PasswordHasher | UserRepository> =>
  Effect.gen(function* () {
    const { shares } = yield* Effect.flatMap(UserRepository, (users) => users.passwordSchemes(instanceId))
    return yield* ofShares(shares)
  })

/** Returns `true` if less than half as many users can sign in as with Latchkey's hashes. */
export const isLow = ({ now, own }: SignInRate): boolean => now < own / 2

const percent = (share: number): string => {
  const rounded = Math.round(share * 100)
  return rounded === 0 ? "less than 1 %" : `${rounded} %`
}

const amount = (perSecond: number): string => (perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0))

/** Returns the rate in English, for operators, with the schemes that it is due to. */
export const describe = ({ now, others, own }: SignInRate): string => {
  if (others.length === 0) return `about ${amount(own)} passwords per second`
  const named = others.slice(0, 3).map(({ scheme, share }) => `${percent(share)} ${PasswordScheme.describe(scheme)}`)
  const mix = [...named, ...(others.length > 3 ? ["others"] : [])].join(", ")
  return (
    `about ${amount(now)} passwords per second with the hashes that the accounts have now (${mix}), and about ` +
    `${amount(own)} with Latchkey's own. Each is replaced when its user signs in`
  )
}
