/**
 * What `/dev/inbox` shows. Nothing in it runs: everything a mail says is text.
 *
 * @since 0.1.0
 */
import { createHash } from "node:crypto"
import { Fragment, html } from "@latchkey/http/Html"
import * as DateTime from "effect/DateTime"
import type { CaughtMail } from "./DevelopmentInbox.ts"

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
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace }
`

/** Allows the page's own style, and nothing else. @since 0.1.0 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const join = (fragments: ReadonlyArray<Fragment>) => new Fragment(fragments.map(({ source }) => source).join("\n"))

const article = ({ links, receivedAt, subject, text, to }: CaughtMail): Fragment => html`<article>
<h2>${subject}</h2>
<p>To ${to}, <time datetime="${DateTime.formatIso(receivedAt)}">${DateTime.formatIso(receivedAt)}</time></p>
${join(links.map((link) => html`<p><a class="button" href="${link}" rel="noreferrer">Open the link</a></p>`))}
<details>
<summary>The whole mail</summary>
<pre>${text}</pre>
</details>
</article>`

const empty = html`<article>
<h2>No mail yet</h2>
<p>Ask for a sign-in link, then reload this page: the mail appears here instead of being sent.
Mails are forgotten when the program stops.</p>
</article>`

/** @since 0.1.0 */
export const render = (mails: ReadonlyArray<CaughtMail>): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development inbox</title>
<style>${new Fragment(style)}</style>
</head>
<body>
<h1>Development inbox</h1>
<p>Mail that Latchkey would have sent, newest first. For programs: <a href="/dev/inbox.json">/dev/inbox.json</a></p>
<main>
${mails.length === 0 ? empty : join(mails.map(article))}
</main>
</body>
</html>
`.source
