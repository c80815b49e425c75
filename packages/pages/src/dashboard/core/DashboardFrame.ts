/**
 * The frame of the dashboard's pages: the navigation, and the head of the page.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { type Fragment, html, makeResponder, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders } from "@latchkey/http/core/Problem"
import { isCookiesBlocked } from "@latchkey/http/core/Submission"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { none } from "../../core/Fragments.ts"
import { workingOf } from "../../core/Frame.ts"
import * as PageScript from "../../core/PageScript.ts"
import type { DashboardLanguage } from "./DashboardLanguage.ts"
import * as DashboardPaths from "./DashboardPaths.ts"
import { plainStyle, style } from "./DashboardStyle.ts"
import { address } from "./Elements.ts"
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
  /** That of every page. */
  readonly language: DashboardLanguage
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

/** Returns the text of a problem. `detail` says in English what was not found. */
const textOf = (language: DashboardLanguage, problem: Problem): string => {
  const { pages, tag, texts } = language
  const text = language.problem(problem)
  if (problem.code === "not_found") return tag === "en" ? (problem.detail ?? text) : text
  return problem.code === "internal_error" ? `${text}${pages.texts.core.space}${texts.core.logSaysMore}` : text
}

const respond = makeResponder(style)
const respondPlain = makeResponder(plainStyle)

/** Makes the frame of the pages in a language. */
export const make = (language: DashboardLanguage): Effect.Effect<DashboardFrame, never, HttpSettings> =>
  Effect.map(HttpSettings, ({ prefix }) => makeBelow(prefix, language))

const makeBelow = (prefix: string, language: DashboardLanguage): DashboardFrame => {
  const { direction, pages, tag } = language
  const { core: texts } = language.texts
  const paths = DashboardPaths.make(prefix)
  const script = PageScript.at(paths.home)
  const working = workingOf(pages.texts.core.working)
  const navigation = Navigation.make(paths, texts, pages.texts.core.signOut)

  const headOf = ({ action, back, description, title }: DashboardPage, zone: Fragment) =>
    html`<div class="head">${back === undefined ? none : html`<p class="back"><a href="${back.href}">${icon("back")}${back.text}</a></p>`}
<h1>${address(title)}</h1>${description === undefined ? none : html`<p class="lead">${description}</p>`}${zone}
${action === undefined ? none : html`<div class="actions">${action}</div>`}</div>`

  /** Says which times a page has. Those in UTC say it themselves. */
  const zoneOf = ({ body }: DashboardPage, { zone }: Navigation.Reader) =>
    Option.match(TimeZone.hasTimes(body) ? zone : Option.none(), {
      onNone: () => none,
      onSome: (known) => html`<p class="lead zone">${texts.timesIn(TimeZone.nameOf(known))}</p>`
    })

  const show: DashboardFrame["show"] = ({ page }, reader) => {
    const { body, frameOrigins, hasPasskeyForm = false, headers = {}, of, section, status, title } = page
    const isList = section === "Instances" && title === texts.sections.Instances
    return respond({
      language: { tag, direction },
      script,
      hasRequests: hasPasskeyForm,
      frameOrigins,
      title: of === undefined ? `${title} · Latchkey` : `${title} · ${of.instance.name} · Latchkey`,
      status,
      headers,
      body: html`<a class="skip" href="#content">${texts.skip}</a>
<header class="bar"><a href="${paths.home}">Latchkey</a>${Navigation.opener(texts)}</header>
${navigation(reader, { section, of, isList })}
<main id="content" data-zone="${reader.zoneCookie}">
${headOf(page, zoneOf(page, reader))}
${TimeZone.localize(language.format, body, reader.zone)}
</main>${working}`
    })
  }

  const plainPage: DashboardFrame["plainPage"] = (plain) => {
    const { body, footer, hasPasskeyForm = false, headers = {}, status, title } = plain
    return respondPlain({
      language: { tag, direction },
      script,
      hasRequests: hasPasskeyForm,
      title: `${title} · Latchkey`,
      status,
      headers,
      body: html`<main><p class="brand"><span aria-hidden="true">L</span>${texts.brand}</p>
<h1>${title}</h1>
${body}
</main>${footer === undefined ? none : html`<footer>${footer}</footer>`}${working}`
    })
  }

  const { cookiesBlocked, cookiesBlockedText } = pages.texts.message
  const cookiesPage = () =>
    plainPage({
      title: cookiesBlocked,
      status: 400,
      body: html`<p>${cookiesBlockedText}</p>
<p><a class="button" href="${paths.home}">${pages.texts.core.tryAgain}</a></p>`
    })

  const problemPage = (problem: Problem) => {
    if (isCookiesBlocked(problem)) return cookiesPage()
    return plainPage({
      title: problem.code === "not_found" ? texts.notFound : texts.problem,
      status: statusOf(problem.code),
      headers: toHeaders(problem),
      body: html`<p>${textOf(language, problem)}</p>
<p><a href="${paths.home}">${texts.toDashboard}</a></p>`
    })
  }

  return { language, paths, page: (page) => new View(page), show, plainPage, problemPage }
}
