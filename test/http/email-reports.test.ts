import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as EmailReference from "@latchkey/domain/mail/EmailReference"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as SesReports from "@latchkey/ses/SesReports"
import { asAdmin, instances, newEmail, requestLink, sesHook } from "@latchkey/test-support/contract"
import { quickCrypto, start } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { type Service, startService } from "@latchkey/test-support/Service"
import * as events from "@latchkey/test-support/ses/events"
import * as Sns from "@latchkey/test-support/ses/Sns"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

const suppressions = `${instances}/default/email-suppressions`

let sns: Sns.Sns
let service: Service
const storage = makeInterceptedStorage()
beforeAll(async () => {
  sns = await Sns.startSns()
  service = await startService({
    storage: storage.layer,
    crypto: quickCrypto,
    reports: SesReports.layer({ topicArn: Sns.topicArn, fetch: sns.fetch })
  })
})
afterAll(() => service.stop())
afterAll(() => sns.stop())

/** Sends a message as SNS does. */
const notify = (message: unknown, headers: Record<string, string> = {}) =>
  service.browser().send("POST", sesHook, {
    headers: {
      "content-type": "text/plain; charset=UTF-8",
      "user-agent": "Amazon Simple Notification Service Agent",
      ...headers
    },
    body: typeof message === "string" ? message : JSON.stringify(message)
  })

const linkRequest = (email: string) => service.browser().post(requestLink, { email })

/** Sends a magic link, and returns how SES refers to it. */
const sentTo = async (email: string) => {
  service.advance(1000)
  await linkRequest(email)
  await service.deliver()
  const sent = (await service.emails()).filter(({ to }) => to === email).at(-1)
  return sent?.reference ?? ""
}

const suppressed = async () => {
  const { json } = await service.browser().get(suppressions, asAdmin)
  return (json["emailSuppressions"] as ReadonlyArray<{ email: string }>).map(({ email }) => email)
}

describe("POST /v1/hooks/ses", () => {
  test("suppresses the address of an email that bounced, and no other address that the message names", async () => {
    const [email, victim] = [newEmail(), newEmail()]
    const reference = await sentTo(email)
    const Message = events.bounce({ reference, recipients: [victim, email] })
    const reply = await notify(sns.message(new Date(), { Message }))
    expect([reply.status, reply.json]).toEqual([200, { ok: true }])
    expect(await suppressed()).toEqual([email])
  })

  test("suppresses after a complaint, and requests for the address get the same reply and no email", async () => {
    const [email, other] = [newEmail(), newEmail()]
    const Message = events.complaint({ reference: await sentTo(email), form: "notificationType" })
    await notify(sns.message(new Date(), { Message, SignatureVersion: "1" }))
    expect(await suppressed()).toContain(email)
    const count = (await service.emails()).length
    service.advance(1000)
    const [ofSuppressed, ofOther] = [await linkRequest(email), await linkRequest(other)]
    expect([ofSuppressed.status, ofSuppressed.text]).toEqual([ofOther.status, ofOther.text])
    await service.deliver()
    expect((await service.emails()).slice(count).map(({ to }) => to)).toEqual([other])
    const found = await service.run(Effect.flatMap(MailDeliveryLog, ({ list }) => list(defaultId, 10)))
    expect(found.find((delivery) => delivery.email === email)).toMatchObject({
      state: "discarded",
      reason: Option.some("suppressed")
    })
  })

  test("confirms the subscription of its topic", async () => {
    const reply = await notify(sns.confirmation(new Date()))
    expect([reply.status, reply.json]).toEqual([200, { ok: true }])
    expect(sns.requests.at(-1)).toContain("Action=ConfirmSubscription")
  })

  test("rejects what is forged, old, of another topic or of another certificate with 403, and changes nothing", async () => {
    const Message = events.bounce({ reference: await sentTo(newEmail()) })
    const now = new Date()
    const before = await suppressed()
    const rejected = [
      { ...sns.message(now, { Message }), MessageId: "another" },
      sns.message(new Date(Date.now() - 86_400_000), { Message }),
      sns.message(now, { Message, TopicArn: `${Sns.topicArn}-2` }),
      sns.message(now, { Message, SigningCertURL: "https://evil.example/SimpleNotificationService-0.pem" })
    ]
    for (const message of rejected) {
      const reply = await notify(message)
      expect([reply.status, reply.json["code"]]).toEqual([403, "email_report_rejected"])
    }
    expect(await suppressed()).toEqual(before)
  })

  test("rejects other bodies: 400, 413 and 415", async () => {
    expect((await notify("hello")).status).toBe(400)
    expect((await notify({ Type: "Notification" })).json["code"]).toBe("invalid_request")
    expect((await notify(sns.message(new Date(), { Message: "a".repeat(1_048_576) }))).status).toBe(413)
    expect((await notify(sns.message(new Date()), { "content-type": "text/html" })).status).toBe(415)
  })

  test("takes several at once, each once", async () => {
    const emails = [newEmail(), newEmail(), newEmail()]
    const references: Array<string> = []
    for (const email of emails) references.push(await sentTo(email))
    const messages = references.map((reference) => sns.message(new Date(), { Message: events.bounce({ reference }) }))
    const replies = await Promise.all([...messages, ...messages].map((message) => notify(message)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect((await suppressed()).filter((email) => emails.includes(email)).sort()).toEqual(emails)
  })

  test("responds with 503 in an outage, so that SNS tries again", async () => {
    const email = newEmail()
    const message = sns.message(new Date(), { Message: events.bounce({ reference: await sentTo(email) }) })
    storage.intercept((call) =>
      call === "MailDeliveryLog.report" ? new PersistenceError({ cause: new Error("connection lost") }) : Effect.void
    )
    const reply = await notify(message)
    expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "2"])
    storage.reset()
    expect((await notify(message)).status).toBe(200)
    expect(await suppressed()).toContain(email)
  })

  test("is 404 without a topic", async () => {
    const other = await start()
    const reply = await other.browser().post(sesHook, sns.message(new Date()))
    expect([reply.status, reply.json["code"]]).toEqual([404, "not_found"])
    await other.stop()
  })
})

describe("Suppressed addresses in the admin API", () => {
  const suppress = async (email: string) => {
    const reference = await sentTo(email)
    await notify(sns.message(new Date(), { Message: events.bounce({ reference }) }))
    return Option.getOrThrow(EmailReference.parse(reference)).emailId
  }

  test("are listed page by page, with what happened", async () => {
    const emails = [newEmail(), newEmail()]
    const ids = [await suppress(emails[0] ?? ""), await suppress(emails[1] ?? "")]
    const page = async (query: string) => (await service.browser().get(`${suppressions}?${query}`, asAdmin)).json
    const first = await page("limit=1")
    expect(first["emailSuppressions"]).toEqual([
      {
        emailId: ids[1],
        email: emails[1],
        reason: "bounce",
        detail: "Permanent/General",
        suppressedAt: expect.any(String)
      }
    ])
    const second = await page(`limit=1&cursor=${first["nextCursor"]}`)
    expect(second["emailSuppressions"]).toMatchObject([{ emailId: ids[0] }])
    expect((await page("cursor=nonsense"))["errors"]).toEqual([
      { field: "cursor", reason: "is not the cursor of a page" }
    ])
  })

  test("get emails again once an operator lifts the suppression, which is in the audit log without the address", async () => {
    const email = newEmail()
    const emailId = await suppress(email)
    const lift = () => service.browser().send("DELETE", `${suppressions}/${emailId}`, { headers: asAdmin })
    const reply = await lift()
    expect([reply.status, reply.json]).toEqual([200, { ok: true }])
    expect((await lift()).status).toBe(404)
    expect(await service.lastLink(email)).toContain("token=")
    const count = (await service.emails()).length
    await sentTo(email)
    expect((await service.emails()).length).toBe(count + 1)
    const [entry] = await service.run(Effect.flatMap(AuditLog, ({ list }) => list({ before: Option.none(), limit: 1 })))
    expect(entry).toMatchObject({ action: "email_suppression_lifted", actor: "admin_api", detail: emailId })
  })

  test("need the admin key", async () => {
    for (const reply of [
      await service.browser().get(suppressions),
      await service.browser().send("DELETE", `${suppressions}/default`)
    ])
      expect(reply.json["code"]).toBe("unauthenticated")
  })
})
