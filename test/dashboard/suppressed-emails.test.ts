import { defaultId } from "@latchkey/domain/instance/Instance"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { newEmail } from "@latchkey/test-support/contract"
import { signedIn } from "@latchkey/test-support/operator"
import * as Samples from "@latchkey/testkit/Samples"
import { Email } from "@latchkey/domain/core/Email"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"

const path = "/dashboard/instances/default/suppressed"

const { operator, service } = operatorScene()

const suppress = async (email: string, fields: Parameters<typeof Samples.emailSuppression>[1] = {}) => {
  const suppression = Samples.emailSuppression(defaultId, { email: Email.make(email), ...fields })
  await service().run(Effect.flatMap(EmailSuppressions, ({ put }) => put(suppression)))
  return suppression
}

describe("The suppressed addresses of an instance", () => {
  test("are listed with what happened, and get emails again", async () => {
    const email = newEmail()
    const { emailId } = await suppress(email, { reason: "complaint", detail: "abuse" })
    const emails = await operator().get("/dashboard/instances/default/emails")
    expect(emails.text).toContain(`href="${path}">Suppressed addresses</a>`)
    const listed = await operator().get(path)
    expect(listed.text).toContain(email)
    expect(listed.text).toMatch(/Complaint<\/span><\/td>\s*<td [^>]*><code>abuse<\/code><\/td>\s*<td [^>]*><time /)
    const lifted = await operator().submit(`${path}/${emailId}/lift`, {})
    expect([lifted.status, lifted.headers["location"]]).toEqual([303, `${path}?done=lifted`])
    const after = await operator().get(`${path}?done=lifted`)
    expect(after.text).toContain("The address gets emails again.")
    expect(after.text).not.toContain(email)
    expect((await operator().submit(`${path}/${emailId}/lift`, {})).status).toBe(404)
    expect((await operator().get("/dashboard/audit")).text).toContain("Address gets emails again")
  })

  test("are shown fifty per page", async () => {
    for (let count = 0; count < 51; count++) await suppress(newEmail())
    const first = await operator().get(path)
    expect(first.text.match(/\/lift"/g)).toHaveLength(50)
    const [, next = ""] = /rel="next" href="([^"]*)"/.exec(first.text) ?? []
    const second = await operator().get(next.replaceAll("&#x2F;", "/").replaceAll("&amp;", "&"))
    expect(second.text.match(/\/lift"/g)).toHaveLength(1)
  })
})

/** Stores a hundred emails that were sent now, of which six bounced. */
const sendWithBounces = Effect.gen(function* () {
  const outbox = yield* EmailOutbox
  const deliveries = yield* MailDeliveryLog
  const at = yield* DateTime.now
  for (let count = 0; count < 100; count++) {
    const email = Samples.queuedEmail(defaultId, { requestedAt: at })
    yield* outbox.enqueue(email)
    yield* outbox.complete(defaultId, email.id, { state: "sent", at, reason: Option.none(), detail: Option.none() })
    if (count < 6) yield* deliveries.report(defaultId, email.id, { report: "bounce", at })
  }
})

describe("A poor reputation of the sender", () => {
  test("is a notice on the overview and beside the emails, until the share has fallen", async () => {
    await service().run(sendWithBounces)
    const notice = "more than 5% of this instance&#39;s emails of the last 24 hours bounced"
    const overview = "/dashboard/instances/default"
    for (const page of [overview, `${overview}/emails`])
      expect((await operator().get(page)).text, page).toContain(notice)
    expect((await operator().get(`${overview}/emails`)).text).toContain(">Bounced</span>")
    service().advance(86_400_000)
    const later = await signedIn(service())
    for (const page of [overview, `${overview}/emails`])
      expect((await later.get(page)).text, page).not.toContain(notice)
  })
})
