import { type DeliveryReason, EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { languages } from "../../src/dashboard/core/DashboardLanguage.ts"
import { topicOf, reasonOf } from "../../src/dashboard/mail/EmailDeliveriesPage.ts"

const [{ texts }] = languages

describe("The reason why an email was delayed or not sent", () => {
  const text = (reason: DeliveryReason, detail?: string) =>
    Option.map(
      reasonOf(texts, { reason: Option.some(reason), detail: Option.fromNullable(detail) }),
      ({ source }) => source
    )

  it("is in words", () => {
    assert.deepStrictEqual(text("unavailable"), Option.some("the provider was unavailable"))
  })

  it("includes the provider's own name for it, escaped", () => {
    assert.deepStrictEqual(text("rejected", "<b>"), Option.some("the provider rejected it (<code>&lt;b&gt;</code>)"))
  })

  it("is missing for an email that was sent", () => {
    assert.isTrue(Option.isNone(reasonOf(texts, { reason: Option.none(), detail: Option.none() })))
  })
})

describe("What an email is about", () => {
  it("is in words, also if this version does not know it", () => {
    assert.strictEqual(topicOf(texts, { kind: EmailKind.make("magic_link") }), "sign-in link")
    assert.strictEqual(topicOf(texts, { kind: EmailKind.make("account_claimed") }), "password removed")
    assert.strictEqual(topicOf(texts, { kind: EmailKind.make("password_reset") }), "new password")
    assert.strictEqual(topicOf(texts, { kind: EmailKind.make("sign_up") }), "sign-up")
    assert.strictEqual(topicOf(texts, { kind: EmailKind.make("email_change") }), "new email address")
    assert.strictEqual(topicOf(texts, { kind: EmailKind.make("from_the_future") }), "from the future")
  })
})
