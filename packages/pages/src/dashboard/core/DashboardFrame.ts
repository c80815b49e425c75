/**
 * The frame of the dashboard's pages: navigation, and a button to sign out.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, makeResponder, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders, userTextOf } from "@latchkey/http/core/Problem"
import { isCookiesBlocked } from "@latchkey/http/core/Submission"
import * as Effect from "effect/Effect"
import { all, when } from "../../core/Fragments.ts"
import { workingOf } from "../../core/Frame.ts"
import * as PageScript from "../../core/PageScript.ts"
import { english } from "../../language/PageLanguage.ts"
import * as DashboardPaths from "./DashboardPaths.ts"
import { style } from "./DashboardStyle.ts"
import { flag } from "./Elements.ts"
import * as ProviderPaths from "./ProviderPaths.ts"

type Response = HttpServerResponse.HttpServerResponse

/** The pages of an instance. */
export type Tab = "Overview" | "Settings" | "Sign-in providers" | "Users" | "Invitations" | "Emails"

/**
 * A page of the dashboard. `section`: where it is in the navigation. `hasPasskeyForm`: whether the script makes
 * requests. `of`: the instance that it belongs to.
 */
export interface DashboardPage extends Pick<Page, "body" | "frameOrigins" | "status" | "title"> {
  readonly section: "Instances" | "Administrators" | "API keys" | "Access" | "Audit log" | "Your passkeys"
  readonly hasPasskeyForm?: boolean
  readonly of?: { readonly instance: Instance; readonly tab: Tab }
}

export interface DashboardFrame {
  readonly paths: DashboardPaths.DashboardPaths
  readonly page: (page: DashboardPage) => Response
  /** Makes a page without navigation: the sign-in pages, and those of problems. */
  readonly plainPage: (
    page: Pick<Page, "body" | "headers" | "status" | "title"> & Pick<DashboardPage, "hasPasskeyForm">
  ) => Response
  readonly problemPage: (problem: Problem) => Response
}

const link = (href: string, text: string, isCurrent: boolean) =>
  html`<li><a href="${href}"${flag("aria-current=page", isCurrent)}>${text}</a></li>`

const titleOf = ({ code }: Problem): string => (code === "not_found" ? "Page not found" : "There is a problem")

/** Returns the text of a problem. `detail` says what was not found. */
const textOf = (problem: Problem): string => {
  const text = userTextOf(problem)
  if (problem.code === "not_found") return problem.detail ?? text
  return problem.code === "internal_error" ? `${text} The service's log says more.` : text
}

export const make: Effect.Effect<DashboardFrame, never, HttpSettings> = Effect.map(HttpSettings, ({ prefix }) => {
  const respond = makeResponder(style)
  const paths = DashboardPaths.make(prefix)
  const script = PageScript.at(paths.home)

  const working = workingOf(english.texts.core.working)

  const tabs = ({ instance, tab: current }: NonNullable<DashboardPage["of"]>) => {
    const tab = (name: Tab, href: string) => link(href, name, name === current)
    return html`<nav class="tabs" aria-label="Instance"><ul>
${all([
  tab("Overview", paths.instance(instance.id)),
  tab("Settings", paths.settings(instance.id)),
  tab("Sign-in providers", ProviderPaths.list(paths, instance.id)),
  tab("Users", paths.users(instance.id)),
  tab("Invitations", paths.invitations(instance.id)),
  tab("Emails", paths.emails(instance.id))
])}
</ul></nav>`
  }

  const page: DashboardFrame["page"] = ({ body, frameOrigins, hasPasskeyForm = false, of, section, status, title }) =>
    respond({
      script,
      hasRequests: hasPasskeyForm,
      frameOrigins,
      title: of === undefined ? `${title} · Latchkey` : `${title} · ${of.instance.name} · Latchkey`,
      status,
      body: html`<a class="skip" href="#content">Skip to main content</a>
<header><strong>Latchkey</strong>
<nav aria-label="Dashboard"><ul>
${link(paths.home, "Instances", section === "Instances" && title === "Instances")}
${link(paths.operators(), "Administrators", section === "Administrators")}
${link(paths.apiKeys(), "API keys", section === "API keys")}
${link(paths.access(), "Access", section === "Access")}
${link(paths.audit(), "Audit log", section === "Audit log")}
${link(paths.passkeys(), "Your passkeys", section === "Your passkeys")}
</ul></nav>
<form method="post" action="${paths.signOut}"><button class="quiet small">Sign out</button></form>
</header>
<main id="content">
${when(of !== undefined, () => html`<p class="of">${of?.instance.name ?? ""} <code>${of?.instance.id ?? ""}</code></p>`)}
${of === undefined ? "" : tabs(of)}
<h1>${title}</h1>
${body}
</main>${working}`
    })

  const plainPage: DashboardFrame["plainPage"] = ({ body, hasPasskeyForm = false, headers = {}, status, title }) =>
    respond({
      script,
      hasRequests: hasPasskeyForm,
      title: `${title} · Latchkey`,
      status,
      headers,
      body: html`<main class="narrow"><p class="brand">Latchkey dashboard</p>
<h1>${title}</h1>
${body}
</main>${working}`
    })

  const { cookiesBlocked, cookiesBlockedText } = english.texts.message
  const cookiesPage = () =>
    plainPage({
      title: cookiesBlocked,
      status: 400,
      body: html`<p>${cookiesBlockedText}</p>
<p><a class="button" href="${paths.home}">${english.texts.core.tryAgain}</a></p>`
    })

  const problemPage = (problem: Problem) => {
    if (isCookiesBlocked(problem)) return cookiesPage()
    return plainPage({
      title: titleOf(problem),
      status: statusOf(problem.code),
      headers: toHeaders(problem),
      body: html`<p>${textOf(problem)}</p>
<p><a href="${paths.home}">Go to the dashboard</a></p>`
    })
  }

  return { paths, page, plainPage, problemPage }
})
