/**
 * The figures of an instance in a period, and what users signed in with: tiles, and a table with bars.
 */
import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import { counted } from "@latchkey/domain/mail/EmailCounts"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { maxUsers } from "@latchkey/domain/operator/OperatorReports"
import { type Fragment, html } from "@latchkey/http/core/Page"
import { all } from "../../core/Fragments.ts"
import { byMethod, countOf, methods, type Step, sum, totals } from "../audit/SignInOutcomes.ts"
import type { DashboardPaths } from "../core/DashboardPaths.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"

/** What the figures are made of. `users`: all of them, and those of the period. */
export interface Figures {
  readonly instance: Instance
  readonly steps: ReadonlyArray<Step>
  readonly counts: ReadonlyArray<AttemptCount>
  readonly users: { readonly all: number; readonly created: number }
}

const percent = ({ format }: DashboardLanguage, part: number, whole: number): string =>
  whole === 0 ? "–" : format.percent(part / whole)

interface Tile {
  readonly name: string
  readonly value: string
  readonly note: string
  readonly href?: string
  readonly isBad?: boolean
}

const tile = ({ href, isBad = false, name, note, value }: Tile): Fragment =>
  html`<div><dt>${href === undefined ? name : html`<a href="${href}">${name}</a>`}</dt><dd class="figure${isBad ? " bad" : ""}">${value}</dd><dd>${note}</dd></div>`

/** Makes the tiles. */
export const tiles = (
  language: DashboardLanguage,
  paths: DashboardPaths,
  { counts, instance: { id }, steps, users: people }: Figures
): Fragment => {
  const { number } = language.format
  const { overview: texts } = language.texts.instance
  const users = (count: number): string => (count < maxUsers ? number(count) : texts.atLeast(number(maxUsers)))
  const sums = totals(steps)
  const attempts = steps.reduce((total, step) => total + sum(step), 0)
  const unsent = countOf(counts, "failed", counted.email) + countOf(counts, "discarded", counted.email)
  const bounces = countOf(counts, "bounce", counted.report)
  const complaints = countOf(counts, "complaint", counted.report)
  const limited = countOf(counts, "RateLimited")
  return html`<dl class="figures">${all(
    [
      {
        name: texts.users,
        value: users(people.all),
        note: texts.usersNote,
        href: paths.users(id)
      },
      { name: texts.newUsers, value: users(people.created), note: texts.newUsersNote },
      {
        name: texts.signIns,
        value: number(sums["signed in"]),
        note: texts.signInsNote(percent(language, sums["signed in"], attempts))
      },
      { name: texts.rejected, value: number(sums.rejected), note: texts.rejectedNote },
      { name: texts.limited, value: number(limited), note: texts.limitedNote },
      { name: texts.failed, value: number(sums.failed), note: texts.failedNote, isBad: sums.failed > 0 },
      {
        name: texts.emails,
        value: number(countOf(counts, "sent", counted.email)),
        note: texts.emailsNote(number(unsent)),
        href: paths.emails(id)
      },
      {
        name: texts.bounces,
        value: number(bounces),
        note: texts.bouncesNote(complaints),
        href: paths.emails(id, { status: "reported" }),
        isBad: bounces + complaints > 0
      }
    ].map((figure: Tile) => tile(figure))
  )}</dl>`
}

const bar = (share: number): Fragment =>
  html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><path class="track" d="M0 0h100v8H0z"/><path class="ink-signed-in" d="M0 0h${String(Math.round(share * 100))}v8H0z"/></svg>`

/** Makes the table of methods. Those without sign-ins are left out. */
export const methodTable = (language: DashboardLanguage, counts: ReadonlyArray<AttemptCount>): Fragment => {
  const { overview: texts } = language.texts.instance
  const sums = byMethod(counts)
  const used = methods.filter((method) => sums[method] > 0).sort((a, b) => sums[b] - sums[a])
  const total = used.reduce((whole, method) => whole + sums[method], 0)
  const { method, share, signIns } = texts.methodColumns
  return used.length === 0
    ? html`<p class="soft">${texts.noSignIns}</p>`
    : html`<table class="shares"><caption class="unseen">${texts.byMethod}</caption><thead class="unseen"><tr><th scope="col">${method}</th><th scope="col">${signIns}</th><th scope="col">${share}</th></tr></thead>
<tbody>${all(used.map((name) => html`<tr><th scope="row">${texts.methods[name]}${bar(sums[name] / total)}</th><td>${language.format.number(sums[name])}</td><td>${percent(language, sums[name], total)}</td></tr>`))}</tbody></table>`
}
