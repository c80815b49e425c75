import { assert, describe } from "@effect/vitest"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import * as OneTimeTokens from "@latchkey/domain/one-time-token/OneTimeTokens"
import * as FailureReason from "@latchkey/domain/core/FailureReason"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Samples from "@latchkey/testkit/Samples"
import * as Cause from "effect/Cause"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { justBefore, oneMilli, test } from "../support.ts"

/** The `state` of a sign-in at another provider (RFC 6749, 10.12), bound to the client. */
const state = OneTimeTokens.make({
  name: "state",
  lifetime: Duration.minutes(10),
  maxPerSubject: 10,
  data: Schema.Struct({
    nonce: Schema.String,
    codeVerifier: Schema.String,
    returnTo: Schema.OptionFromNullOr(Schema.String)
  })
})

/** A device code (RFC 8628), which the device presents alone: it is its own subject. */
const deviceCode = OneTimeTokens.make({
  name: "device_code",
  lifetime: Duration.minutes(10),
  maxPerSubject: 1,
  data: Schema.Struct({ approvedBy: Schema.OptionFromNullOr(Schema.String) })
})

/** The code that a user types to approve a device. Its subject is the code, and its hash is that of the device code. */
const userCode = OneTimeTokens.make({
  name: "user_code",
  lifetime: Duration.minutes(10),
  maxPerSubject: 1,
  data: Schema.Null
})

describe("OneTimeTokens", () => {
  test(
    "fit the state of an identity provider: for its client only, for ten minutes, once",
    Effect.gen(function* () {
      const states = yield* state
      const data = { nonce: "n", codeVerifier: "v", returnTo: Option.some("/") }
      const key = () => ({ instanceId: defaultId, subject: Samples.tokenHash(), tokenHash: Samples.tokenHash() })
      const [first, second] = [key(), key()]
      for (const one of [first, second]) assert.isTrue(yield* states.put({ ...one, data }))
      assert.isTrue(Option.isNone(yield* states.consume({ ...first, subject: second.subject })))
      yield* justBefore("10 minutes")
      assert.deepStrictEqual((yield* states.consume(first)).pipe(Option.map((found) => found.data)), Option.some(data))
      assert.isTrue(Option.isNone(yield* states.consume(first)))
      yield* oneMilli
      assert.isTrue(Option.isNone(yield* states.consume(second)))
    })
  )

  test(
    "fit a device code: approved by its user code once, and then given to the device once",
    Effect.gen(function* () {
      const [devices, users] = [yield* deviceCode, yield* userCode]
      const tokenHash = Samples.tokenHash()
      const device = { instanceId: defaultId, subject: tokenHash, tokenHash }
      const typed = { instanceId: defaultId, subject: "WDJB-MJHT" }
      yield* devices.put({ ...device, data: { approvedBy: Option.none() } })
      yield* users.put({ ...typed, tokenHash, data: null })
      const approvedBy = Effect.map(
        devices.find(device),
        Option.flatMap(({ data }) => data.approvedBy)
      )
      assert.isTrue(Option.isNone(yield* approvedBy))
      const approved = yield* users.consumeAll(typed)
      assert.deepStrictEqual(
        approved.map((found) => found.tokenHash),
        [tokenHash]
      )
      assert.lengthOf(yield* users.consumeAll(typed), 0)
      yield* devices.put({ ...device, data: { approvedBy: Option.some("user") } })
      assert.strictEqual(Option.getOrThrow(yield* approvedBy), "user")
      assert.isTrue(Option.isSome(yield* devices.consume(device)))
      assert.isTrue(Option.isNone(yield* devices.consume(device)))
    })
  )

  test(
    "die of data of another form, and do not show it",
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const expiresAt = DateTime.add(now, { minutes: 1 })
      const token = Samples.oneTimeToken(defaultId, {
        kind: "state",
        data: Redacted.make(`{"nonce":"7351"}`),
        expiresAt
      })
      yield* (yield* OneTimeTokenRepository).put(token, { maxPerSubject: 1, now })
      const cause = yield* Effect.flip(Effect.sandbox((yield* state).find(token)))
      assert.strictEqual(
        FailureReason.ofCause(cause),
        "a defect (InvariantViolation: The data of a token is as its kind has stored it: state)"
      )
      assert.notInclude(Cause.pretty(cause, { renderErrorCause: true }), "7351")
    })
  )
})
