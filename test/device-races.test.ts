/** Decisions about devices, and questions of devices, at the same time on a real database. */
import { assert, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { ApproveDevice } from "@latchkey/domain/device-sign-in/ApproveDevice"
import { SignInDevice } from "@latchkey/domain/device-sign-in/SignInDevice"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as Password from "@latchkey/domain/password/Password"
import { SignUp } from "@latchkey/domain/password/SignUp"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as Postgres from "@latchkey/postgres/Postgres"
import { databasesWithCitus } from "@latchkey/test-support/postgres/databases"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const newClient = { ipAddress: "192.0.2.1", clientToken: Option.none(), sessionToken: Option.none() }

/** Of questions at once, the limit would let one through: what is tested here must hold without it. */
const noLimits = Layer.succeed(RateLimitStore, {
  consume: () => Effect.succeed({ isAllowed: true } as const),
  refund: () => Effect.void,
  deleteAll: () => Effect.void,
  deleteExpired: () => Effect.succeed(0)
})

/** A user with a session, and a device that has asked. */
const setUp = Effect.fnUntraced(function* (name: string) {
  const found = yield* (yield* InstanceDirectory).get(defaultId)
  const instance = new Instance({ ...found, tokenConfig: { ...found.tokenConfig, deviceSignIn: true } })
  const password = yield* Password.parse("correct horse battery")
  const email = Email.make(`${name}@example.com`)
  const signedUp = yield* (yield* SignUp).signUp({ instance, email, password, caller: newClient })
  if (signedUp._tag !== "SignedUp" || signedUp.issued._tag !== "SignedIn")
    return yield* Effect.dieMessage(signedUp._tag)
  const { issued } = signedUp
  const [clientToken, sessionToken] = [Option.some(issued.clientToken), Option.some(issued.sessionToken)]
  const caller = { ...newClient, clientToken, sessionToken }
  const devices = yield* SignInDevice
  const { deviceCode, userCode } = yield* devices.start({ instance, caller: newClient, name: Option.none() })
  const { approve, deny } = yield* ApproveDevice
  return {
    approve: approve({ instance, caller, userCode }),
    ask: devices.complete({ instance, caller: newClient, deviceCode: Redacted.value(deviceCode) }),
    deny: deny({ instance, caller, userCode }),
    /** How many sessions the user has, with the one that decides. */
    sessions: Effect.map((yield* Sessions).list({ instance, caller }), ({ sessions }) => sessions.length)
  }
})

const outcomeOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.either(effect), Either.match({ onLeft: ({ _tag }) => _tag as string, onRight: () => "ok" }))

const together = <E, R>(effects: ReadonlyArray<Effect.Effect<string, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

const count = (outcomes: ReadonlyArray<string>, outcome: string) => outcomes.filter((one) => one === outcome).length

for (const { migrated, name } of databasesWithCitus()) {
  const layer = Domain.layer.pipe(
    Layer.provide([
      InsecurePasswordBlocklist.layer,
      InsecurePasswordHasher.layer,
      MemoryIdGenerator.layer,
      MemoryMailer.layer,
      MemoryTokenGenerator.layer,
      PlainEmailTemplates.layer
    ]),
    Layer.provide(BaseUrl.layer),
    Layer.provide(HttpSettings.layer({ baseUrl: "https://auth.example.com" })),
    Layer.provide(Layer.merge(Postgres.layer, noLimits)),
    Layer.provide(migrated)
  )

  it.layer(layer, { timeout: "60 seconds" })(`Devices at once (${name})`, (it) => {
    it.effect("of approvals, refusals and questions, one decision counts, and what it says happens", () =>
      Effect.gen(function* () {
        for (const round of [1, 2, 3]) {
          const { approve, ask, deny, sessions } = yield* setUp(`raced-${round}`)
          const decisions = [1, 2, 3, 4, 5, 6].map((number) => outcomeOf((number + round) % 2 === 0 ? approve : deny))
          const asked = Array.from({ length: 10 }, () => outcomeOf(ask))
          const outcomes = yield* together(
            decisions.flatMap((decision, index) => [decision, ...asked.slice(index, index + 2)])
          )
          const [decided, polled] = [
            outcomes.filter((_, index) => index % 3 === 0),
            outcomes.filter((_, index) => index % 3 !== 0)
          ]
          assert.deepStrictEqual([count(decided, "ok"), count(decided, "InvalidToken")], [1, 5])
          const isApproved = (decided.indexOf("ok") + 1 + round) % 2 === 0
          const last = yield* outcomeOf(ask)
          const issued = count([...polled, last], "ok")
          assert.strictEqual(issued, isApproved ? 1 : 0)
          assert.strictEqual(yield* sessions, 1 + issued)
          const possible = isApproved
            ? ["AuthorizationPending", "InvalidToken", "ok"]
            : ["AuthorizationPending", "DeviceDenied"]
          for (const outcome of [...polled, last]) assert.include(possible, outcome)
          if (!isApproved) assert.strictEqual(last, "DeviceDenied")
        }
      })
    )

    it.effect("fifty questions with one approved code get one session", () =>
      Effect.gen(function* () {
        const { approve, ask, sessions } = yield* setUp("fifty")
        yield* approve
        const outcomes = yield* together(Array.from({ length: 50 }, () => outcomeOf(ask)))
        assert.deepStrictEqual([count(outcomes, "ok"), count(outcomes, "InvalidToken")], [1, 49])
        assert.strictEqual(yield* sessions, 2)
      })
    )
  })
}
