/**
 * The routes that only `latchkey dev` has: `/dev/inbox`, `/dev/inbox.json` for programs, `/dev/emails` with every email
 * in every language, `/dev/pages` with every page, `/dev/identity-provider`, and `/`, where users arrive after signing
 * in.
 */
import { isIP } from "node:net"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { Catalogues } from "@latchkey/pages/language/Catalogues"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Layer from "effect/Layer"
import type { DevSettings } from "../core/Settings.ts"
import { type CaughtEmail, DevelopmentInbox } from "./DevelopmentInbox.ts"
import * as DevelopmentIdentityProvider from "./DevelopmentIdentityProvider.ts"
import * as DevelopmentInboxPage from "./DevelopmentInboxPage.ts"
import * as DevelopmentPage from "./DevelopmentPage.ts"
import * as EmailSamplesPage from "./EmailSamplesPage.ts"
import * as PageSamplesPage from "./PageSamplesPage.ts"

const toJson = ({ html, links, receivedAt, subject, text, to }: CaughtEmail) => ({
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
<h2>Your application goes here</h2>
<p>After signing in, users arrive on this page until the instance has a redirectUrl.</p>
${pages ? pageLinks : ""}
<p><a href="/v1/auth/session">Your session as JSON</a></p>
<p><a href="/dev/inbox">Development inbox</a></p>
<p><a href="/dev/emails">Every email in every language</a></p>
<p><a href="/dev/pages">Every page in every state and language</a></p>
${docs ? html`<p><a href="/docs">API reference</a></p>` : ""}
</article>
</main>`

/**
 * Returns `true` if a request for this host may read the inbox, or use the provider. An attacker can make their own
 * domain resolve to this machine, and do so from a page on it (DNS rebinding). They cannot do so for an IP address or
 * `localhost`.
 */
const isSafe = (host: string, baseUrl: string): boolean =>
  host === new URL(baseUrl).hostname || host === "localhost" || isIP(host.replace(/^\[|\]$/g, "")) !== 0

const isAllowed =
  (baseUrl: string) =>
  (request: RequestReader.IncomingRequest): boolean =>
    Option.exists(Either.getRight(RequestReader.host(request)), (host) => isSafe(host, baseUrl))

/** The routes. Anyone who can reach the port can read all emails, so `serve` must not have them. */
export const layer = (
  settings: Pick<DevSettings, "baseUrl" | "docs" | "pages">
): Layer.Layer<never, never, HttpLayerRouter.HttpRouter | DevelopmentInbox> =>
  HttpLayerRouter.use((router) =>
    Effect.gen(function* () {
      const { emails } = yield* DevelopmentInbox
      const catalogues = yield* Catalogues
      const isOwn = isAllowed(settings.baseUrl)
      const inbox = (render: (emails: ReadonlyArray<CaughtEmail>) => HttpServerResponse.HttpServerResponse) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          isOwn(request) ? Effect.map(emails, render) : Effect.succeed(DevelopmentPage.misdirected)
        )
      yield* router.addAll(EmailSamplesPage.routes(catalogues))
      yield* router.addAll(PageSamplesPage.routes(catalogues))
      return yield* router.addAll([
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
            HttpServerResponse.unsafeJson({ emails: all.map(toJson) }, { headers: DevelopmentPage.headers })
          )
        )
      ])
    })
  ).pipe(
    Layer.merge(
      DevelopmentIdentityProvider.layer({ baseUrl: settings.baseUrl, isAllowed: isAllowed(settings.baseUrl) })
    )
  )
