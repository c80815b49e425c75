/**
 * The hashes that sign-in verifies where there is no account or no password. Their schemes have the same proportions as
 * those of the accounts, so that the time of an attempt does not expose whether there is an account.
 */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import type * as Redacted from "effect/Redacted"
import type { PasswordScheme, PasswordSchemes, SchemeShare } from "../../account/PasswordScheme.ts"
import { type PasswordHash, UserRepository } from "../../account/UserRepository.ts"
import type { Email } from "../../core/Email.ts"
import type { PersistenceError } from "../../core/Errors.ts"
import * as FailureReason from "../../core/FailureReason.ts"
import type { InstanceId } from "../../core/Ids.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { PasswordHasher } from "../PasswordHasher.ts"

/** Two minutes: how long shares are used before they are read again. */
export const refreshInterval = Duration.minutes(2)

/** The most schemes that are considered, the most frequent ones. Each costs every attempt one HMAC. */
const maxSchemes = 64

type Mac = (key: Redacted.Redacted, text: string) => string

/** 2^52: as many values as 13 hexadecimal digits have. */
const range = 2 ** 52

/**
 * Draws a scheme for an address, each with the probability of its share: the same one as long as the shares stay. If
 * they change, few addresses change: only towards a scheme that has grown, or away from one that has shrunk (weighted
 * rendezvous hashing, Resch 2015). So the decoys move from the schemes of other systems to Latchkey's own as accounts
 * do.
 */
export const draw = (
  mac: Mac,
  key: Redacted.Redacted,
  email: Email,
  shares: Arr.NonEmptyReadonlyArray<SchemeShare>
): PasswordScheme => {
  const score = ({ scheme, share }: SchemeShare) => {
    const point = (Number.parseInt(mac(key, `${scheme} ${email}`).slice(0, 13), 16) + 0.5) / range
    return -Math.log(point) / share
  }
  return Arr.min(
    Arr.map(shares, (share) => ({ scheme: share.scheme, score: score(share) })),
    Order.mapInput(Order.number, ({ score }: { readonly score: number }) => score)
  ).scheme
}

/** Returns the hash to verify for an address without one. */
export type DecoyFor = (instanceId: InstanceId, email: Email) => Effect.Effect<PasswordHash, PersistenceError>

interface Entry {
  readonly hashFor: (email: Email) => PasswordHash
  readonly staleAt: number
}

const mostFrequent = (shares: ReadonlyArray<SchemeShare>) =>
  Arr.take(Arr.sort(shares, Order.reverse(Order.mapInput(Order.number, ({ share }: SchemeShare) => share))), maxSchemes)

/**
 * Makes the function. It reads the shares of an instance at its first attempt, and then in the background every two
 * minutes at most, whatever the address is. `dummyHash`: the decoy while all accounts have hashes with the current
 * parameters, and for hashes that cannot be verified, which cost the same.
 */
export const make = Effect.fnUntraced(function* (dummyHash: PasswordHash) {
  const { decoy, needsRehash } = yield* PasswordHasher
  const { mac } = yield* TokenGenerator
  const scope = yield* Effect.scope
  const users = yield* UserRepository
  const entries = new Map<InstanceId, Entry>()
  const refreshing = new Set<InstanceId>()

  const decoyOf = (scheme: PasswordScheme) => Option.getOrElse(decoy(scheme), () => dummyHash)

  const hashFor = ({ key, shares }: PasswordSchemes): Entry["hashFor"] => {
    const drawn = mostFrequent(shares)
    const hashes = new Map(drawn.map(({ scheme }) => [scheme, decoyOf(scheme)]))
    if (!Arr.isNonEmptyReadonlyArray(drawn) || ![...hashes.values()].some(needsRehash)) return () => dummyHash
    return (email) => hashes.get(draw(mac, key, email, drawn)) ?? dummyHash
  }

  const load = Effect.fnUntraced(function* (instanceId: InstanceId) {
    const schemes = yield* users.passwordSchemes(instanceId)
    const staleAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(refreshInterval)
    const entry: Entry = { hashFor: hashFor(schemes), staleAt }
    entries.set(instanceId, entry)
    return entry
  })

  // Uninterruptible: otherwise a client that disconnects now could leave the instance marked as being read for good.
  const refresh = (instanceId: InstanceId) =>
    Effect.suspend(() => {
      refreshing.add(instanceId)
      return load(instanceId).pipe(
        Effect.catchAll((error) =>
          Effect.logWarning("The schemes of password hashes could not be read", FailureReason.ofError(error))
        ),
        Effect.ensuring(Effect.sync(() => refreshing.delete(instanceId))),
        Effect.forkIn(scope)
      )
    }).pipe(Effect.uninterruptible)

  const current = (instanceId: InstanceId) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const entry = entries.get(instanceId)
      if (entry === undefined) return load(instanceId)
      if (now < entry.staleAt || refreshing.has(instanceId)) return Effect.succeed(entry)
      return Effect.as(refresh(instanceId), entry)
    })

  const decoyFor: DecoyFor = (instanceId, email) => Effect.map(current(instanceId), (entry) => entry.hashFor(email))
  return decoyFor
})
