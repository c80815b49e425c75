import { assert, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { untilNoneLeft } from "../Concurrency.ts"
import * as Samples from "../../Samples.ts"
import { type Ports, setUp } from "./OperatorFixture.ts"

export const revokingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("revokes every session and deletes every invitation", () =>
    Effect.gen(function* () {
      const { consume, invitationIds, invited, isActive, operators, sessionIds, signedIn } = yield* setUp
      const [sessions, invitation] = [[yield* signedIn(), yield* signedIn()], yield* invited()]
      assert.isAtLeast(yield* operators.revokeAll, 3)
      for (const session of sessions) assert.isFalse(yield* isActive(session))
      assert.isFalse(yield* consume(invitation))
      assert.deepStrictEqual([...(yield* sessionIds()), ...(yield* invitationIds())], [])
      assert.strictEqual(yield* operators.revokeAll, 0)
    })
  )
}

export const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (millis: number) => Samples.plus(millis, Samples.longAgo)
  const setUpExpired = Effect.gen(function* () {
    const fixture = yield* setUp
    yield* untilNoneLeft(fixture.operators.deleteExpired(old(Samples.day), 1000))
    return fixture
  })

  it.effect("deletes invitations and sessions from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { consume, invited, isActive, operators, signedIn } = yield* setUpExpired
      yield* invited({ expiresAt: old(10) })
      yield* signedIn({ expiresAt: old(10) })
      const later = { authenticatedAt: old(0), expiresAt: old(11) }
      const [invitation, session] = [yield* invited({ expiresAt: old(11) }), yield* signedIn(later)]
      assert.strictEqual(yield* operators.deleteExpired(old(9), 100), 0)
      assert.strictEqual(yield* operators.deleteExpired(old(10), 100), 2)
      assert.strictEqual(yield* operators.deleteExpired(old(10), 100), 0)
      assert.isTrue(yield* isActive(session, old(10)))
      assert.isTrue(yield* consume(invitation, old(10)))
    })
  )

  it.effect("deletes at most `limit` rows per call", () =>
    Effect.gen(function* () {
      const { signedIn, invited, operators } = yield* setUpExpired
      yield* Effect.forEach(Arr.range(1, 4), (millis) => invited({ expiresAt: old(millis) }))
      yield* Effect.forEach(Arr.range(1, 3), (millis) => signedIn({ expiresAt: old(millis) }))
      const batch = operators.deleteExpired(old(4), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch, yield* batch], [3, 3, 1, 0])
    })
  )
}
