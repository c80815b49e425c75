/**
 * Says in words what an entry of the audit log is about.
 */
import type { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import { all, none } from "../../core/Fragments.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"

type Words = Readonly<Record<string, string | undefined>>

/** Returns what was done. An action of another version has no words. */
export const actionOf = ({ audit }: Pick<DashboardTexts, "audit">, { action }: AuditEntry): string => {
  const { actions }: { readonly actions: Words } = audit
  return actions[action] ?? action
}

/** Returns the same for the timeline of a user. */
export const eventOf = (texts: Pick<DashboardTexts, "audit">, entry: AuditEntry): string => {
  const { events }: { readonly events: Words } = texts.audit
  return events[entry.action] ?? actionOf(texts, entry)
}

/** Makes who did it: the name of the operator or the key, and through what. */
export const whoOf = ({ core: { actors } }: Pick<DashboardTexts, "core">, { actor, name }: AuditEntry): Fragment =>
  Option.match(name, {
    onNone: () => html`<span>${capitalized(actors[actor])}</span>`,
    onSome: (by) => html`<span>${by}</span> <span class="soft">${actors[actor]}</span>`
  })

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

// `name="A, \"b\"" was="C"`: a name, and values that are JSON or words. Of an address there is the name only.
const text = String.raw`"(?:[^"\\]|\\.)*"`
const json = String.raw`${text}|\[(?:[^\]"]|${text})*\]|\{(?:[^}"]|${text})*\}|[^\s,]+`
const change = new RegExp(String.raw`^([\w.]+)=(${json})(?: was=(${json}))?(?:,? |$)`)

/** A value that changed. */
interface Change {
  readonly name: string
  readonly value: string | undefined
  readonly was: string | undefined
}

/** Returns the changes that a detail consists of; none if it is anything else, or was cut off. */
export const changesIn = (detail: string): ReadonlyArray<Change> => {
  const changes: Array<Change> = []
  for (let rest = detail; rest !== ""; ) {
    const [all, name, value, was] = change.exec(rest) ?? []
    if (all === undefined || name === undefined) return []
    changes.push({ name, value, was })
    rest = rest.slice(all.length)
  }
  return changes.some(({ value }) => value !== undefined) ? changes : []
}

const ids = /([a-z]+_)[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{8}([0-9a-f]{4})/g

/** Shortens ids, which are too long to read. */
const shortened = (text: string): string => text.replaceAll(ids, "$1…$2")

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Makes a value as people write it: a text without quotes, and a list with commas. */
const valueOf = ({ format, texts: { core } }: DashboardLanguage, text: string): Fragment => {
  const value = Option.getOrElse(parse(text), () => text)
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string")
  const written = isList ? format.list(value) : typeof value === "string" ? value : text
  return value === null || written === "" ? html`${core.none}` : html`<code>${shortened(written)}</code>`
}

/** Makes the details: values with those before them, or the text as it is. */
export const detailsOf = (language: DashboardLanguage, { detail }: Pick<AuditEntry, "detail">): Fragment => {
  if (detail === "") return none
  const { audit: texts } = language.texts
  const changes = changesIn(detail)
  if (changes.length === 0) return html`<span class="soft" title="${detail}">${shortened(detail)}</span>`
  return html`<ul class="changes">${all(
    changes.map(
      ({ name, value, was }) =>
        html`<li><span class="soft">${name}</span> ${was === undefined ? "" : html`<del><span class="unseen">${texts.was} </span>${valueOf(language, was)}</del> <span aria-hidden="true">${texts.arrow}</span> `}${value === undefined ? none : valueOf(language, value)}</li>`
    )
  )}</ul>`
}
