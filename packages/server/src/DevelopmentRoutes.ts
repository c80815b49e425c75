/**
 * What only `latchkey dev` answers: `/dev/inbox` for people, `/dev/inbox.json` for programs, and `/`, which is where a
 * browser arrives that followed a link.
 *
 * @since 0.1.0
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { html } from "@latchkey/http/Html"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type CaughtMail, DevelopmentInbox } from "./DevelopmentInbox.ts"
import * as DevelopmentInboxPage from "./DevelopmentInboxPage.ts"
import * as DevelopmentPage from "./DevelopmentPage.ts"

const toJson = ({ html, links, receivedAt, subject, text, to }: CaughtMail) => ({
  receivedAt: DateTime.formatIso(receivedAt),
  to,
  subject,
  links,
  text,
  html
})

const pageLinks = html`<p><a href="/sign-in">Sign-in page</a></p>
<p><a href="/account">Your account</a></p>`

const home = (hasPages: boolean) => html`<main>
<article>
<h2>Where your application would be</h2>
<p>Whoever signs in on a page or follows a link ends here, until the instance has a redirectUrl.</p>
${hasPages ? pageLinks : ""}
<p><a href="/v1/auth/session">Your session, as programs see it</a></p>
<p><a href="/dev/inbox">Mail inbox</a></p>
<p><a href="/docs">API reference</a></p>
</article>
</main>`

/** The three routes; the first leads to the pages, if there are any. Whoever reaches the port can read all mail, so they are not for `serve`. @since 0.1.0 */
export const layer = (hasPages: boolean): Layer.Layer<never, never, HttpLayerRouter.HttpRouter | DevelopmentInbox> =>
  HttpLayerRouter.use((router) =>
    Effect.flatMap(DevelopmentInbox, ({ mails }) =>
      router.addAll([
        HttpLayerRouter.route("GET", "/", DevelopmentPage.toResponse("Latchkey is running", home(hasPages))),
        HttpLayerRouter.route(
          "GET",
          "/dev/inbox",
          Effect.map(mails, (all) => DevelopmentPage.toResponse("Development inbox", DevelopmentInboxPage.render(all)))
        ),
        HttpLayerRouter.route(
          "GET",
          "/dev/inbox.json",
          Effect.map(mails, (all) =>
            HttpServerResponse.unsafeJson({ mails: all.map(toJson) }, { headers: DevelopmentPage.headers })
          )
        )
      ])
    )
  )
