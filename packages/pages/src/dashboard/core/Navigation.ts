/**
 * The navigation of the dashboard: the instance and a list to switch to another one, the pages of the instance, those
 * of the service, and what belongs to the administrator.
 *
 * It is beside the page on a wide screen, and a popover (HTML, 6.12) on a narrow one, which needs no script. A browser
 * without popovers shows it above the page.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import type { Role } from "@latchkey/domain/operator/Role"
import { Fragment, html } from "@latchkey/http/core/Page"
import { all, none, when } from "../../core/Fragments.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardPaths } from "./DashboardPaths.ts"
import { flag } from "./Elements.ts"
import { type Icon, icon } from "./Icons.ts"
import * as ProviderPaths from "./ProviderPaths.ts"
import type { Zone } from "./TimeZone.ts"
import * as WebhookPaths from "./WebhookPaths.ts"

/** The pages of an instance. */
export type Tab = "Overview" | "Settings" | "Sign-in providers" | "Webhooks" | "Users" | "Invitations" | "Emails"

/** The pages of the service. */
export type Section = "Instances" | "Administrators" | "API keys" | "Access" | "Audit log" | "Your account" | "Language"

/**
 * The administrator who reads a page.
 *
 * - `name`: none without an account.
 * - `instances`: those that they can switch to.
 * - `zone`: their time zone. `zoneCookie`: with which the script says it, `%` in its place.
 */
export interface Reader {
  readonly name: string | undefined
  readonly role: Role
  readonly instances: ReadonlyArray<Pick<Instance, "id" | "name">>
  readonly zone: Zone
  readonly zoneCookie: string
}

/** Where a page is. `tab`: its place in an instance. `isList`: whether it is the list of instances. */
export interface Place {
  readonly section: Section
  readonly of?: { readonly instance: Pick<Instance, "id" | "name">; readonly tab: Tab } | undefined
  readonly isList: boolean
}

const maxInstances = 12

const link = (href: string, name: string, mark: Icon, isCurrent: boolean): Fragment =>
  html`<li><a href="${href}"${flag("aria-current=page", isCurrent)}>${icon(mark)}${name}</a></li>`

/** Makes the first letters of a name, for the picture of someone who has none. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase()

const avatar = (name: string): Fragment => html`<span class="avatar" aria-hidden="true">${initials(name)}</span>`

/** The button that opens the navigation on a narrow screen. */
export const opener = ({ menu }: DashboardTexts["core"]): Fragment =>
  html`<button type="button" class="quiet small" popovertarget="menu">${icon("menu")}${menu}</button>`

/** Makes the function that makes the navigation for a page. */
export const make = (paths: DashboardPaths, texts: DashboardTexts["core"], signOut: string) => {
  const switchTo = (id: InstanceId | undefined) => (instance: Pick<Instance, "id" | "name">) =>
    html`<li><a href="${paths.instance(instance.id)}"${flag("aria-current=true", instance.id === id)}>${avatar(instance.name)}<span>${instance.name}</span></a></li>`

  const switcher = (shown: Pick<Instance, "id" | "name"> | undefined, { instances }: Reader) => {
    const label =
      shown === undefined
        ? html`${icon("instances")}<span>${texts.chooseInstance}</span>`
        : html`${avatar(shown.name)}<span class="of">${shown.name}</span>`
    return html`<details class="drop"><summary>${label}${icon("switch")}<span class="unseen">${texts.switchInstance}</span></summary>
<ul>${all(instances.slice(0, maxInstances).map(switchTo(shown?.id)))}
${link(paths.home, texts.allInstances, "instances", false)}</ul></details>`
  }

  const ofInstance = ({ id, name }: Pick<Instance, "id" | "name">, current: Tab | undefined) => {
    const tab = (name: Tab, href: string, mark: Icon) => link(href, texts.tabs[name], mark, name === current)
    return html`<ul aria-label="${name}">
${all([
  tab("Overview", paths.instance(id), "overview"),
  tab("Users", paths.users(id), "users"),
  tab("Invitations", paths.invitations(id), "invitations"),
  tab("Emails", paths.emails(id), "emails"),
  tab("Sign-in providers", ProviderPaths.list(paths, id), "providers"),
  tab("Webhooks", WebhookPaths.list(paths, id), "webhooks"),
  tab("Settings", paths.settings(id), "settings")
])}
</ul>`
  }

  const ofService = (section: Section, isList: boolean) => html`<h2 class="title" id="service">${texts.service}</h2>
<ul aria-labelledby="service">
${link(paths.home, texts.sections.Instances, "instances", isList)}
${link(paths.operators(), texts.sections.Administrators, "administrators", section === "Administrators")}
${link(paths.apiKeys(), texts.sections["API keys"], "keys", section === "API keys")}
${link(paths.access(), texts.sections.Access, "access", section === "Access")}
${link(paths.audit(), texts.sections["Audit log"], "audit", section === "Audit log")}
</ul>`

  const ofReader = (section: Section, { name = texts.adminKey, role }: Reader) =>
    html`<details class="drop up"><summary>${avatar(name)}<span>${name}<span class="soft">${texts.roles[role]}</span></span>${icon("switch")}</summary>
<ul>${link(paths.account, texts.sections["Your account"], "passkey", section === "Your account")}
${link(paths.language, texts.sections.Language, "language", section === "Language")}
<li><form method="post" action="${paths.signOut}"><button>${icon("signOut")}${signOut}</button></form></li></ul></details>`

  return (reader: Reader, { isList, of, section }: Place): Fragment => {
    const only = reader.instances.length === 1 ? reader.instances[0] : undefined
    const shown = of?.instance ?? only
    return html`<nav id="menu" class="side" popover aria-label="${texts.navigation}">
${switcher(shown, reader)}
<div class="places">${when(shown !== undefined, () => (shown === undefined ? none : ofInstance(shown, of?.tab)))}
${ofService(section, isList)}</div>
${ofReader(section, reader)}
</nav>`
  }
}
