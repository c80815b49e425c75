/**
 * What stores guarantee of challenges, whether they are for passkeys of users or of operators.
 */
import { assert, type Vitest } from "@effect/vitest"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { Transaction } from "@latchkey/domain/core/Transaction"
import type { OperatorChallenge } from "@latchkey/domain/operator/OperatorChallengeRepository"
import { maxPerClient, type PasskeyChallenge } from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Arr from "effect/Array"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome } from "../Assertions.ts"
import { concurrently, untilNoneLeft } from "../Concurrency.ts"

const lifetime = 5 * Samples.minute

type Stored<A> = Effect.Effect<A, PersistenceError>

/** The port of one kind. `sample` makes a challenge to authenticate, `registration` one for an owner who adds a passkey. */
export interface Fixture<C> {
  readonly sample: (fields?: Partial<Pick<PasskeyChallenge, "clientHash" | "expiresAt">>) => C
  readonly registration: C
  readonly put: (challenge: C) => Stored<void>
  readonly consume: (answered: C & { readonly now: DateTime.Utc }) => Stored<Option.Option<C>>
  readonly deleteExpired: (now: DateTime.Utc, limit: number) => Stored<number>
  readonly run: Transaction["Type"]["run"]
}

type AnyChallenge = Pick<PasskeyChallenge, keyof PasskeyChallenge & keyof OperatorChallenge>

/** The tests of a port, by its methods. `fixture` is run in each test. */
export const make = <C extends AnyChallenge, R>(fixture: Effect.Effect<Fixture<C>, unknown, R>) => {
  const setUp = Effect.map(fixture, (challenges) => ({
    challenges,
    stored: (challenge: C) => Effect.as(challenges.put(challenge), challenge),
    answer: (challenge: C, now = Samples.now) => challenges.consume({ ...challenge, now })
  }))

  const consume = (it: Vitest.MethodsNonLive<R>) => {
    it.effect("returns a challenge with every field, once, until the millisecond before it expires", () =>
      Effect.gen(function* () {
        const { answer, challenges, stored } = yield* setUp
        for (const one of [challenges.sample(), challenges.registration]) {
          const challenge = yield* stored(one)
          isNone(yield* answer(challenge, Samples.plus(lifetime)))
          isSome(yield* answer(challenge, Samples.plus(lifetime - 1)), challenge)
          isNone(yield* answer(challenge))
        }
      })
    )

    it.effect("returns none for another challenge, ceremony or client, and keeps it", () =>
      Effect.gen(function* () {
        const { answer, challenges, stored } = yield* setUp
        const challenge = yield* stored(challenges.sample())
        const others = [
          { challengeHash: Samples.tokenHash() },
          { ceremony: "registration" as const },
          { clientHash: Samples.tokenHash() }
        ]
        for (const other of others) isNone(yield* answer({ ...challenge, ...other }))
        isSome(yield* answer(challenge), challenge)
      })
    )

    it.effect("returns it to one of fifty concurrent calls", () =>
      Effect.gen(function* () {
        const { answer, challenges, stored } = yield* setUp
        const challenge = yield* stored(challenges.sample())
        const all = Arr.getRights([...(yield* concurrently(50, () => answer(challenge)))])
        assert.lengthOf(all, 50)
        assert.lengthOf(Arr.getSomes(all), 1)
      })
    )

    it.effect("keeps it if the transaction is rolled back", () =>
      Effect.gen(function* () {
        const { answer, challenges, stored } = yield* setUp
        const challenge = yield* stored(challenges.sample())
        yield* Effect.flip(challenges.run(Effect.zipRight(answer(challenge), Effect.fail("changed my mind"))))
        isSome(yield* answer(challenge), challenge)
      })
    )
  }

  const put = (it: Vitest.MethodsNonLive<R>) => {
    it.effect("keeps the challenges of a client that expire last, and those of other clients", () =>
      Effect.gen(function* () {
        const { answer, challenges, stored } = yield* setUp
        const clientHash = Samples.tokenHash()
        const other = yield* stored(challenges.sample({ expiresAt: Samples.plus(1) }))
        const own = yield* Effect.forEach(Arr.range(1, maxPerClient + 3), (n) =>
          stored(challenges.sample({ clientHash, expiresAt: Samples.plus(1000 * n) }))
        )
        const found = yield* Effect.forEach(own, (challenge) => answer(challenge))
        assert.deepStrictEqual(
          found.map(Option.isSome),
          own.map((_, index) => index >= 3)
        )
        isSome(yield* answer(other), other)
      })
    )

    it.effect("succeeds fifty times concurrently for one client, and the next call leaves no more than the limit", () =>
      Effect.gen(function* () {
        const { answer, challenges, stored } = yield* setUp
        const clientHash = Samples.tokenHash()
        const sample = (n: number) => challenges.sample({ clientHash, expiresAt: Samples.plus(1000 * n) })
        const all = Arr.getRights([...(yield* concurrently(50, (n) => stored(sample(n + 1))))])
        assert.lengthOf(all, 50)
        const last = yield* stored(sample(100))
        const found = yield* Effect.forEach([...all, last], (challenge) => answer(challenge))
        assert.lengthOf(Arr.getSomes(found), maxPerClient)
        isSome(found.at(-1) ?? Option.none(), last)
      })
    )
  }

  const deleteExpired = (it: Vitest.MethodsNonLive<R>) => {
    const expiresAt = Samples.longAgo

    it.effect("deletes up to `limit` from the millisecond of their `expiresAt` on, and keeps others", () =>
      Effect.gen(function* () {
        const { answer, challenges, stored } = yield* setUp
        const deleted = (limit = 100, now = expiresAt) => challenges.deleteExpired(now, limit)
        yield* untilNoneLeft(deleted(1000, Samples.plus(Samples.day, expiresAt)))
        const active = yield* stored(challenges.sample({ expiresAt: Samples.plus(1, expiresAt) }))
        yield* Effect.forEach(Arr.range(1, 3), () => stored(challenges.sample({ expiresAt })))
        assert.strictEqual(yield* deleted(100, Samples.plus(-1, expiresAt)), 0)
        assert.strictEqual(yield* deleted(2), 2)
        assert.strictEqual(yield* deleted(2), 1)
        isSome(yield* answer(active, expiresAt), active)
      })
    )
  }

  return { consume, deleteExpired, put }
}
