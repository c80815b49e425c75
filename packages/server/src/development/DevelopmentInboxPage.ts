/** The page `/dev/inbox`. It escapes everything that an email contains. */
import { Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import type { CaughtEmail } from "./DevelopmentInbox.ts"

const join = (fragments: ReadonlyArray<Fragment>) => new Fragment(fragments.map(({ source }) => source).join("\n"))

const button = (link: string): Fragment =>
  html`<p><a class="button" href="${link}" rel="noreferrer">Open the link</a></p>`

const article = ({ links, receivedAt, subject, text, to }: CaughtEmail): Fragment => html`<article>
<h2>${subject}</h2>
<p>To ${to}, <time datetime="${DateTime.formatIso(receivedAt)}">${DateTime.formatIso(receivedAt)}</time></p>
${join(links.map(button))}
<details>
<summary>Show the whole email</summary>
<pre>${text}</pre>
</details>
</article>`

const empty = html`<article>
<h2>No emails yet</h2>
<p>Request a sign-in link, then reload this page. Emails appear here instead of being sent.
They are lost when the program stops.</p>
</article>`

/** Returns the list of emails, with each link as a button. */
export const render = (
  emails: ReadonlyArray<CaughtEmail>
): Fragment => html`<p>Emails that would have been sent, newest first. As JSON: <a href="/dev/inbox.json">/dev/inbox.json</a>. <a href="/dev/emails">Every email in every language</a></p>
<main>
${emails.length === 0 ? empty : join(emails.map(article))}
</main>`
