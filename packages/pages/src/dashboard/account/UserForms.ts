/**
 * The forms to create a user, and to change one.
 */
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import type { UserDetails } from "@latchkey/domain/operator/UserDetails"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as UserApi from "@latchkey/http/account/UserApi"
import { html, redirect } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PasswordPolicyText from "../../core/PasswordPolicyText.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import { orRejected, patchOf, rebase, type RejectedForm } from "../instance/InstanceForm.ts"
import { type Field, shownIn, toSettings, valuesIn, valuesOf } from "../instance/SettingField.ts"
import { type FormState, fieldsOf, untouched } from "../instance/SettingFieldView.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { notice } from "../core/Elements.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"

/** Makes the fields of both forms. */
const fieldsIn = ({ account, core }: DashboardTexts) => {
  const { form: texts } = account
  const email: Field = { name: "email", kind: "text", label: core.email }
  const name: Field = { name: "name", kind: "optional", label: core.name }
  const emailVerified: Field = { name: "emailVerified", kind: "check", label: texts.verified }
  const externalId: Field = {
    name: "externalId",
    kind: "optional",
    label: account.user.externalId,
    hint: texts.externalIdHint
  }
  const password: Field = {
    name: "password",
    kind: "optional",
    label: account.user.password,
    hint: texts.passwordHint
  }
  const signInMethods: Field = {
    name: "signInMethods",
    kind: "check",
    label: texts.someoneElse,
    hint: texts.someoneElseHint
  }
  const patchFields = [{ ...email, hint: texts.newAddressHint }, emailVerified, name, externalId]
  return {
    newUserFields: [email, emailVerified, name, externalId, password],
    patchFields,
    signInMethods,
    userFields: [...patchFields, signInMethods]
  }
}

const removed = Option.none() as Option.None<never>

const decodeNewUser = RequestReader.decodePayload(UserApi.NewUserInput)
const decodePatch = RequestReader.decodePayload(UserApi.UserPatchInput)

/** Returns the form without the password: no page contains one. */
const withoutPassword = (form: RejectedForm): RejectedForm => ({
  ...form,
  state: { ...form.state, values: { ...form.state.values, password: "" } }
})

/** Puts a problem into words for operators: the password is the user's, not theirs. */
const textIn = ({ pages, problem: textOf, texts }: DashboardLanguage) => {
  const { common, missing } = texts.account.form
  const ofUser = { ...pages.texts, policy: { ...pages.texts.policy, missing, common } }
  return (instance: Instance) => (problem: Problem) =>
    problem.code === "password_too_short"
      ? PasswordPolicyText.explain(ofUser, instance.passwordPolicy, problem.violations ?? [], problem.reasons)
      : textOf(problem)
}

/** Returns what the fields show of a user. */
const settingsOf = ({ email, emailVerifiedAt, externalId, name }: UserDetails) => ({
  email,
  emailVerified: Option.isSome(emailVerifiedAt),
  name: Option.getOrNull(name),
  externalId: Option.getOrNull(externalId)
})

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const administration = yield* UserAdministration
  const instances = yield* InstanceDirectory
  const provisioning = yield* UserProvisioning
  const { account, core } = language.texts
  const { form: texts } = account
  const { newUserFields, patchFields, signInMethods, userFields } = fieldsIn(language.texts)
  const empty = untouched(valuesOf(newUserFields, {}))
  const textOf = textIn(language)

  const show = (
    instance: Instance,
    form: {
      readonly title: string
      readonly action: string
      readonly fields: ReadonlyArray<Field>
      readonly button: string
      readonly state: FormState
    },
    rejected?: RejectedForm
  ) =>
    page({
      title: form.title,
      section: "Instances",
      of: { instance, tab: "Users" },
      status: rejected === undefined ? 200 : 400,
      body: html`<section class="card">
${rejected === undefined ? "" : notice("bad", rejected.text)}
<form method="post" action="${form.action}">
${fieldsOf(language, [{ fields: form.fields }], rejected?.state ?? form.state)}
<button>${form.button}</button></form></section>`
    })

  const showNew = (instance: Instance, rejected?: RejectedForm) => {
    const action = paths.newUser(instance.id)
    return show(
      instance,
      { title: texts.newTitle, action, fields: newUserFields, button: texts.create, state: empty },
      rejected
    )
  }

  const showEdit = (instance: Instance, user: UserDetails, rejected?: RejectedForm) => {
    const action = paths.editUser(instance.id, user.id)
    const title = texts.editTitle(user.email)
    return show(
      instance,
      {
        title,
        action,
        fields: userFields,
        button: core.save,
        state: untouched(valuesOf(userFields, settingsOf(user)))
      },
      rejected
    )
  }

  const onNew = () => Effect.map(RouteParameters.instance(instances), (instance) => showNew(instance))

  const onCreate = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const values = valuesIn(newUserFields, yield* RequestReader.form(request))
    const given = newUserFields.filter(({ name }) => values[name] !== "")
    const result = yield* decodeNewUser(toSettings(given, values)).pipe(
      Effect.flatMap(({ disabled = false, emailVerified = false, ...input }) => {
        const user = {
          email: input.email,
          emailVerified,
          name: Option.fromNullable(input.name),
          externalId: Option.fromNullable(input.externalId),
          password: Option.fromNullable(input.password),
          disabled
        }
        return provisioning.create({ instance, by, user })
      }),
      orRejected(language, { fields: newUserFields, values, shown: {} }, textOf(instance))
    )
    if (result._tag === "Rejected") return showNew(instance, withoutPassword(result.form))
    const { isNew, user } = result.value
    return redirect(paths.user(instance.id, user.id, isNew ? "create" : "existed"))
  })

  const targetOf = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    return { instance, userId: yield* RouteParameters.userId, by }
  })

  const onEdit = Effect.fnUntraced(function* (request: OperatorRequest) {
    const target = yield* targetOf(request)
    const { user } = yield* administration.find(target)
    return showEdit(target.instance, user)
  })

  const onSave = Effect.fnUntraced(function* (request: OperatorRequest) {
    const target = yield* targetOf(request)
    const { instance, userId } = target
    const form = yield* RequestReader.form(request.request)
    const submitted = { fields: userFields, values: valuesIn(userFields, form), shown: shownIn(form) }
    const { user } = yield* administration.find(target)
    const stored = settingsOf(user)
    const result = yield* patchOf(language, { ...submitted, fields: patchFields }, stored).pipe(
      Effect.flatMap(decodePatch),
      Effect.flatMap(({ disabled, email, emailVerified, externalId, name }) =>
        provisioning.update({
          ...target,
          patch: {
            disabled,
            email,
            emailVerified,
            name: name === undefined ? undefined : Option.fromNullable(name),
            externalId: externalId === undefined ? undefined : Option.fromNullable(externalId),
            signInMethods: submitted.values[signInMethods.name] === "" ? undefined : removed
          }
        })
      ),
      orRejected(language, submitted)
    )
    if (result._tag === "Accepted") return redirect(paths.user(instance.id, userId, "save"))
    const state = rebase(result.form.state, valuesOf(userFields, stored))
    return showEdit(instance, user, { ...result.form, state })
  })

  const users = "/dashboard/instances/:instance/users" as const
  return [
    { method: "GET", path: `${users}/new`, handler: operator("users.write", onNew) },
    { method: "POST", path: `${users}/new`, handler: operator("users.write", onCreate) },
    { method: "GET", path: `${users}/:user/edit`, handler: operator("users.write", onEdit) },
    { method: "POST", path: `${users}/:user/edit`, handler: operator("users.write", onSave) }
  ] satisfies ReadonlyArray<Route>
})
