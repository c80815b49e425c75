/**
 * The users of an instance, fifty per page: all of them, by any part of their address, one by an id, or by status.
 */
import type { UserOrder, UserStatus } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { UserId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { maxUsers, OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import {
  type ListedUser,
  UserAdministration,
  type UserCursor,
  type UserSearch
} from "@latchkey/domain/operator/UserAdministration"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { emailPrefix } from "@latchkey/http/password/Credentials"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import * as Csv from "../core/Csv.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { languages } from "../core/DashboardLanguage.ts"
import { query as queryOf } from "../core/DashboardPaths.ts"
import * as DataTable from "../core/DataTable.ts"
import { address, notice, tag } from "../core/Elements.ts"
import { iso } from "../core/Format.ts"
import * as Paging from "../core/Paging.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { providerOf } from "./UserIdentities.ts"
import { statusOf } from "./UserStatus.ts"

const pageSize = 50

const parse = Schema.decodeOption(
  Schema.TemplateLiteralParser(Schema.NonNegativeInt.pipe(Schema.lessThan(8.64e15)), ".", UserId, ".", Schema.String)
)
const parseEmail = Schema.decodeOption(Email)

/** Reads a cursor: the time of creation, the id and the address of a user. */
const cursorOf = (text: string): Option.Option<UserCursor> =>
  Option.flatMap(parse(text as never), ([millis, , id, , address]) =>
    Option.map(parseEmail(address), (email) => ({ createdAt: DateTime.unsafeMake(millis), id, email }))
  )

const textOfCursor = ({ createdAt, email, id }: UserCursor): string =>
  `${DateTime.toEpochMillis(createdAt)}.${id}.${email}`

const statuses = ["unverified", "disabled", "deleting"] as const satisfies ReadonlyArray<UserStatus>
const orders = ["newest", "oldest", "email", "email_descending"] as const satisfies ReadonlyArray<UserOrder>

const oneOf = <A extends string>(values: ReadonlyArray<A>, text: string): Option.Option<A> =>
  Option.fromNullable(values.find((value) => value === text))

/** What the query of a page asks for. */
interface Asked {
  readonly search: UserSearch
  readonly text: string
  readonly status: string
  readonly order: UserOrder
}

const askedOf = (instance: Instance, query: URLSearchParams): Asked => {
  const text = FormInput.textOf(query, "q")
  const status = oneOf(statuses, FormInput.textOf(query, "status"))
  const chosen = oneOf(orders, FormInput.textOf(query, "order"))
  const order = Option.getOrElse(chosen, () => (text === "" ? "newest" : "email"))
  return {
    search: { instance, text: emailPrefix(text), id: text.trim(), status, order },
    text,
    status: Option.getOrElse(status, () => ""),
    order
  }
}

/** How a user signs in, in words. */
export const methodsOf = (
  { methods }: DashboardTexts["account"]["list"],
  instance: Instance,
  { identities, passkeys, user }: ListedUser
): ReadonlyArray<string> => {
  const named = [
    ...(user.hasPassword ? [methods.password] : []),
    ...(passkeys > 0 ? [methods.passkeys(passkeys)] : []),
    ...new Set(identities.map((identity) => providerOf(instance, identity)))
  ]
  const ways = named.length === 0 ? [methods.link] : named
  return Option.isSome(user.secondFactorAt) ? [...ways, methods.app] : ways
}

// Programs read files, whatever language the reader has.
const english = languages[0].texts.account.list

const csvColumns = (instance: Instance): ReadonlyArray<Csv.CsvColumn<ListedUser>> => [
  ["id", ({ user }) => user.id],
  ["email", ({ user }) => user.email],
  ["external_id", ({ user }) => Option.getOrElse(user.externalId, () => "")],
  ["created_at", ({ user }) => DateTime.formatIso(user.createdAt)],
  ["email_verified_at", ({ user }) => iso(user.emailVerifiedAt)],
  ["disabled_at", ({ user }) => iso(user.disabledAt)],
  ["deletion_at", ({ user }) => iso(user.deletionAt)],
  ["last_sign_in_at", ({ lastSignInAt }) => iso(lastSignInAt)],
  ["signs_in_with", (listed) => methodsOf(english, instance, listed).join("; ")]
]

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const administration = yield* UserAdministration
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports
  const { time } = language.format
  const { account, core } = language.texts
  const { list: texts } = account
  const title = core.tabs.Users

  const email =
    ({ id }: Instance) =>
    ({ user }: ListedUser) =>
      html`<a class="row" href="${paths.user(id, user.id)}">${address(user.email)}</a>`

  /** The link of a column that sorts; none if the store cannot sort what is asked for by it. */
  const sortOf = (
    instance: Instance,
    { order, status, text }: Asked,
    [ascending, descending]: readonly [UserOrder, UserOrder]
  ): Pick<DataTable.Column<never>, "sort"> => {
    const isByAddress = ascending === "email"
    if (isByAddress ? status !== "" : text !== "") return {}
    const direction = order === ascending ? "ascending" : order === descending ? "descending" : "none"
    const first = isByAddress ? ascending : descending
    const next = order === first ? (first === ascending ? descending : ascending) : first
    return { sort: { direction, href: `${paths.users(instance.id)}${queryOf({ q: text, status, order: next })}` } }
  }

  const columns = (instance: Instance, asked: Asked): ReadonlyArray<DataTable.Column<ListedUser>> => [
    {
      title: texts.columns.email,
      cell: email(instance),
      ...sortOf(instance, asked, ["email", "email_descending"])
    },
    { title: texts.columns.status, kind: "plain", cell: ({ user }) => statusOf(language.texts, user) },
    {
      title: texts.columns.methods,
      kind: "plain",
      cell: (listed) =>
        html`<span class="tags">${all(methodsOf(texts, instance, listed).map((name) => tag(name)))}</span>`
    },
    {
      title: texts.columns.created,
      cell: ({ user }) => time(user.createdAt),
      ...sortOf(instance, asked, ["oldest", "newest"])
    },
    {
      title: texts.columns.lastSignIn,
      cell: ({ lastSignInAt }) => Option.match(lastSignInAt, { onNone: () => html`–`, onSome: time })
    }
  ]

  const newUser = ({ id }: Instance): Fragment =>
    html`<a class="button" href="${paths.newUser(id)}">${texts.create}</a>`

  const filtersOf = ({ status, text }: Asked): ReadonlyArray<DataTable.Filter> => [
    { name: "q", label: texts.search, value: text, kind: "search" },
    {
      name: "status",
      label: texts.status,
      value: status,
      kind: "select",
      options: [["", texts.all], ...statuses.map((name) => [name, texts.statuses[name]] as const)]
    }
  ]

  const countAll = (instance: Instance) =>
    Effect.map(reports.users(instance.id, { all: Option.none() }), ({ all }) =>
      all < maxUsers ? texts.rows(all) : core.table.moreThan(texts.rows(maxUsers))
    )

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const query = RequestReader.query(request)
    const asked = askedOf(instance, query)
    const position = Paging.read(query)
    const after = cursorOf(position.cursor)
    const found = yield* administration.search({ ...asked.search, after, limit: pageSize })
    const { status, text } = asked
    const order = FormInput.textOf(query, "order")
    const pages: Paging.Pages = {
      path: paths.users(instance.id),
      filters: { q: text, status, order },
      position,
      next: Option.map(found.next, textOfCursor)
    }
    const isAll = text === "" && status === ""
    const action = when(can("users.write"), () => newUser(instance))
    return page({
      title,
      action,
      section: "Instances",
      of: { instance, tab: "Users" },
      body: html`${when(FormInput.textOf(query, "done") === "delete", () => notice("good", account.deleted))}
${DataTable.view(language, {
  id: "users",
  caption: title,
  columns: columns(instance, asked),
  rows: found.users,
  count: isAll ? yield* countAll(instance) : DataTable.countOf(language, found.users.length, pages, texts.rows),
  empty: texts.empty,
  noMatches: texts.noMatches,
  filters: filtersOf(asked),
  csv: `${paths.usersCsv(instance.id)}${queryOf({ q: text, status, order })}`,
  pages
})}`
    })
  })

  const download = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const { search } = askedOf(instance, RequestReader.query(request))
    yield* administration.recordExport({ instance, by })
    const rows = yield* Csv.gather((after: Option.Option<UserCursor>, limit) =>
      Effect.map(administration.search({ ...search, after, limit }), ({ next, users }) => ({ rows: users, next }))
    )
    return Csv.file("users", csvColumns(instance), rows)
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/users", handler: operator("users.read", show) },
    { method: "GET", path: "/dashboard/instances/:instance/users.csv", handler: operator("users.read", download) }
  ] satisfies ReadonlyArray<Route>
})
