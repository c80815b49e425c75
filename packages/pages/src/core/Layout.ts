/**
 * The frame of every page, and the headers that it is sent with. Nothing in a page runs: no script is allowed at all.
 *
 * @since 0.1.0
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Branding, textOn } from "@latchkey/domain/instance/Branding"
import { Fragment, html } from "@latchkey/http/core/Html"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"

/**
 * A page: what stands in its body, and how it is sent.
 *
 * - `status`: 200 unless it says otherwise.
 * - `branding`: the logo and the colour, if it is a page of an instance.
 * - `formTargets`: origins where forms of the page may lead, redirects included, besides the page's own.
 *
 * @since 0.1.0
 */
export interface Page {
  readonly title: string
  readonly body: Fragment
  readonly status?: number | undefined
  readonly branding?: Branding
  readonly formTargets?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
}

const nonce = () => Encoding.encodeBase64(crypto.getRandomValues(new Uint8Array(16)))

/** The colour of the instance, as a stylesheet of its own. */
const accentOf = (branding: Branding | undefined) => {
  const color = branding?.accentColor ?? undefined
  if (color === undefined) return { element: new Fragment(""), source: [] }
  const id = nonce()
  const rule = new Fragment(`:root{--accent:${color};--on-accent:${textOn(color)}}`)
  return { element: html`<style nonce="${id}">${rule}</style>`, source: [`'nonce-${id}'`] }
}

const imagesOf = (branding: Branding | undefined): ReadonlyArray<string> =>
  branding?.logoUrl != null && URL.canParse(branding.logoUrl) ? [`img-src ${new URL(branding.logoUrl).origin}`] : []

/**
 * Makes the function that turns pages with this stylesheet into replies (Content Security Policy Level 3): that
 * stylesheet, the instance's colour and logo, forms, and nothing else. The title is escaped. A browser that knows how
 * (HTML, the link type `expect`) shows the page when all of it is there, so that nothing moves while it arrives.
 *
 * @since 0.1.0
 */
export const make = (style: string): Effect.Effect<(page: Page) => HttpServerResponse.HttpServerResponse> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(style))),
    (digest) => {
      const styleHash = `'sha256-${Encoding.encodeBase64(new Uint8Array(digest))}'`
      return ({ body, branding, formTargets = [], headers = {}, status = 200, title }: Page) => {
        const accent = accentOf(branding)
        const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Fragment(style)}</style>${accent.element}
<link rel="expect" href="#end" blocking="render">
</head>
<body>
${body}
<div id="end" hidden></div>
</body>
</html>
`
        const policy = [
          "default-src 'none'",
          ["style-src", styleHash, ...accent.source].join(" "),
          ...imagesOf(branding),
          ["form-action 'self'", ...formTargets].join(" "),
          "base-uri 'none'",
          "frame-ancestors 'none'"
        ]
        return HttpServerResponse.text(document.source, {
          status,
          contentType: "text/html; charset=utf-8",
          headers: { "content-security-policy": policy.join("; "), "x-frame-options": "DENY", ...headers }
        })
      }
    }
  )
