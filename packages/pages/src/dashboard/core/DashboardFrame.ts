/**
 * The frame of the dashboard's pages: the navigation, and the head of the page.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { type Fragment, html, makeResponder, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders, userTextOf } from "@latchkey/http/core/Problem"
import { isCookiesBlocked } from "@latchkey/http/core/Submission"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { none } from "../../core/Fragments.ts"
import { workingOf } from "../../core/Frame.ts"
import * as PageScript from "../../core/PageScript.ts"
import { english } from "../../language/PageLanguage.ts"
import * as DashboardPaths from "./DashboardPaths.ts"
import { plainStyle, style } from "./DashboardStyle.ts"
import { icon } from "./Icons.ts"
import * as Navigation from "./Navigation.ts"
import * as TimeZone from "./TimeZone.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * A page of the dashboard.
 *
 * - `description`: one sentence below the title.
 * - `action`: beside the title, such as a link to the form for a new one.
 * - `back`: the page that this one is below.
 * - `section`: where it is in the navigation. `of`: the instance that it belongs to, and where it is there.
 * - `hasPasskeyForm`: whether the script makes requests.
 */
export interface DashboardPage extends Pick<Page, "body" | "frameOrigins" | "headers" | "status" | "title"> {
  readonly section: Navigation.Section
  readonly description?: Fragment | string
  readonly action?: Fragment
  readonly back?: { readonly href: string; readonly text: string }
  readonly hasPasskeyForm?: boolean
  readonly of?: { readonly instance: Instance; readonly tab: Navigation.Tab }
}

/** A page that is shown in the frame of its reader. */
export class View {
  readonly page: DashboardPage
  constructor(page: DashboardPage) {
    this.page = page
  }
}

export interface DashboardFrame {
  readonly paths: DashboardPaths.DashboardPaths
  /** Makes a page that `OperatorAccess` shows in the frame of the administrator who asked for it. */
  readonly page: (page: DashboardPage) => View
  readonly show: (view: View, reader: Navigation.Reader) => Response
  /** Makes a page without navigation, which looks like those of users: the sign-in pages, and those of problems. */
  readonly plainPage: (
    page: Pick<Page, "body" | "headers" | "status" | "title"> &
      Pick<DashboardPage, "hasPasskeyForm"> & { readonly footer?: Fragment }
  ) => Response
  readonly problemPage: (problem: Problem) => Response
}

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

  const navigation = Navigation.make(paths)

  const headOf = ({ action, back, description, title }: DashboardPage, zone: Fragment) =>
    html`<div class="head">${back === undefined ? none : html`<p class="back"><a href="${back.href}">${icon("back")}${back.text}</a></p>`}
<h1>${title}</h1>${description === undefined ? none : html`<p class="lead">${description}</p>`}${zone}
${action === undefined ? none : html`<div class="actions">${action}</div>`}</div>`

  /** Says which times a page has. Those in UTC say it themselves. */
  const zoneOf = ({ body }: DashboardPage, { zone }: Navigation.Reader) =>
    Option.match(TimeZone.hasTimes(body) ? zone : Option.none(), {
      onNone: () => none,
      onSome: (known) => html`<p class="lead zone">${TimeZone.texts.timesIn(TimeZone.nameOf(known))}</p>`
    })

  const show: DashboardFrame["show"] = ({ page }, reader) => {
    const { body, frameOrigins, hasPasskeyForm = false, headers = {}, of, section, status, title } = page
    const isList = section === "Instances" && title === "Instances"
    return respond({
      script,
      hasRequests: hasPasskeyForm,
      frameOrigins,
      title: of === undefined ? `${title} · Latchkey` : `${title} · ${of.instance.name} · Latchkey`,
      status,
      headers,
      body: html`<a class="skip" href="#content">Skip to main content</a>
<header class="bar"><a href="${paths.home}">Latchkey</a>${Navigation.opener}</header>
${navigation(reader, { section, of, isList })}
<main id="content" data-zone="${reader.zoneCookie}">
${headOf(page, zoneOf(page, reader))}
${TimeZone.localize(body, reader.zone)}
</main>${working}`
    })
  }

  const respondPlain = makeResponder(plainStyle)

  const plainPage: DashboardFrame["plainPage"] = (plain) => {
    const { body, footer, hasPasskeyForm = false, headers = {}, status, title } = plain
    return respondPlain({
      script,
      hasRequests: hasPasskeyForm,
      title: `${title} · Latchkey`,
      status,
      headers,
      body: html`<main><p class="brand"><span aria-hidden="true">L</span>Latchkey dashboard</p>
<h1>${title}</h1>
${body}
</main>${footer === undefined ? none : html`<footer>${footer}</footer>`}${working}`
    })
  }

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

  return { paths, page: (page) => new View(page), show, plainPage, problemPage }
})
