/**
 * What becomes of a form about an instance that somebody has sent.
 *
 * @since 0.1.0
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { toProblem } from "@latchkey/http/core/Endpoint"
import { type InvalidField, type Problem, problem } from "@latchkey/http/core/Problem"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { changedOf, type Field, toSettings, type Values, valuesOf } from "./SettingField.ts"
import type { FormState } from "./SettingFieldView.ts"

/** A form that could not be taken, and what to say above its fields. @since 0.1.0 */
export interface Refused {
  readonly state: FormState
  readonly trouble: string
}

/** What was sent: what is in the fields, and what the page had shown there. @since 0.1.0 */
export interface Sent {
  readonly fields: ReadonlyArray<Field>
  readonly values: Values
  readonly shown: Values
}

const explain = ({ code, errors = [] }: Problem): string => {
  if (code === "plan_does_not_allow") {
    return "Nothing was saved: the free plan has the default password policy only, which is 8 characters and nothing else."
  }
  return errors.length === 1 ? "Nothing was saved: a field is wrong." : "Nothing was saved: some fields are wrong."
}

/** Turns what is the sender's mistake into the form with what is wrong. Everything else stays what it was. @since 0.1.0 */
export const orRefused =
  ({ shown, values }: Sent) =>
  <A, E extends Parameters<typeof toProblem>[0], R>(attempt: Effect.Effect<A, E, R>) =>
    attempt.pipe(
      Effect.mapError(toProblem),
      Effect.map((value) => ({ _tag: "Taken" as const, value })),
      Effect.catchIf(
        ({ code }) => code === "invalid_request" || code === "plan_does_not_allow",
        (mistake) => {
          const state = { values, shown, errors: mistake.errors ?? [] }
          return Effect.succeed({ _tag: "Refused" as const, refused: { state, trouble: explain(mistake) } })
        }
      )
    )

const quoted = ({ kind }: Field, text: string): string => {
  if (text === "") return "nothing"
  return kind === "lines" ? `“${text.replaceAll("\n", ", ")}”` : `“${text}”`
}

/** The fields that somebody else has changed as well, since the page was made, to something else. */
const conflictsOf = ({ fields, shown, values }: Sent, stored: Values): ReadonlyArray<InvalidField> =>
  fields
    .filter(({ name }) => name in shown && stored[name] !== shown[name] && stored[name] !== values[name])
    .map((field) => ({
      field: field.name,
      reason: `was changed by somebody else meanwhile, to ${quoted(field, stored[field.name] ?? "")}. Save again to have yours instead`
    }))

/**
 * The patch of the fields that were changed, and of no others: so that two people who save at once do not undo each
 * other. Where both changed the same field, the second is told, and saves again or does not.
 *
 * @since 0.1.0
 */
export const patchOf = (sent: Sent, instance: Instance): Effect.Effect<Readonly<Record<string, unknown>>, Problem> => {
  const changed = changedOf(sent.fields, sent.values, sent.shown)
  const errors = conflictsOf({ ...sent, fields: changed }, valuesOf(changed, instance))
  return errors.length === 0 ? Effect.succeed(toSettings(changed, sent.values)) : problem("invalid_request", { errors })
}

/**
 * A refused form on top of what is stored now: what was changed stays, everything else is as it is stored, and the next
 * try is compared with that.
 *
 * @since 0.1.0
 */
export const rebased = ({ errors, shown, values }: FormState, stored: Values): FormState => ({
  errors,
  shown: stored,
  values: Record.map(values, (value, name) => (value === shown[name] ? (stored[name] ?? value) : value))
})
