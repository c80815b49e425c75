/**
 * An administrator's own passkeys: a list with forms, and the page that asks for one after an invitation.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type PasskeyId, maxPasskeys } from "@latchkey/domain/passkey/PasskeyRepository"
import type { OperatorPasskey } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import { hasUsable, type OperatorPasskeyList, OperatorPasskeys } from "@latchkey/domain/operator/OperatorPasskeys"
import { RegistrationCredential } from "@latchkey/domain/passkey/Credential"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { toCreationOptions } from "@latchkey/http/passkey/PasskeyOptions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { all, none, when } from "../../core/Fragments.ts"
import * as FormInput from "../../core/FormInput.ts"
import { passkeyForm, signal } from "../../core/PasskeyForm.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { button, flag, notice } from "../core/Elements.ts"
import { type OperatorAccess, type OperatorRequest, passkeyRequestOf } from "./OperatorAccess.ts"
import * as OperatorCookie from "./OperatorCookie.ts"

/** What went wrong with a form. `renamed`: the passkey whose new name is invalid. */
interface Rejected {
  readonly status: number
  readonly text: string
  readonly renamed?: PasskeyId
}

/** The name of the field by which the form of the page after an invitation says that it is one. */
const offerSource = "offer"

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { ofScript, operator }: OperatorAccess
) {
  const passkeys = yield* OperatorPasskeys
  const settings = yield* HttpSettings
  const requestOf = (context: RequestContext) => passkeyRequestOf(settings, context)

  const { time } = language.format
  const { passkeys: own } = language.texts.operator
  const { texts: pages } = language.pages
  const { passkey: texts } = pages
  const title = language.texts.core.sections["Your passkeys"]

  /**
   * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing
   * else.
   */
  const notices: ReadonlyMap<string, string> = new Map([
    ["added", texts.isAdded],
    ["renamed", texts.isRenamed],
    ["removed", texts.isRemoved]
  ])

  const explanation = html`<p>${texts.explanation}</p>`

  /** What the page says in the place of the list to someone without a name. */
  const unnamed = html`<section class="card"><p>${own.unnamed}</p></section>`

  const renameForm = ({ id, name }: OperatorPasskey, rejected: Rejected | undefined) => {
    const error = rejected?.renamed === id ? rejected.text : undefined
    const field = `name-${id}`
    return html`<details${error === undefined ? none : html` open`}><summary>${texts.rename}<span class="unseen"> ${name}</span></summary>
<form method="post" action="${paths.passkeyName(id)}" novalidate><div class="field"><label for="${field}">${texts.name}</label>
<input id="${field}" name="name" type="text" autocomplete="off" maxlength="100" value="${name}" required${error === undefined ? none : html` aria-invalid="true" aria-describedby="${field}-error"`}${flag("autofocus", error !== undefined)}>
${error === undefined ? none : html`<span class="error" id="${field}-error" role="alert">${error}</span>`}</div>
<button class="quiet small">${texts.saveName}</button></form></details>`
  }

  const row = (list: OperatorPasskeyList, rejected: Rejected | undefined) => (passkey: OperatorPasskey) => {
    const { createdAt, id, lastUsedAt, name, rpId } = passkey
    const added = Option.match(lastUsedAt, {
      onNone: () => own.added(time(createdAt)),
      onSome: (at) => own.addedUsed(time(createdAt), time(at))
    })
    const isForeign = !Option.contains(list.rpId, rpId)
    return html`<li><span><span class="strong">${name}</span>
<span class="soft">${added}</span>
${when(isForeign, () => html`<span class="soft">${own.elsewhere(html`<code>${rpId}</code>`)}</span>`)}</span>
${when(list.isConfirmed, () => button({ action: paths.passkeyRemoval(id), text: texts.remove, about: name, kind: "quiet small" }))}
${renameForm(passkey, rejected)}</li>`
  }

  /** How an administrator gets a session that may change their passkeys. */
  const confirmPart = (list: OperatorPasskeyList) =>
    hasUsable(list)
      ? html`<p>${own.confirm}</p>
<p><a class="button" href="${paths.signInAgain(paths.passkeys())}">${texts.signIn}</a></p>`
      : html`<p>${own.tooLongAgo}</p>`

  const addForm = (fields?: Fragment) => html`${passkeyForm(pages, {
    ceremony: "create",
    action: paths.passkeys(),
    options: paths.passkeyOptions,
    button: texts.add,
    ...(fields === undefined ? {} : { fields })
  })}
<p class="soft unless-passkeys">${texts.needsScript}</p>`

  const addPart = (list: OperatorPasskeyList) => {
    if (Option.isNone(list.rpId)) return html`<p>${own.noDomain}</p>`
    if (!list.isConfirmed) return confirmPart(list)
    return list.passkeys.length < maxPasskeys ? addForm() : html`<p>${texts.tooMany(maxPasskeys)}</p>`
  }

  const signalOf = ({ passkeys: present, rpId, userHandle }: OperatorPasskeyList) =>
    Option.match(Option.all({ rpId, userId: userHandle }), {
      onNone: () => none,
      onSome: (ids) => signal({ ...ids, allAcceptedCredentialIds: present.map(({ credentialId }) => credentialId) })
    })

  const show = Effect.fnUntraced(function* (context: OperatorRequest, rejected?: Rejected) {
    const section = "Your passkeys"
    if (Option.isNone(context.session.operator)) return page({ title, section, body: unnamed })
    const list = yield* passkeys.list(requestOf(context))
    const done = notices.get(FormInput.textOf(RequestReader.query(context.request), "done"))
    return page({
      title,
      section,
      status: rejected?.status,
      hasPasskeyForm: true,
      body: html`${done === undefined || rejected !== undefined ? none : notice("good", done)}
${rejected === undefined || rejected.renamed !== undefined ? none : notice("bad", rejected.text)}
<section class="card">${explanation}
${list.passkeys.length === 0 ? html`<p class="soft">${texts.none}</p>` : html`<ul class="rows">${all(list.passkeys.map(row(list, rejected)))}</ul>`}
${addPart(list)}</section>
${signalOf(list)}`
    })
  })

  /** Asks for a passkey after an invitation. Administrators who cannot add one now must not be locked out. */
  const showOffer = Effect.fnUntraced(function* (context: OperatorRequest) {
    if (Option.isNone(context.session.operator)) return redirect(paths.home)
    const list = yield* passkeys.list(requestOf(context))
    if (hasUsable(list) || !list.isConfirmed || Option.isNone(list.rpId)) return redirect(paths.passkeys())
    return page({
      title: own.offerTitle,
      section: "Your passkeys",
      hasPasskeyForm: true,
      body: html`<section class="card"><p>${own.offer}</p>
${explanation}
${addForm(html`<input type="hidden" name="${offerSource}" value="1">`)}
<p class="soft">${own.without}</p>
<p><a class="button quiet" href="${paths.home}">${own.continue}</a></p></section>`
    })
  })

  const onOptions = Effect.fnUntraced(function* (context: OperatorRequest) {
    const { operator, ...creation } = yield* passkeys.request(requestOf(context))
    // The same person may be a user of the instance at this host: authenticators show which of the two it is.
    const name = `${operator.email} (${language.texts.core.brand})`
    const options = toCreationOptions({ ...creation, account: { name, displayName: name } })
    return OperatorCookie.setClient(settings, paths.home, creation.clientToken)(HttpServerResponse.unsafeJson(options))
  })

  const toConfirmation = () => Effect.succeed(redirect(paths.signInAgain(paths.passkeys())))

  const onAdd = Effect.fnUntraced(
    function* (context: OperatorRequest) {
      const form = yield* RequestReader.form(context.request)
      const credential = yield* FormInput.credential(RegistrationCredential, form)
      yield* passkeys.register({ ...requestOf(context), credential })
      return redirect(form.has(offerSource) ? paths.home : paths.passkeys("added"))
    },
    (adding, context) =>
      Effect.catchTags(adding, {
        InvalidCredentials: () => show(context, { status: 401, text: texts.failed }),
        PasskeyExists: () => show(context, { status: 409, text: texts.exists }),
        ReauthenticationRequired: toConfirmation,
        TooManyPasskeys: () => show(context, { status: 409, text: texts.tooMany(maxPasskeys) })
      })
  )

  const onRename = Effect.fnUntraced(function* (context: OperatorRequest) {
    const id = yield* RouteParameters.passkeyId
    const name = FormInput.passkeyName(yield* RequestReader.form(context.request))
    if (name._tag === "Left") {
      return yield* show(context, { status: 400, text: FormInput.explain(pages, name.left), renamed: id })
    }
    yield* passkeys.rename(requestOf(context), { id, name: name.right })
    return redirect(paths.passkeys("renamed"))
  })

  const onRemove = Effect.fnUntraced(
    function* (context: OperatorRequest) {
      yield* passkeys.remove(requestOf(context), yield* RouteParameters.passkeyId)
      return redirect(paths.passkeys("removed"))
    },
    Effect.catchTag("ReauthenticationRequired", toConfirmation)
  )

  const path = "/dashboard/passkeys" as const
  const write = "own_passkeys.write"
  return [
    { method: "GET", path, handler: operator(write, (context) => show(context)) },
    { method: "POST", path, handler: operator(write, onAdd) },
    { method: "GET", path: `${path}/offer`, handler: operator(write, showOffer) },
    { method: "POST", path: `${path}/options`, handler: ofScript.operator(write, onOptions) },
    {
      method: "GET",
      path: `${path}/:passkey/name`,
      handler: operator(write, () => Effect.succeed(redirect(paths.passkeys())))
    },
    { method: "POST", path: `${path}/:passkey/name`, handler: operator(write, onRename) },
    { method: "POST", path: `${path}/:passkey/remove`, handler: operator(write, onRemove) }
  ] satisfies ReadonlyArray<Route>
})
