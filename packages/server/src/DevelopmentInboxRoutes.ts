/**
 * @since 0.1.0
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type CaughtMail, DevelopmentInbox } from "./DevelopmentInbox.ts"
import * as DevelopmentInboxPage from "./DevelopmentInboxPage.ts"

const headers = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "content-security-policy": DevelopmentInboxPage.contentSecurityPolicy
}

const toJson = ({ html, links, receivedAt, subject, text, to }: CaughtMail) => ({
  receivedAt: DateTime.formatIso(receivedAt),
  to,
  subject,
  links,
  text,
  html
})

/** `/dev/inbox` for people, `/dev/inbox.json` for programs. @since 0.1.0 */
export const layer: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | DevelopmentInbox> = HttpLayerRouter.use(
  (router) =>
    Effect.flatMap(DevelopmentInbox, ({ mails }) =>
      router.addAll([
        HttpLayerRouter.route(
          "GET",
          "/dev/inbox",
          Effect.map(mails, (all) =>
            HttpServerResponse.setHeaders(HttpServerResponse.html(DevelopmentInboxPage.render(all)), headers)
          )
        ),
        HttpLayerRouter.route(
          "GET",
          "/dev/inbox.json",
          Effect.map(mails, (all) => HttpServerResponse.unsafeJson({ mails: all.map(toJson) }, { headers }))
        )
      ])
    )
)
