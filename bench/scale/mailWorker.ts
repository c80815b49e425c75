// A replica of the service, as far as mail is concerned: a process of its own with a dispatcher.
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import * as MagicLinkDispatcher from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Database from "./Database.ts"

export interface Orders {
  readonly databaseUrl: string
  readonly mailUrl: string
}

const mailer = (endpoint: string) =>
  SesMailer.layer({
    from: "Latchkey <no-reply@example.com>",
    credentials: Option.some({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: Redacted.make("secret") }),
    region: Option.some("eu-west-1"),
    endpoint: Option.some(endpoint)
  })

/** As `latchkey serve` puts them together. */
const worker = ({ databaseUrl, mailUrl }: Orders) =>
  MagicLinkDispatcher.layerWorker("500 millis").pipe(
    Layer.provide(MagicLinkDispatcher.layer),
    Layer.provide([mailer(mailUrl), NodeTokenGenerator.layer, PublicUrls.layer("https://auth.example.com")]),
    Layer.provide(Database.layer(Redacted.make(databaseUrl), 10)),
    Layer.tap(() => Effect.sync(() => process.send?.("ready")))
  )

process.once("message", (orders: Orders) => {
  Effect.runFork(Layer.launch(worker(orders)))
})
process.once("disconnect", () => process.exit())
