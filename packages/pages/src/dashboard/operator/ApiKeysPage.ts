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
import { counted, time } from "../core/Format.ts"
import * as NamedForm from "../core/NamedForm.ts"
import type { OperatorAccess, OperatorRequest } from "./OperatorAccess.ts"

const fields: ReadonlyArray<NamedForm.Field> = [
  { ...NamedForm.nameField, hint: "What uses the key. The audit log shows it." },
  NamedForm.roleField,
  {
    name: "expires",
    label: "Last day",
    type: "date",
    hint: "Optional: the last day on which the key works, in UTC. Without one, it works until you revoke it."
  }
]

const noKeys: DataTable.Empty = {
  title: "No API keys yet",
  text: "Create one for each program that calls the admin API, so that you can revoke it alone."
}

const empty = NamedForm.untouched({ role: "viewer" })

/** Returns `true` for a day of the calendar. `DateTime.make` takes 30 February for 2 March. */
const isDay = (text: string): boolean =>
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (start) => DateTime.formatIsoDateUtc(start) === text)

const Form = Schema.Struct({
  name: ApiKeyApi.NewApiKey.fields.name,
  role: ApiKeyApi.NewApiKey.fields.role,
  expires: Schema.optionalWith(
    Schema.String.pipe(Schema.filter(isDay, { message: () => "is not a date, such as 2027-02-22" })),
    { exact: true }
  )
})

const submit = NamedForm.submit(Form)

/** Returns the end of a day. Fails if it is in the past. */
const endOf = Effect.fnUntraced(function* (day: string | undefined) {
  if (day === undefined) return Option.none<DateTime.Utc>()
  const end = DateTime.add(DateTime.unsafeMake(`${day}T00:00:00Z`), { days: 1 })
  if (DateTime.greaterThan(end, yield* DateTime.now)) return Option.some(end)
  return yield* problem("invalid_request", { errors: [{ field: "expires", reason: "is in the past" }] })
})

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const keys = yield* ApiKeys

  const expiryOf = ({ expiresAt }: ApiKey, now: DateTime.Utc) =>
    Option.match(expiresAt, {
      onNone: () => html`<span class="soft">Never</span>`,
      onSome: (at) => (DateTime.lessThanOrEqualTo(at, now) ? html`${tag("expired", "bad")} ${time(at)}` : time(at))
    })

  const revoke: DataTable.Column<ApiKey> = {
    title: "Revoke",
    kind: "action",
    cell: ({ id, name }) =>
      button({ action: paths.apiKeyRevocation(id), text: "Revoke", about: name, kind: "quiet small" })
  }

  const columns = (canRevoke: boolean, now: DateTime.Utc): ReadonlyArray<DataTable.Column<ApiKey>> => [
    {
      title: "Name",
      cell: ({ id, name }) => html`<span class="strong">${name}</span><br><code class="soft">${id}</code>`
    },
    { title: "Role", cell: ({ role }) => role },
    { title: "Created", cell: ({ createdAt }) => time(createdAt) },
    {
      title: "Last used",
      cell: ({ lastUsedAt }) =>
        Option.match(lastUsedAt, { onNone: () => html`<span class="soft">Never</span>`, onSome: time })
    },
    { title: "Expires", cell: (key) => expiryOf(key, now) },
    ...(canRevoke ? [revoke] : [])
  ]

  const form = (state: NamedForm.FormState) =>
    html`<section class="card form" aria-labelledby="create"><h2 id="create">Create a key</h2>
<p>Existing keys stay valid. To replace one, create another, change the program, and revoke the old one when it is no longer used.</p>
${state.text === undefined ? "" : notice("bad", state.text)}
<form method="post" action="${paths.apiKeys()}">${NamedForm.fieldsOf(fields, state)}
<div class="save"><button>Create key</button></div></form></section>`

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: NamedForm.FormState) {
    const list = yield* keys.list
    const now = yield* DateTime.now
    const isDone = FormInput.textOf(RequestReader.query(request), "done") === "revoked" && rejected === undefined
    const canWrite = can("api_keys.write")
    return page({
      title: "API keys",
      description: html`Programs send a key to the admin API. <code>ADMIN_API_KEY</code> is one more key, with the role admin.`,
      ...(canWrite ? { action: html`<a class="button" href="#create">Create a key</a>` } : {}),
      section: "API keys",
      status: rejected === undefined ? 200 : 400,
      body: html`${when(isDone, () => notice("good", "The key no longer works."))}
${DataTable.view({
  id: "all",
  caption: "API keys",
  columns: columns(canWrite, now),
  rows: list,
  count: counted(list.length, "key"),
  empty: noKeys
})}
${when(canWrite, () => form(rejected ?? empty))}`
    })
  })

  const showKey = (name: string, key: Redacted.Redacted) =>
    page({
      title: "New API key",
      back: { href: paths.apiKeys(), text: "API keys" },
      section: "API keys",
      body: html`<section class="card narrow"><p>This is the key of <strong>${name}</strong>. Copy it now: it isn't shown again.</p>
${secret(Redacted.value(key))}
<p><a class="button quiet" href="${paths.apiKeys()}">Back to the API keys</a></p></section>`
    })

  const onCreate = Effect.fnUntraced(function* (request: OperatorRequest) {
    const values = NamedForm.valuesIn(fields, yield* RequestReader.form(request.request))
    const result = yield* submit(values, ({ expires, name, role }) =>
      Effect.flatMap(endOf(expires), (expiresAt) => keys.create({ name, role, expiresAt }, request.by))
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
