/**
 * What `/dev/inbox` shows. Everything a mail says is text here.
 *
 * @since 0.1.0
 */
import { Fragment, html } from "@latchkey/http/core/Html"
import * as DateTime from "effect/DateTime"
import type { CaughtMail } from "./DevelopmentInbox.ts"

const join = (fragments: ReadonlyArray<Fragment>) => new Fragment(fragments.map(({ source }) => source).join("\n"))

const button = (link: string): Fragment =>
  html`<p><a class="button" href="${link}" rel="noreferrer">Open the link</a></p>`

const article = ({ links, receivedAt, subject, text, to }: CaughtMail): Fragment => html`<article>
<h2>${subject}</h2>
<p>To ${to}, <time datetime="${DateTime.formatIso(receivedAt)}">${DateTime.formatIso(receivedAt)}</time></p>
${join(links.map(button))}
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

/** The list of mails, each with its links as buttons. @since 0.1.0 */
export const render = (
  mails: ReadonlyArray<CaughtMail>
): Fragment => html`<p>Mail that would have been sent, newest first. For programs: <a href="/dev/inbox.json">/dev/inbox.json</a></p>
<main>
${mails.length === 0 ? empty : join(mails.map(article))}
</main>`
