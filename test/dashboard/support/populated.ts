import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as SenderRecords from "@latchkey/domain/mail/SenderRecords"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as HttpWebhookSender from "@latchkey/outgoing/HttpWebhookSender"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { quickCrypto, start } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, password, requestLink, signUp } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"

const emails = ["ada@example.com", "grace@example.com", "mary.somerville@example.com", "radia@example.com"]

const countsOf = (index: number) =>
  [
    { attempt: "sign_in", outcome: "ok", count: Math.round(42 + 38 * Math.sin((index - 6) / 4)) },
    { attempt: "sign_up", outcome: "EmailTaken", count: index % 5 },
    { attempt: "sign_in", outcome: "InvalidCredentials", count: 3 + ((index * 7) % 9) },
    { attempt: "sign_in", outcome: "RateLimited", count: index > 16 && index < 20 ? 30 : 0 },
    { attempt: "magic_link_verify", outcome: "PersistenceError", count: index === 9 ? 12 : 0 },
    { attempt: "magic_link_request", outcome: "ok", count: 1000 }
  ].filter(({ count }) => count > 0)

/** Stores the counts of a day: 24 hours and the current one. The day before had less of everything. */
const busyDay = Effect.gen(function* () {
  const now = DateTime.startOf(yield* DateTime.now, "hour")
  const store = yield* AttemptCounts
  const counts = Array.from({ length: 49 }, (_, ago) => {
    const hour = DateTime.subtract(now, { hours: ago })
    const [index, share] = ago <= 24 ? [24 - ago, 1] : [48 - ago, 0.8]
    return countsOf(index).map((count) => ({
      ...count,
      count: Math.ceil(count.count * share),
      instanceId: defaultId,
      hour
    }))
  })
  yield* store.add(counts.flat())
})

const failing = (reason: "permanent" | "transient", detail: string) =>
  Effect.flatMap(Sent, ({ failNext }) =>
    failNext(1, new MailerError({ reason, detail, cause: new Error("never shown") }))
  )

/** Requests an email that is sent, one that the provider rejects, and one that stays queued. */
const requestEmails = async (service: Service) => {
  const request = (email: string) => service.browser().post(requestLink, { email })
  await request("ada@example.com")
  await service.deliver()
  await service.run(failing("permanent", "MessageRejected") as Effect.Effect<void>)
  await request("rejected@example.com")
  await service.deliver()
  await service.run(failing("transient", "TooManyRequestsException") as Effect.Effect<void>)
  await request("grace@example.com")
  await service.deliver()
}

const senderRecords = SenderRecords.layer(
  Effect.succeed(
    Effect.succeed([
      { kind: "SPF", state: "ok", detail: 'example.com has "v=spf1 include:spf.example.net ~all"', toAdd: [] },
      {
        kind: "DMARC",
        state: "problem",
        detail: "example.com has no record",
        toAdd: [{ name: "_dmarc.example.com", type: "TXT", value: "v=DMARC1; p=none" }]
      }
    ])
  )
)

/** Starts a service with data on every page of the dashboard. */
export const startPopulated = async (): Promise<Service> => {
  const webhooks = HttpWebhookSender.layer({ resolve: () => Promise.resolve(["127.0.0.1"]) })
  const service = await start({ crypto: Layer.merge(quickCrypto, senderRecords), webhooks })
  const webhook = { url: "https://app.example.com/hooks/latchkey", types: ["user.created", "user.deleted"] }
  await service.browser().post(`${instances}/default/webhooks`, webhook, asAdmin)
  const google = { kind: "google", clientId: "1234.apps.googleusercontent.com", clientSecret: "secret" }
  await service.browser().post(`${instances}/default/identity-providers`, google, asAdmin)
  for (const email of emails) {
    await service.browser({ "user-agent": firefox }).post(signUp, { email, password })
  }
  await service.instances((all) =>
    all.update(defaultId, { tokenConfig: { personalTokens: true, scopes: ["reports:read"] } })
  )
  const ada = service.browser({ "user-agent": safari })
  await ada.post("/v1/auth/sign-in/email-password", { email: "ada@example.com", password })
  await ada.post("/v1/auth/tokens", { name: "Nightly backup", scopes: ["reports:read"] })
  await service.instances((instances) =>
    instances.create(
      { name: "Acme Shop", plan: "pro", hosts: ["shop.example.com", "acme.example"] },
      { actor: "admin_api" }
    )
  )
  await service.instances((instances) =>
    instances.update(defaultId, { redirectUrl: "https://app.example.com/welcome" }, { actor: "command_line" })
  )
  await service.deliverEvents()
  await requestEmails(service)
  await service.run(busyDay)
  return service
}
