/**
 * Pages without scripts. The platform's own HTML template does not escape what is put into it; this one does.
 *
 * @since 0.1.0
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/**
 * A piece of HTML that is put into a page as it is. Make one of text by `html`, which escapes; by the constructor
 * only of what is HTML already.
 *
 * @since 0.1.0
 */
export class Fragment {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const special = /[&<>"']/

// Most values have nothing to escape, and looking is faster than replacing.
const escape = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? "") : text

const render = (value: string | Fragment): string => (value instanceof Fragment ? value.source : escape(value))

/** An HTML template: values are escaped, fragments are not. @since 0.1.0 */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<string | Fragment>): Fragment =>
  new Fragment(strings.reduce((source, text, index) => `${source}${render(values[index - 1] ?? "")}${text}`))

const style = `
:root{color-scheme:light dark;--ink:#16181d;--soft:#5b6270;--paper:#fff;--edge:#e3e6ec;--accent:#1f5eff;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#eef0f4;--soft:#a4abb8;--paper:#16181d;--edge:#2c313b;--accent:#7aa2ff;--on-accent:#0b1020}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{width:100%;max-width:26rem;border:1px solid var(--edge);border-radius:12px;padding:32px}
h1{font-size:1.25rem;margin:0 0 12px}
p{margin:0 0 16px;color:var(--soft);overflow-wrap:anywhere}
strong{color:var(--ink)}
button{font:inherit;font-weight:600;width:100%;padding:12px 20px;border:0;border-radius:8px;cursor:pointer;color:var(--on-accent);background:var(--accent)}
button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
`

/** A page: what stands in it, and how it is sent. The status is 200 unless it says otherwise. @since 0.1.0 */
export interface Page {
  readonly title: string
  readonly body: Fragment
  readonly status?: number
  /** Where forms of the page may lead, redirects included, besides the page's own origin. */
  readonly formTargets?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Makes the function that turns a page into a reply, under a Content-Security-Policy that allows this style and forms,
 * and nothing else.
 *
 * @since 0.1.0
 */
export const makeResponder: Effect.Effect<(page: Page) => HttpServerResponse.HttpServerResponse> = Effect.map(
  Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(style))),
  (digest) => {
    const styleHash = Encoding.encodeBase64(new Uint8Array(digest))
    return ({ title, body, status = 200, formTargets = [], headers = {} }: Page) =>
      HttpServerResponse.text(
        html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Fragment(style)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.source,
        {
          status,
          contentType: "text/html; charset=utf-8",
          headers: {
            "content-security-policy": [
              "default-src 'none'",
              `style-src 'sha256-${styleHash}'`,
              ["form-action 'self'", ...formTargets].join(" "),
              "base-uri 'none'",
              "frame-ancestors 'none'"
            ].join("; "),
            "x-frame-options": "DENY",
            ...headers
          }
        }
      )
  }
)
