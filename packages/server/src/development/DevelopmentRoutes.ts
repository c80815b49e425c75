/**
 * What only `latchkey dev` answers: `/dev/inbox` for people, `/dev/inbox.json` for programs, and `/`, which is where a
 * browser arrives that followed a link.
 *
 * @since 0.1.0
 */
import { isIP } from "node:net"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { hostOf } from "@latchkey/http/core/Endpoint"
import { html } from "@latchkey/http/core/Html"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type CaughtMail, DevelopmentInbox } from "../mail/DevelopmentInbox.ts"
import * as DevelopmentInboxPage from "../mail/DevelopmentInboxPage.ts"
import * as DevelopmentPage from "./DevelopmentPage.ts"
import type { DevSettings } from "../core/Settings.ts"

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

const home = ({ docs, pages }: Pick<DevSettings, "docs" | "pages">) => html`<main>
<article>
<h2>Where your application would be</h2>
<p>Whoever signs in on a page or follows a link ends here, until the instance has a redirectUrl.</p>
${pages ? pageLinks : ""}
<p><a href="/v1/auth/session">Your session, as programs see it</a></p>
<p><a href="/dev/inbox">Mail inbox</a></p>
${docs ? html`<p><a href="/docs">API reference</a></p>` : ""}
</article>
</main>`

/**
 * A name that somebody else owns may lead here, too: a page of theirs would read the inbox as its own (DNS rebinding).
 * No such page can have a number for its host, or a name that always means this machine.
 */
const isSafe = (host: string, baseUrl: string): boolean =>
  host === new URL(baseUrl).hostname || host === "localhost" || isIP(host.replace(/^\[|\]$/g, "")) !== 0

const misdirected = HttpServerResponse.text(
  "The inbox can be read under localhost, a number, or the host of BASE_URL.\n",
  { status: 421 }
)

/**
 * The three routes; the first leads to the pages, if there are any. Whoever reaches the port can read all mail, so they
 * are not for `serve`.
 *
 * @since 0.1.0
 */
export const layer = (
  settings: Pick<DevSettings, "baseUrl" | "docs" | "pages">
): Layer.Layer<never, never, HttpLayerRouter.HttpRouter | DevelopmentInbox> =>
  HttpLayerRouter.use((router) =>
    Effect.flatMap(DevelopmentInbox, ({ mails }) => {
      const inbox = (render: (mails: ReadonlyArray<CaughtMail>) => HttpServerResponse.HttpServerResponse) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          isSafe(hostOf(request), settings.baseUrl) ? Effect.map(mails, render) : Effect.succeed(misdirected)
        )
      return router.addAll([
        HttpLayerRouter.route("GET", "/", DevelopmentPage.toResponse("Latchkey is running", home(settings))),
        HttpLayerRouter.route(
          "GET",
          "/dev/inbox",
          inbox((all) => DevelopmentPage.toResponse("Development inbox", DevelopmentInboxPage.render(all)))
        ),
        HttpLayerRouter.route(
          "GET",
          "/dev/inbox.json",
          inbox((all) =>
            HttpServerResponse.unsafeJson({ mails: all.map(toJson) }, { headers: DevelopmentPage.headers })
          )
        )
      ])
    })
  )
