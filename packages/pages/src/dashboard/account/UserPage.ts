/**
 * A user, as an administrator sees one: who it is and in which state, the ways in, the sessions, what happened, and
 * what can be done.
 */
import type { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import type { Email } from "@latchkey/domain/core/Email"
import type { FactorRecovery } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import type { Instance } from "@latchkey/domain/instance/Instance"
import * as UserData from "@latchkey/domain/account/UserData"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { UserAdministration, type UserView } from "@latchkey/domain/operator/UserAdministration"
import type { UserDetails } from "@latchkey/domain/operator/UserDetails"
import { PersonalTokenAdministration } from "@latchkey/domain/personal-token/PersonalTokenAdministration"
import type { SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as DeviceName from "../../core/DeviceName.ts"
import * as FormInput from "../../core/FormInput.ts"
import { all, none, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { UserAction } from "../core/DashboardPaths.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, detail, notice } from "../core/Elements.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as FailedSignIns from "./FailedSignIns.ts"
import { methodName } from "./MethodName.ts"
import * as Timeline from "./Timeline.ts"
import { permissionOf } from "./UserActions.ts"
import * as UserIdentities from "./UserIdentities.ts"
import { statusOf } from "./UserStatus.ts"
import * as UserTokens from "./UserTokens.ts"

const maxTimeline = 30

type Can = OperatorRequest["can"]

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const administration = yield* UserAdministration
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports
  const tokens = yield* PersonalTokenAdministration
  const identities = UserIdentities.section(language, paths)
  const tokenTable = UserTokens.section(language, paths)
  const { list, number, time } = language.format
  const { account, core } = language.texts
  const { user: texts } = account
  const deviceOf = (session: SessionSummary) => DeviceName.ofSession(language.pages, session)

  /**
   * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing
   * else.
   */
  const notices: ReadonlyMap<string, string> = new Map(Object.entries(account.notices))

  const failures = (view: UserView) => {
    const count = texts.inARow(view.failedSignIns)
    return FailedSignIns.isPasswordRefused(reports, view) ? texts.refused(count) : count
  }

  const facts = ({ failedSignIns, user, ...view }: UserView) =>
    html`<dl class="facts">${all([
      ...Option.toArray(Option.map(user.name, (name) => detail(core.name, html`<bdi>${name}</bdi>`))),
      detail(texts.id, html`<code>${user.id}</code>`),
      ...Option.toArray(Option.map(user.externalId, (id) => detail(texts.externalId, html`<code>${id}</code>`))),
      detail(texts.signedUp, time(user.createdAt)),
      detail(texts.verified, Option.match(user.emailVerifiedAt, { onNone: () => texts.no, onSome: time })),
      ...Option.toArray(Option.map(user.disabledAt, (at) => detail(texts.disabledSince, time(at)))),
      ...Option.toArray(Option.map(user.deletionAt, (at) => detail(texts.deletion, texts.byRequest(time(at))))),
      detail(texts.failures, failures({ failedSignIns, user, ...view }))
    ])}</dl>`

  /** What is kept with the user, as it is stored. Nothing if nothing is. */
  const data = ({ user: { metadata, userMetadata } }: UserView) => {
    const kept = [
      [texts.metadata, metadata],
      [texts.userMetadata, userMetadata]
    ] as const
    const shown = kept.filter(([, object]) => object !== UserData.noData)
    const view = ([title, object]: (typeof kept)[number]) =>
      html`<h3>${title}</h3><pre dir="ltr">${JSON.stringify(UserData.read(object), null, 2)}</pre>`
    return when(
      shown.length > 0,
      () =>
        html`<section class="card" aria-labelledby="data"><h2 id="data">${texts.data}</h2>${all(shown.map(view))}</section>`
    )
  }

  const recovery = ({ availableAt, expiresAt, requestedAt, userAgent }: FactorRecovery) =>
    detail(
      texts.recovery,
      texts.recoveryText(
        time(requestedAt),
        DeviceName.nameOf(language.pages, userAgent),
        time(availableAt),
        time(expiresAt)
      )
    )

  const waysIn = ({ factorRecovery, passkeys, user }: UserView) =>
    html`<dl class="facts">${all([
      detail(texts.password, user.hasPassword ? texts.set : core.none),
      detail(texts.passkeys, passkeys === 0 ? core.none : number(passkeys)),
      detail(
        texts.secondFactor,
        Option.match(user.secondFactorAt, { onNone: () => html`${core.none}`, onSome: (at) => texts.since(time(at)) })
      ),
      ...Option.toArray(Option.map(factorRecovery, recovery))
    ])}</dl>`

  const signOut = (instance: Instance, user: UserDetails): DataTable.Column<SessionSummary> => ({
    title: texts.sessionColumns.action,
    kind: "action",
    cell: (session) =>
      button({
        action: paths.session(instance.id, user.id, session.id),
        text: texts.signOut,
        about: core.device(deviceOf(session)),
        kind: "quiet small"
      })
  })

  const sessionTable = (instance: Instance, { sessions, user }: UserView, can: Can) =>
    DataTable.view(language, {
      id: "sessions",
      caption: texts.sessions,
      heading: true,
      columns: [
        { title: texts.sessionColumns.device, cell: deviceOf },
        {
          title: texts.sessionColumns.method,
          cell: ({ methods }) => list(methods.map((id) => methodName(language.texts, id)))
        },
        { title: texts.sessionColumns.signedIn, cell: ({ authenticatedAt }) => time(authenticatedAt) },
        { title: texts.sessionColumns.lastSeen, cell: ({ lastSeenAt }) => time(lastSeenAt) },
        { title: texts.sessionColumns.expires, cell: ({ expiresAt }) => time(expiresAt) },
        ...(can("users.support") ? [signOut(instance, user)] : [])
      ],
      rows: sessions,
      count: texts.countSessions(sessions.length),
      empty: texts.noSessions
    })

  const linkOf =
    (instance: Instance, user: UserDetails, can: Can) =>
    (name: UserAction, text: string, kind = "") =>
      when(
        can(permissionOf(name)),
        () =>
          html`<a class="button quiet small ${kind}" href="${paths.userAction(instance.id, user.id, name)}">${text}</a>`
      )

  const group = (title: string, links: ReadonlyArray<Fragment>) =>
    when(
      links.some(({ source }) => source !== ""),
      () => html`<h3>${title}</h3><p class="actions">${all(links.filter(({ source }) => source !== ""))}</p>`
    )

  /** What helps the user, what ends access, and what cannot be undone: each by itself. */
  const actions = (instance: Instance, { failedSignIns, passkeys, user }: UserView, can: Can) => {
    const link = linkOf(instance, user, can)
    const isDisabled = Option.isSome(user.disabledAt)
    const hasLinks = !isDisabled && instance.authConfig.magic_link
    const groups = all([
      group(texts.help, [
        hasLinks ? link("send-link", texts.actions["send-link"]) : none,
        hasLinks ? link("make-link", texts.actions["make-link"]) : none,
        failedSignIns === 0 ? none : link("reset-failures", texts.actions["reset-failures"]),
        isDisabled ? link("enable", texts.actions.enable) : none
      ]),
      group(texts.access, [
        link("sign-out", texts.actions["sign-out"]),
        Option.isNone(user.secondFactorAt) ? none : link("reset-factor", texts.actions["reset-factor"], "bad"),
        passkeys === 0 ? none : link("remove-passkeys", texts.actions["remove-passkeys"], "bad"),
        isDisabled ? none : link("disable", texts.actions.disable, "bad")
      ]),
      group(texts.danger, [link("delete", texts.actions.delete, "bad")])
    ])
    return when(
      groups.source.trim() !== "",
      () => html`<section class="card" aria-labelledby="actions"><h2 id="actions">${texts.do}</h2>${groups}</section>`
    )
  }

  const timeline = (
    instance: Instance,
    view: UserView,
    entries: ReadonlyArray<AuditEntry>,
    emails: ReadonlyArray<EmailDelivery>
  ) =>
    html`<section class="card" aria-labelledby="timeline"><h2 id="timeline">${texts.timeline}</h2>
${Timeline.view(language, Timeline.eventsOf(language, view, entries, emails).slice(0, maxTimeline))}
<p class="actions"><a href="${paths.audit({ user: view.user.id })}">${texts.allEntries}</a>
<a href="${paths.emails(instance.id, { email: view.user.email })}">${texts.emailsTo}</a></p></section>`

  const edit = (instance: Instance, { user }: UserView, can: Can) =>
    when(
      can("users.write"),
      () => html`<a class="button quiet" href="${paths.editUser(instance.id, user.id)}">${texts.edit}</a>`
    )

  const emailsTo = (instance: Instance, email: Email, can: Can) =>
    can("emails.read")
      ? reports.emailDeliveries(instance.id, maxTimeline, { email })
      : Effect.succeed<ReadonlyArray<EmailDelivery>>([])

  const entriesOf = (instance: Instance, { id }: UserDetails, can: Can) =>
    can("audit.read")
      ? reports.auditLog({
          before: Option.none(),
          limit: maxTimeline,
          filter: { instanceId: instance.id, userId: id }
        })
      : Effect.succeed<ReadonlyArray<AuditEntry>>([])

  const show = Effect.fnUntraced(function* ({ by, can, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const view = yield* administration.find({ instance, userId: yield* RouteParameters.userId, by })
    const { user } = view
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    const entries = yield* entriesOf(instance, user, can)
    const emails = yield* emailsTo(instance, user.email, can)
    const ownTokens = yield* tokens.list(instance, user.id)
    const now = yield* DateTime.now
    return page({
      title: user.email,
      back: { href: paths.users(instance.id), text: core.tabs.Users },
      description: statusOf(language.texts, user),
      action: edit(instance, view, can),
      section: "Instances",
      of: { instance, tab: "Users" },
      body: html`${done === undefined ? "" : notice("good", done)}
<div class="columns"><div>
<section class="card" aria-labelledby="details"><h2 id="details">${core.details}</h2>${facts(view)}</section>
<section class="card" aria-labelledby="ways-in"><h2 id="ways-in">${texts.waysIn}</h2>${waysIn(view)}</section>
${data(view)}
${when(view.identities.length > 0, () => identities(instance, view, can))}
${actions(instance, view, can)}</div>
<div>${timeline(instance, view, entries, emails)}</div></div>
${sessionTable(instance, view, can)}
${when(instance.tokenConfig.personalTokens || ownTokens.length > 0, () => tokenTable(instance, ownTokens, can, now))}`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/users/:user", handler: operator("users.read", show) }
  ] satisfies ReadonlyArray<Route>
})
