/**
 * The keys of programs: a list, and forms that create and revoke them.
 */
import type { ApiKey } from "@latchkey/domain/operator/ApiKeyRepository"
import { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import { html, redirect } from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as ApiKeyApi from "@latchkey/http/operator/ApiKeyApi"
import { ApiKeyId } from "@latchkey/domain/core/Ids"
import { ApiKeyNotFound } from "@latchkey/domain/operator/OperatorErrors"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, notice, secret, tag } from "../core/Elements.ts"
import * as NamedForm from "../core/NamedForm.ts"
import type { OperatorAccess, OperatorRequest } from "./OperatorAccess.ts"

const empty = NamedForm.untouched({ role: "viewer" })

/** Returns `true` for a day of the calendar. `DateTime.make` takes 30 February for 2 March. */
const isDay = (text: string): boolean =>
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (start) => DateTime.formatIsoDateUtc(start) === text)

/** Makes the schema of the form. `reason`: of a text that is no day. */
const formOf = (reason: string) =>
  Schema.Struct({
    name: ApiKeyApi.NewApiKey.fields.name,
    role: ApiKeyApi.NewApiKey.fields.role,
    expires: Schema.optionalWith(Schema.String.pipe(Schema.filter(isDay, { message: () => reason })), { exact: true })
  })

/** Returns the end of a day. Fails if it is in the past, with this reason. */
const endOf = Effect.fnUntraced(function* (day: string | undefined, reason: string) {
  if (day === undefined) return Option.none<DateTime.Utc>()
  const end = DateTime.add(DateTime.unsafeMake(`${day}T00:00:00Z`), { days: 1 })
  if (DateTime.greaterThan(end, yield* DateTime.now)) return Option.some(end)
  return yield* problem("invalid_request", { errors: [{ field: "expires", reason }] })
})

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const keys = yield* ApiKeys
  const { time } = language.format
  const { core } = language.texts
  const { keys: texts } = language.texts.operator

  const fields: ReadonlyArray<NamedForm.Field> = [
    { ...NamedForm.nameField(core), hint: texts.nameHint },
    NamedForm.roleField(core),
    { name: "expires", label: texts.lastDay, type: "date", hint: texts.lastDayHint }
  ]
  const submit = NamedForm.submit(formOf(texts.notADate))

  const expiryOf = ({ expiresAt }: ApiKey, now: DateTime.Utc) =>
    Option.match(expiresAt, {
      onNone: () => html`<span class="soft">${texts.never}</span>`,
      onSome: (at) => (DateTime.lessThanOrEqualTo(at, now) ? html`${tag(texts.expired, "bad")} ${time(at)}` : time(at))
    })

  const revoke: DataTable.Column<ApiKey> = {
    title: texts.revoke,
    kind: "action",
    cell: ({ id, name }) =>
      button({ action: paths.apiKeyRevocation(id), text: texts.revoke, about: name, kind: "quiet small" })
  }

  const columns = (canRevoke: boolean, now: DateTime.Utc): ReadonlyArray<DataTable.Column<ApiKey>> => [
    {
      title: core.name,
      cell: ({ id, name }) => html`<span class="strong">${name}</span><br><code class="soft">${id}</code>`
    },
    { title: core.role, cell: ({ role }) => core.roles[role] },
    { title: texts.created, cell: ({ createdAt }) => time(createdAt) },
    {
      title: texts.lastUsed,
      cell: ({ lastUsedAt }) =>
        Option.match(lastUsedAt, { onNone: () => html`<span class="soft">${texts.never}</span>`, onSome: time })
    },
    { title: texts.expires, cell: (key) => expiryOf(key, now) },
    ...(canRevoke ? [revoke] : [])
  ]

  const form = (state: NamedForm.FormState) =>
    html`<section class="card form" aria-labelledby="create"><h2 id="create">${texts.create}</h2>
<p>${texts.createIntro}</p>
${state.problem === undefined ? "" : notice("bad", language.problem(state.problem))}
<form method="post" action="${paths.apiKeys()}">${NamedForm.fieldsOf(language, fields, state)}
<div class="save"><button>${texts.createButton}</button></div></form></section>`

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: NamedForm.FormState) {
    const list = yield* keys.list
    const now = yield* DateTime.now
    const isDone = FormInput.textOf(RequestReader.query(request), "done") === "revoked" && rejected === undefined
    const canWrite = can("api_keys.write")
    return page({
      title: core.sections["API keys"],
      description: texts.intro(html`<code>ADMIN_API_KEY</code>`, core.roles.admin),
      ...(canWrite ? { action: html`<a class="button" href="#create">${texts.create}</a>` } : {}),
      section: "API keys",
      status: rejected === undefined ? 200 : 400,
      body: html`${when(isDone, () => notice("good", texts.revoked))}
${DataTable.view(language, {
  id: "all",
  caption: core.sections["API keys"],
  columns: columns(canWrite, now),
  rows: list,
  count: texts.count(list.length),
  empty: texts.empty
})}
${when(canWrite, () => form(rejected ?? empty))}`
    })
  })

  const showKey = (name: string, key: Redacted.Redacted) =>
    page({
      title: texts.newTitle,
      back: { href: paths.apiKeys(), text: core.sections["API keys"] },
      section: "API keys",
      body: html`<section class="card narrow"><p>${texts.shown(html`<strong>${name}</strong>`)}</p>
${secret(core, Redacted.value(key))}
<p><a class="button quiet" href="${paths.apiKeys()}">${texts.back}</a></p></section>`
    })

  const onCreate = Effect.fnUntraced(function* (request: OperatorRequest) {
    const values = NamedForm.valuesIn(fields, yield* RequestReader.form(request.request))
    const result = yield* submit(values, ({ expires, name, role }) =>
      Effect.flatMap(endOf(expires, texts.past), (expiresAt) => keys.create({ name, role, expiresAt }, request.by))
    )
    if (result._tag === "Rejected") return yield* show(request, result.state)
    return showKey(result.value.apiKey.name, result.value.secret)
  })

  const onRevoke = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    yield* keys.revoke(yield* RouteParameters.parameter("apiKey", ApiKeyId, () => new ApiKeyNotFound()), by)
    return redirect(paths.apiKeys("revoked"))
  })

  const path = "/dashboard/api-keys" as const
  return [
    { method: "GET", path, handler: operator("api_keys.read", (request) => show(request)) },
    { method: "POST", path, handler: operator("api_keys.write", onCreate) },
    { method: "POST", path: `${path}/:apiKey/revoke`, handler: operator("api_keys.write", onRevoke) }
  ] satisfies ReadonlyArray<Route>
})
