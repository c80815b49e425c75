/** The pages at `/dev/emails`: every email in every language, with sample values. They contain no token that works. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Fragment, html } from "@latchkey/http/core/Page"
import { type Catalogue, directionOf } from "@latchkey/pages/language/Catalogue"
import type { CataloguesService } from "@latchkey/pages/language/Catalogues"
import { type EmailSample, ofCatalogue } from "@latchkey/pages/EmailSamples"
import * as Effect from "effect/Effect"
import * as DevelopmentPage from "./DevelopmentPage.ts"

const join = (fragments: ReadonlyArray<Fragment>, separator: string) =>
  new Fragment(fragments.map(({ source }) => source).join(separator))

const pathOf = ({ language }: Catalogue): string => `/dev/emails/${language}`

const article = (catalogue: Catalogue, { kind, subject, text }: EmailSample): Fragment => html`<article>
<p><code>${kind}</code></p>
<h2 lang="${catalogue.language}" dir="${directionOf(catalogue.language)}">${subject}</h2>
<p><a class="button" href="${pathOf(catalogue)}/${kind}">Show as HTML</a></p>
<details>
<summary>Show as plain text</summary>
<pre lang="${catalogue.language}" dir="${directionOf(catalogue.language)}">${text}</pre>
</details>
</article>`

const linkTo = (shown: Catalogue) => (catalogue: Catalogue) =>
  catalogue.language === shown.language
    ? html`<strong>${catalogue.language}</strong>`
    : html`<a href="${pathOf(catalogue)}">${catalogue.language}</a>`

/** The emails in the language of `shown`, and links to the other languages. */
const list = (all: ReadonlyArray<Catalogue>, shown: Catalogue): Fragment =>
  html`<p>Every email with sample values. No link in them works. <a href="/dev/inbox">Development inbox</a></p>
<nav aria-label="Languages"><p>${join(all.map(linkTo(shown)), " · ")}</p></nav>
<main>
${join(
  ofCatalogue(shown).map((sample) => article(shown, sample)),
  "\n"
)}
</main>`

/** The HTML of an email as it is, which may have styles and nothing else. */
const asEmail = ({ html }: EmailSample) =>
  HttpServerResponse.setHeaders(HttpServerResponse.html(html), {
    ...DevelopmentPage.headers,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
  })

const notFound = HttpServerResponse.empty({ status: 404, headers: DevelopmentPage.headers })

/** Makes the routes: the emails of the first language, those of each language, and each email as HTML. */
export const routes = ({ all }: CataloguesService) => {
  const page = (shown: Catalogue) => DevelopmentPage.toResponse("Emails", list(all, shown))
  const inLanguage = (
    respond: (catalogue: Catalogue, kind: string | undefined) => HttpServerResponse.HttpServerResponse
  ) =>
    Effect.map(HttpRouter.params, ({ kind, language }) => {
      const found = all.find((catalogue) => catalogue.language === language)
      return found === undefined ? notFound : respond(found, kind)
    })
  const email = (catalogue: Catalogue, kind: string | undefined) => {
    const sample = ofCatalogue(catalogue).find((one) => one.kind === kind)
    return sample === undefined ? notFound : asEmail(sample)
  }
  return [
    HttpLayerRouter.route(
      "GET",
      "/dev/emails",
      Effect.sync(() => page(all[0]))
    ),
    HttpLayerRouter.route("GET", "/dev/emails/:language", inLanguage(page)),
    HttpLayerRouter.route("GET", "/dev/emails/:language/:kind", inLanguage(email))
  ] as const
}
