/**
 * The figures of an instance in a period, and what users signed in with: tiles, and a table with bars.
 */
import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import { counted } from "@latchkey/domain/mail/EmailCounts"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { maxUsers } from "@latchkey/domain/operator/OperatorReports"
import { type Fragment, html } from "@latchkey/http/core/Page"
import { all, none } from "../../core/Fragments.ts"
import { byMethod, countOf, methods, sum, totalsOf } from "../audit/SignInOutcomes.ts"
import type { DashboardPaths } from "../core/DashboardPaths.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"

/** A period: the counts of attempts, and how many users were created. */
export interface Period {
  readonly counts: ReadonlyArray<AttemptCount>
  readonly created: number
}

/** What the figures are made of. `users`: all of them. `before`: the period before, as far as it is comparable. */
export interface Figures {
  readonly instance: Instance
  readonly users: number
  readonly period: Period
  readonly before: Period
}

const percent = ({ format }: DashboardLanguage, part: number, whole: number): string =>
  whole === 0 ? "–" : format.percent(part / whole)

/** Returns what happened in a period. */
const numbersOf = ({ counts, created }: Period) => {
  const sums = totalsOf(counts)
  return {
    created,
    signIns: sums["signed in"],
    rejected: sums.rejected,
    failed: sums.failed,
    attempts: sum({ counts: sums }),
    limited: countOf(counts, "RateLimited"),
    emails: countOf(counts, "sent", counted.email),
    unsent: countOf(counts, "failed", counted.email) + countOf(counts, "discarded", counted.email),
    bounces: countOf(counts, "bounce", counted.report),
    complaints: countOf(counts, "complaint", counted.report)
  }
}

/** Returns whether there is anything that figures can be compared with. */
export const isComparable = ({ counts, created }: Period): boolean => counts.length > 0 || created > 0

/** Says by how much a figure has changed. Of nothing there is no share. */
const change = ({ format, texts: { instance } }: DashboardLanguage, value: number, before: number): Fragment =>
  before === 0
    ? none
    : html` <span class="change">${format.change(value / before - 1)}<span class="unseen"> ${instance.overview.before(format.number(before))}</span></span>`

interface Tile {
  readonly name: string
  readonly value: string
  readonly note: string
  readonly change?: Fragment
  readonly href?: string
  readonly isBad?: boolean
}

const tile = ({ change = none, href, isBad = false, name, note, value }: Tile): Fragment =>
  html`<div><dt>${href === undefined ? name : html`<a href="${href}">${name}</a>`}</dt><dd class="figure${isBad ? " bad" : ""}">${value}${change}</dd><dd>${note}</dd></div>`

/** Makes the tiles. */
export const tiles = (
  language: DashboardLanguage,
  paths: DashboardPaths,
  { before, instance: { id }, period, users: total }: Figures
): Fragment => {
  const { number } = language.format
  const { overview: texts } = language.texts.instance
  const users = (count: number): string => (count < maxUsers ? number(count) : texts.atLeast(number(maxUsers)))
  const [now, former] = [numbersOf(period), numbersOf(before)]
  const compared = (name: keyof typeof now) => ({
    value: number(now[name]),
    change: change(language, now[name], former[name])
  })
  const shown: ReadonlyArray<Tile> = [
    { name: texts.users, value: users(total), note: texts.usersNote, href: paths.users(id) },
    { ...compared("created"), name: texts.newUsers, value: users(now.created), note: texts.newUsersNote },
    {
      ...compared("signIns"),
      name: texts.signIns,
      note: texts.signInsNote(percent(language, now.signIns, now.attempts))
    },
    { ...compared("rejected"), name: texts.rejected, note: texts.rejectedNote },
    { ...compared("limited"), name: texts.limited, note: texts.limitedNote },
    { ...compared("failed"), name: texts.failed, note: texts.failedNote, isBad: now.failed > 0 },
    {
      ...compared("emails"),
      name: texts.emails,
      note: texts.emailsNote(number(now.unsent)),
      href: paths.emails(id)
    },
    {
      ...compared("bounces"),
      name: texts.bounces,
      note: texts.bouncesNote(now.complaints),
      href: paths.emails(id, { status: "reported" }),
      isBad: now.bounces + now.complaints > 0
    }
  ]
  return html`<dl class="figures">${all(shown.map(tile))}</dl>`
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
