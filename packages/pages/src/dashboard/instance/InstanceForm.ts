/**
 * A submitted form with settings of an instance: what it changes, and why it was rejected.
 */
import { type EndpointError, toProblem } from "@latchkey/http/core/Endpoint"
import { type InvalidField, type Problem, type ProblemCode, problem } from "@latchkey/http/core/Problem"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { changedOf, type Field, toSettings, type Values, valuesOf } from "./SettingField.ts"
import type { FormState } from "./SettingFieldView.ts"
import * as UserFieldsInput from "./UserFieldsInput.ts"

/** A form that was rejected, and the text above its fields. */
export interface RejectedForm {
  readonly state: FormState
  readonly text: string
}

/** A submitted form. `values`: what its fields contain. `shown`: what they contained when the page was made. */
export interface SubmittedForm {
  readonly fields: ReadonlyArray<Field>
  readonly values: Values
  readonly shown: Values
}

/** The problems that the administrator can correct in the form. */
const correctable: ReadonlyArray<ProblemCode> = [
  "email_already_exists",
  "external_id_already_exists",
  "invalid_request",
  "no_sign_in_method",
  "passkey_rp_id_in_use",
  "password_too_short",
  "plan_does_not_allow"
]

/** Turns the problems that the administrator can correct into a rejected form. `textOf`: puts a problem into words. */
export const orRejected =
  (
    language: DashboardLanguage,
    { shown, values }: SubmittedForm,
    textOf: (problem: Problem) => string = language.problem
  ) =>
  <A, E extends EndpointError, R>(attempt: Effect.Effect<A, E, R>) =>
    attempt.pipe(
      Effect.mapError(toProblem),
      Effect.map((value) => ({ _tag: "Accepted" as const, value })),
      Effect.catchIf(
        ({ code }) => correctable.includes(code),
        (problem) => {
          const state: FormState = { values, shown, errors: problem.errors ?? [] }
          const form: RejectedForm = { state, text: language.texts.core.notSaved(textOf(problem)) }
          return Effect.succeed({ _tag: "Rejected" as const, form })
        }
      )
    )

const quote = ({ format, texts }: DashboardLanguage, { kind }: Field, text: string): string => {
  const { nothing, quoted } = texts.instance.form
  if (text === "") return nothing
  if (kind === "userFields") return quoted(format.list(UserFieldsInput.namesIn(text)))
  return quoted(kind === "lines" || kind === "checks" ? format.list(text.split("\n")) : text)
}

/** Returns the fields that someone else has changed since the page was made, to another value. */
const conflictsOf = (
  language: DashboardLanguage,
  { fields, shown, values }: SubmittedForm,
  stored: Values
): ReadonlyArray<InvalidField> =>
  fields
    .filter(({ name }) => name in shown && stored[name] !== shown[name] && stored[name] !== values[name])
    .map((field) => ({
      field: field.name,
      reason: language.texts.instance.form.conflict(quote(language, field, stored[field.name] ?? ""))
    }))

/**
 * Returns the patch of the changed fields only, so that two administrators who save concurrently do not undo each
 * other's changes. Fails with `invalid_request` if both changed the same field: the second one can save again.
 */
export const patchOf = (
  language: DashboardLanguage,
  form: SubmittedForm,
  settings: unknown
): Effect.Effect<Readonly<Record<string, unknown>>, Problem> => {
  const changed = changedOf(form.fields, form.values, form.shown)
  const errors = conflictsOf(language, { ...form, fields: changed }, valuesOf(changed, settings))
  return errors.length === 0 ? Effect.succeed(toSettings(changed, form.values)) : problem("invalid_request", { errors })
}

/**
 * Rebases a rejected form onto the stored values: changed fields stay, all others show what is stored. The next
 * submission is compared with that.
 */
export const rebase = ({ errors, shown, values }: FormState, stored: Values): FormState => ({
  errors,
  shown: stored,
  values: Record.map(values, (value, name) => (value === shown[name] ? (stored[name] ?? value) : value))
})
