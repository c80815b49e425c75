// Dispatches emails in a separate process, as each replica of the service does.
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import * as MagicLinkComposer from "@latchkey/domain/magic-link/MagicLinkComposer"
import * as AccountNoticeComposer from "@latchkey/domain/mail/AccountNoticeComposer"
import { accountChanges } from "@latchkey/domain/rooms"
import * as AccountNotices from "@latchkey/domain/mail/AccountNotices"
import * as EmailComposers from "@latchkey/domain/mail/EmailComposers"
import * as EmailDispatcher from "@latchkey/domain/mail/EmailDispatcher"
import * as PasswordResetComposer from "@latchkey/domain/password-reset/PasswordResetComposer"
import * as RateLimiter from "@latchkey/domain/rate-limit/RateLimiter"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Database from "./Database.ts"

export interface WorkerOptions {
  readonly databaseUrl: string
  readonly emailProviderUrl: string
}

const urls = Layer.provide(BaseUrl.layer, HttpSettings.layer({ baseUrl: "https://auth.example.com" }))

const mailer = (endpoint: string) =>
  SesMailer.layer({
    from: "Latchkey <no-reply@example.com>",
    credentials: Option.some({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: Redacted.make("secret") }),
    region: Option.some("eu-west-1"),
    endpoint: Option.some(endpoint)
  })

const composers = EmailComposers.layer(
  Effect.all([
    AccountNoticeComposer.make(Object.values(accountChanges)),
    MagicLinkComposer.make,
    PasswordResetComposer.make
  ])
)

/** Composed as in `latchkey serve`. */
const worker = ({ databaseUrl, emailProviderUrl }: WorkerOptions) =>
  EmailDispatcher.layerWorker("500 millis").pipe(
    Layer.provide(EmailDispatcher.layer),
    Layer.provide(composers),
    Layer.provide(AccountNotices.layer),
    Layer.provide([mailer(emailProviderUrl), EmailTemplates.layer, NodeIdGenerator.layer, RateLimiter.layer, urls]),
    Layer.provide(NodeTokenGenerator.layer),
    Layer.provide(Database.layer(Redacted.make(databaseUrl), 10)),
    Layer.tap(() => Effect.sync(() => process.send?.("ready")))
  )

process.once("message", (options: WorkerOptions) => {
  Effect.runFork(Layer.launch(worker(options)))
})
process.once("disconnect", () => process.exit())
