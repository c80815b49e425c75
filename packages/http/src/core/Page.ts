/** HTML pages that work without scripts. The platform's own HTML template does not escape its values; this one does. */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Encoding from "effect/Encoding"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/**
 * A piece of HTML that a page contains unescaped. Make one from text with `html`, which escapes; use the constructor
 * only for what is HTML already.
 */
export class Fragment {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const special = /[&<>"']/

// Most values have nothing to escape, and testing is faster than replacing.
const escape = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? "") : text

const render = (value: string | Fragment): string => (value instanceof Fragment ? value.source : escape(value))

/** Makes a fragment from a template: escapes values, but not fragments. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<string | Fragment>): Fragment => {
  // A loop: `reduce` with a template takes a third longer.
  let source = strings[0] ?? ""
  for (let index = 0; index < values.length; index++) source += render(values[index] ?? "") + (strings[index + 1] ?? "")
  return new Fragment(source)
}

/**
 * A script in a file of the page's own origin. `url`: its path. `hash`: the SHA-256 of the file in Base64, by which the
 * Content Security Policy allows this file and no other one (CSP Level 3, 6.7.1.1: external scripts by their
 * integrity).
 */
export interface Script {
  readonly url: string
  readonly hash: string
}

/**
 * A page, and how it is sent.
 *
 * - `language`: its BCP 47 tag, and the direction of its script; English by default. A page with a language has
 *   `Content-Language`, and `Vary`, because the request's `Accept-Language` may have chosen it.
 * - `status`: 200 by default.
 * - `style`: CSS of this page, in addition to the stylesheet of the responder.
 * - `script`: enhances the page, which must work without it. By default the policy allows no script.
 * - `hasRequests`: whether the script makes requests, which it may to the page's own origin only. By default to none.
 * - `imageOrigins`: origins that the page loads images from.
 * - `frameOrigins`: origins whose pages it shows in frames.
 * - `formTargets`: origins that forms of the page may lead to, redirects included, in addition to the page's own.
 */
export interface Page {
  readonly title: string
  readonly body: Fragment
  readonly language?: { readonly tag: string; readonly direction: "ltr" | "rtl" }
  readonly status?: number | undefined
  readonly style?: string | undefined
  readonly script?: Script | undefined
  readonly hasRequests?: boolean | undefined
  readonly imageOrigins?: ReadonlyArray<string>
  readonly frameOrigins?: ReadonlyArray<string> | undefined
  readonly formTargets?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The headers that isolate a page: it shares no window with pages of other origins (COOP), no other origin loads it as
 * a resource (CORP), and search engines do not list it.
 */
export const isolationHeaders: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex"
}

const scriptElement = ({ hash, url }: Script): Fragment =>
  html`<script src="${url}" integrity="sha256-${hash}"></script>\n`

const newNonce = () => Encoding.encodeBase64(crypto.getRandomValues(new Uint8Array(16)))

/** The name of the field with the nonce of the page view, which every form has that is posted. */
export const nonceName = "page_view"

// Attributes are escaped, so that no value ends the tag, and no text looks like one.
const postedForm = /<form method="post"[^>]*>/g

/** Adds the nonce of the page view to every form: `Endpoint` handles each of them once. */
const withNonce = ({ source }: Fragment, nonce: string): Fragment =>
  new Fragment(source.replace(postedForm, `$&<input type="hidden" name="${nonceName}" value="${nonce}">`))

const encoder = new TextEncoder()

/** Makes the function that encodes what is around a stylesheet, which is most of a page and is encoded once. */
const makeEncodeAround = (stylesheet: string) => {
  const middle = encoder.encode(stylesheet)
  return (before: Fragment, after: Fragment): Uint8Array => {
    const [first, last] = [encoder.encode(before.source), encoder.encode(after.source)]
    const all = new Uint8Array(first.length + middle.length + last.length)
    all.set(first)
    all.set(middle, first.length)
    all.set(last, first.length + middle.length)
    return all
  }
}

/**
 * Makes the function that turns pages into responses. Their Content Security Policy (Level 3) allows this stylesheet,
 * the page's own style and script, the named images and forms, and nothing else. They have the `isolationHeaders`, and
 * a referrer policy by which other sites see at most their origin. Every posted form gets the nonce of the page view.
 * Browsers that support it (the link type `expect`) show the page when it is complete, so that nothing moves while it
 * loads.
 */
export const makeResponder = (stylesheet: string): ((page: Page) => HttpServerResponse.HttpServerResponse) => {
  const encodeAround = makeEncodeAround(stylesheet)
  return (page) => {
    const { body, formTargets = [], frameOrigins = [], headers = {}, imageOrigins = [] } = page
    const { hasRequests = false, language, script, status = 200, style = "", title } = page
    const nonce = newNonce()
    const head = html`<!doctype html>
<html lang="${language?.tag ?? "en"}"${new Fragment(language?.direction === "rtl" ? ' dir="rtl"' : "")}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">`
    const rest = html`${new Fragment(style)}</style>
${script === undefined ? "" : scriptElement(script)}<link rel="expect" href="#end" blocking="render">
</head>
<body>
${withNonce(body, newNonce())}
<div id="end" hidden></div>
</body>
</html>
`
    const policy = [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      ...(script === undefined ? [] : [`script-src 'sha256-${script.hash}'`]),
      ...(hasRequests ? ["connect-src 'self'"] : []),
      ...(imageOrigins.length === 0 ? [] : [["img-src", ...imageOrigins].join(" ")]),
      ...(frameOrigins.length === 0 ? [] : [["frame-src", ...frameOrigins].join(" ")]),
      ["form-action 'self'", ...formTargets].join(" "),
      "base-uri 'none'",
      "frame-ancestors 'none'"
    ]
    return HttpServerResponse.uint8Array(encodeAround(head, rest), {
      status,
      contentType: "text/html; charset=utf-8",
      headers: {
        "content-security-policy": policy.join("; "),
        "x-frame-options": "DENY",
        // A form sends its origin, also in browsers without Fetch Metadata. No URL leaves the page: one may have a
        // token.
        "referrer-policy": "strict-origin",
        ...isolationHeaders,
        ...(language === undefined ? {} : { "content-language": language.tag, vary: "Accept-Language" }),
        ...headers
      }
    })
  }
}

/** Makes a redirect with 303: the browser continues with GET (RFC 9110, 15.4.4). */
export const redirect = (location: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 303, headers: { location } })
