import { assert, describe } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as ForgetAddress from "@latchkey/domain/mail/ForgetAddress"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ann, ben, test } from "../support.ts"

describe("ForgetAddress", () => {
  test(
    "removes emails, their results and failed sign-ins of the address, keeps its suppression, and leaves others alone",
    Effect.gen(function* () {
      const failures = yield* SignInFailures
      const outbox = yield* EmailOutbox
      const suppressions = yield* EmailSuppressions
      const owners = yield* Effect.forEach([ann, ben], (email) =>
        Effect.gen(function* () {
          const owner = yield* Samples.storedUser(defaultId, { email })
          const result = { state: "sent", at: Samples.now, reason: Option.none(), detail: Option.none() } as const
          const sent = Samples.queuedEmail(defaultId, { email })
          yield* outbox.enqueue(sent)
          yield* outbox.complete(defaultId, sent.id, result)
          yield* outbox.enqueue(Samples.queuedEmail(defaultId, { email }))
          yield* failures.record({ instanceId: defaultId, email, now: Samples.now })
          yield* suppressions.put(Samples.emailSuppression(defaultId, { email }))
          return owner
        })
      )
      const forget = yield* ForgetAddress.make
      yield* forget(defaultId, ann)

      const until = Samples.plus(Samples.day)
      const queued = yield* outbox.lease({ now: Samples.plus(Samples.minute), until, limit: 10 })
      assert.deepStrictEqual(
        queued.map(({ email }) => email),
        [ben]
      )
      const results = yield* (yield* MailDeliveryLog).list(defaultId, 10)
      assert.notInclude(
        results.map(({ email }) => email),
        ann
      )
      assert.deepStrictEqual(yield* Effect.forEach(owners, failures.count), [0, 1])
      assert.isTrue(Option.isSome(yield* suppressions.find(defaultId, ann)))
    })
  )
})
