/** The pages at `/dev/pages`: every page for users in every state, language and width, with sample values. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Fragment, html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import type { Catalogue } from "@latchkey/pages/language/Catalogue"
import type { CataloguesService } from "@latchkey/pages/language/Catalogues"
import * as PageSamples from "@latchkey/pages/PageSamples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as DevelopmentPage from "./DevelopmentPage.ts"

/** In pixels: a phone, a tablet, a desktop. */
const widths = [360, 768, 1280] as const

const join = (fragments: ReadonlyArray<Fragment>, separator: string) =>
  new Fragment(fragments.map(({ source }) => source).join(separator))

const choice = (href: string, text: string, isCurrent: boolean): Fragment =>
  isCurrent ? html`<strong>${text}</strong>` : html`<a href="${href}">${text}</a>`

const urlOf = (tag: string, width: number) => `/dev/pages/${tag}?width=${width}`

const frameOf = (tag: string, width: number, name: string): Fragment => {
  const url = `/dev/pages/${tag}/${encodeURIComponent(name)}`
  return html`<section><h2><a href="${url}">${name}</a></h2><iframe src="${url}" title="${name}" width="${String(width)}" height="760" loading="lazy"></iframe></section>`
}

const gallery = (all: ReadonlyArray<Catalogue>, shown: Catalogue, width: number): Fragment => {
  const { language: tag } = shown
  const languages = all.map(({ language }) => choice(urlOf(language, width), language, language === tag))
  const sizes = widths.map((one) => choice(urlOf(tag, one), `${one} px`, one === width))
  const frames = Object.keys(PageSamples.ofCatalogue(shown)).map((name) => frameOf(tag, width, name))
  return html`<p>Every page for users in every state, with sample values. No link or form in them works. They are light or dark as your browser is. <a href="/dev/emails">Emails</a></p>
<nav aria-label="Languages"><p>${join(languages, " · ")}</p></nav>
<nav aria-label="Widths"><p>${join(sizes, " · ")}</p></nav>
<main class="frames">
${join(frames, "\n")}
</main>`
}

const notFound = HttpServerResponse.empty({ status: 404, headers: DevelopmentPage.headers })

/** The page as it is at its own path, except that the gallery may frame it. */
const framed = (response: HttpServerResponse.HttpServerResponse) => {
  const policy = response.headers["content-security-policy"] ?? ""
  return HttpServerResponse.setHeaders(response, {
    "cache-control": "no-store",
    "content-security-policy": policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "x-frame-options": "SAMEORIGIN"
  })
}

/** Makes the routes: the gallery in the first language, that of each language, and each page. */
export const routes = ({ all }: CataloguesService) => {
  const inLanguage = (respond: (catalogue: Catalogue, name: string) => HttpServerResponse.HttpServerResponse) =>
    Effect.map(HttpRouter.params, ({ language, name = "" }) => {
      const found = all.find((catalogue) => catalogue.language === language)
      return found === undefined ? notFound : respond(found, name)
    })
  const show = (width: number) => (shown: Catalogue) =>
    DevelopmentPage.toResponse("Pages", gallery(all, shown, width), { allows: "frames" })
  const widthOf = (request: RequestReader.IncomingRequest) => {
    const wanted = Option.getOrUndefined(RequestReader.single(RequestReader.query(request), "width"))
    return widths.find((width) => String(width) === wanted) ?? widths[0]
  }
  const page = (catalogue: Catalogue, name: string) => {
    const make = PageSamples.ofCatalogue(catalogue)[name]
    return make === undefined ? notFound : framed(PageSamples.respond(make()))
  }
  return [
    HttpLayerRouter.route(
      "GET",
      "/dev/pages",
      Effect.sync(() => show(widths[0])(all[0]))
    ),
    HttpLayerRouter.route(
      "GET",
      "/dev/pages/:language",
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => inLanguage(show(widthOf(request))))
    ),
    HttpLayerRouter.route("GET", "/dev/pages/:language/:name", inLanguage(page))
  ] as const
}
