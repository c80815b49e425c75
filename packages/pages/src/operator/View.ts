/**
 * The frame of the dashboard's pages: the way to all others, and the way out.
 *
 * @since 0.1.0
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { type Fragment, html } from "@latchkey/http/core/Html"
import { type Problem, statusOf, titleOf, toHeaders } from "@latchkey/http/core/Problem"
import * as Effect from "effect/Effect"
import { all, when } from "../core/Fragments.ts"
import * as Layout from "../core/Layout.ts"
import * as Links from "./DashboardPaths.ts"
import { flag } from "./Markup.ts"
import { style } from "./style.ts"
import { duration } from "./Words.ts"

type Response = HttpServerResponse.HttpServerResponse

/** The pages of an instance. @since 0.1.0 */
export type Tab = "Overview" | "Settings" | "Users" | "Mail"

/** A page for who is signed in. @since 0.1.0 */
export interface View {
  readonly title: string
  readonly body: Fragment
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly place: "Instances" | "Audit log"
  readonly of?: { readonly instance: Instance; readonly tab: Tab }
}

/** @since 0.1.0 */
export interface Views {
  readonly links: Links.Links
  readonly page: (view: View) => Response
  /** A page without the way to others: for who is not signed in, and for what went wrong. */
  readonly plain: (view: Omit<View, "place" | "of">) => Response
  /** A reply for what went wrong, in words. */
  readonly problem: (problem: Problem) => Response
}

const link = (href: string, text: string, isCurrent: boolean) =>
  html`<li><a href="${href}"${flag("aria-current=page", isCurrent)}>${text}</a></li>`

const explanation = ({ code, detail, retryAfterSeconds }: Problem): string => {
  const wait = duration(retryAfterSeconds ?? 0)
  if (code === "service_unavailable") return `The database does not answer. Try again in ${wait || "a moment"}.`
  if (code === "forbidden_origin") return "A page of another site sent this form. Nothing was changed."
  if (code === "signin_rate_limited") return `There were too many tries from your address. Try again in ${wait}.`
  if (code === "internal_error") return "Nothing is known about why. The log of the service has a line about it."
  return detail ?? "Go back, and try again."
}

/** @since 0.1.0 */
export const make: Effect.Effect<Views, never, PublicUrls> = Effect.gen(function* () {
  const respond = yield* Layout.make(style)
  const links = Links.make((yield* PublicUrls).prefix)

  const tabs = ({ instance, tab: current }: NonNullable<View["of"]>) => {
    const tab = (name: Tab, href: string) => link(href, name, name === current)
    return html`<nav class="tabs" aria-label="Instance"><ul>
${all([
  tab("Overview", links.instance(instance.id)),
  tab("Settings", links.settings(instance.id)),
  tab("Users", links.users(instance.id)),
  tab("Mail", links.mail(instance.id))
])}
</ul></nav>`
  }

  const page = ({ body, headers, of, place, status, title }: View) =>
    respond({
      title: of === undefined ? `${title} · Latchkey` : `${title} · ${of.instance.name} · Latchkey`,
      status,
      headers: headers ?? {},
      body: html`<a class="skip" href="#content">Skip to the content</a>
<header><strong>Latchkey</strong>
<nav aria-label="Dashboard"><ul>
${link(links.home, "Instances", place === "Instances" && title === "Instances")}
${link(links.audit(), "Audit log", place === "Audit log")}
</ul></nav>
<form method="post" action="${links.signOut}"><button class="quiet small">Sign out</button></form>
</header>
<main id="content">
${when(of !== undefined, () => html`<p class="of">${of?.instance.name ?? ""} <code>${of?.instance.id ?? ""}</code></p>`)}
${of === undefined ? "" : tabs(of)}
<h1>${title}</h1>
${body}
</main>`
    })

  const plain: Views["plain"] = ({ body, headers, status, title }) =>
    respond({
      title: `${title} · Latchkey`,
      status,
      headers: headers ?? {},
      body: html`<main class="narrow"><p class="brand">Latchkey dashboard</p>
<h1>${title}</h1>
${body}
</main>`
    })

  const problem = (problem: Problem) =>
    plain({
      title: titleOf(problem.code),
      status: statusOf(problem.code),
      headers: toHeaders(problem),
      body: html`<p>${explanation(problem)}</p>
<p><a href="${links.home}">To the dashboard</a></p>`
    })

  return { links, page, plain, problem }
})
