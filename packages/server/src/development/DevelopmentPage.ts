/** The layout of the pages that only `latchkey dev` has. They contain no scripts. */
import { createHash } from "node:crypto"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Fragment, html, isolationHeaders } from "@latchkey/http/core/Page"

const style = `
:root { color-scheme: light dark; --soft: #5b6270; --edge: #d9dde5; --accent: #1f5eff; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --soft: #a4abb8; --edge: #343a46; --accent: #8fb0ff; --on-accent: #0b1020 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; margin: 0 }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere }
article { border: 1px solid var(--edge); border-radius: 12px; padding: 1.25rem; margin-top: 1.25rem }
p { margin: .25rem 0; color: var(--soft); overflow-wrap: anywhere }
a { color: var(--accent) }
a.button { display: inline-block; margin: .75rem 0; padding: .6rem 1.25rem; border-radius: 8px; font-weight: 600; text-decoration: none; color: var(--on-accent); background: var(--accent) }
a:focus-visible, summary:focus-visible { outline: 3px solid currentColor; outline-offset: 2px }
summary { cursor: pointer; color: var(--soft) }
body:has(iframe) { max-width: none }
.frames { display: flex; flex-wrap: wrap; gap: 1.5rem; margin-top: 1.25rem }
.frames h2 { margin: 0 0 .5rem }
iframe { display: block; border: 1px solid var(--edge); border-radius: 12px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace }
`

/** The headers of these pages. They allow the style of the layout, and nothing else. */
export const headers = {
  ...isolationHeaders,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

const changedPolicy = (from: string, to: string): Readonly<Record<string, string>> => ({
  "content-security-policy": headers["content-security-policy"].replace(from, to)
})

/** What the policy of a page allows, too: a form, which leads on to a page of an instance, or frames of this origin. */
const policies = {
  none: {},
  form: changedPolicy("form-action 'none'", "form-action http: https:"),
  frames: changedPolicy("base-uri", "frame-src 'self'; base-uri")
} as const

/** Returns a page with `body` in the layout. Escapes the title. `allows`: what the body has. */
export const toResponse = (
  title: string,
  body: Fragment,
  { allows = "none" }: { readonly allows?: keyof typeof policies } = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(
    HttpServerResponse.html(
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Fragment(style)}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`.source
    ),
    { ...headers, ...policies[allows] }
  )

/** The response to a request for another host: see `DevelopmentRoutes`. */
export const misdirected: HttpServerResponse.HttpServerResponse = HttpServerResponse.text(
  "Open this page at localhost, at an IP address or at the host of BASE_URL.\n",
  { status: 421 }
)
