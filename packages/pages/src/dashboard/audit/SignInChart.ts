/**
 * A chart of sign-ins per hour or per day: stacked bars without scripts and inline styles, and the same as a table.
 * Groups that differ in color differ in texture, too.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import { all, none, when } from "../../core/Fragments.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { clockTime } from "../core/Format.ts"
import { shifted, type Zone } from "../core/TimeZone.ts"
import { type Outcome, outcomes, type Step, sum, totals } from "./SignInOutcomes.ts"

const height = 160
const step = 20
const bar = 14

/** Returns the smallest round number that is not below `value`: 1, 2, 5, 10, 20, 50, … */
export const ceiling = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value) ?? 10 * power
}

const idOf = (outcome: Outcome) => outcome.replace(" ", "-")

/** Horizontal lines keep their shape at any width of the drawing. */
const textures = html`<defs>
<pattern id="fill-signed-in" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ink-signed-in" d="M0 0h4v4H0z"/></pattern>
<pattern id="fill-rejected" width="4" height="6" patternUnits="userSpaceOnUse"><path class="ink-rejected" d="M0 0h4v4H0z"/></pattern>
<pattern id="fill-rate-limited" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ink-rate-limited" d="M0 0h4v1.5H0z"/></pattern>
<pattern id="fill-failed" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ink-failed" d="M0 0h4v4H0z"/></pattern>
</defs>`

const rounded = (value: number) => String(Math.round(value * 100) / 100)

const textOf = ({ format, texts: { audit } }: DashboardLanguage, counts: Step["counts"]) =>
  format.list(outcomes.map((outcome) => audit.chart.count(counts[outcome], audit.chart.outcomes[outcome])))

const attributesOf = (outcome: Outcome) =>
  html`class="edge-${idOf(outcome)}" width="${String(bar)}" fill="url(#fill-${idOf(outcome)})"`

/** The attributes that all bars of an outcome share. */
const barAttributes = {
  "signed in": attributesOf("signed in"),
  rejected: attributesOf("rejected"),
  "rate limited": attributesOf("rate limited"),
  failed: attributesOf("failed")
} satisfies Record<Outcome, Fragment>

/** Whether the bars are hours or days, and how they are called. */
export type Unit = "day" | "hour"

/** How the steps are called. Days are those of UTC: there are no others to count. */
interface Axis {
  readonly unit: Unit
  readonly zone: Zone
}

const labelOf = ({ format }: DashboardLanguage, { at }: Step, { unit, zone }: Axis): string =>
  unit === "hour" ? clockTime(shifted(at, zone)) : format.day(at)

const nameOf = (language: DashboardLanguage, step: Step, axis: Axis): string =>
  axis.unit === "hour" && Option.isNone(axis.zone)
    ? `${labelOf(language, step, axis)} UTC`
    : labelOf(language, step, axis)

const barOf = (language: DashboardLanguage, top: number, axis: Axis) => (hour: Step, index: number) => {
  let y = height
  const parts = outcomes.flatMap((outcome) => {
    const tall = (hour.counts[outcome] / top) * height
    if (tall === 0) return []
    y -= tall
    // At least a line, and a gap to the bar below.
    const visible = Math.max(1.5, tall - 1)
    return html`<rect ${barAttributes[outcome]} x="${String(index * step + 3)}" y="${rounded(y)}" height="${rounded(visible)}"/>`
  })
  return parts.length === 0
    ? none
    : html`<g><title>${nameOf(language, hour, axis)}: ${textOf(language, hour.counts)}</title>${all(parts)}</g>`
}

const drawing = (language: DashboardLanguage, hours: ReadonlyArray<Step>, top: number, axis: Axis) => {
  const width = hours.length * step
  return html`<svg class="bars" viewBox="0 0 ${String(width)} ${String(height)}" preserveAspectRatio="none" role="img" aria-labelledby="chart-summary">
${textures}
<path class="grid" d="M0 .5H${String(width)}M0 ${String(height / 2)}H${String(width)}M0 ${String(height - 0.5)}H${String(width)}"/>
${all(hours.map(barOf(language, top, axis)))}</svg>`
}

const legendOf = ({ texts: { audit } }: DashboardLanguage) =>
  all(
    outcomes.map(
      (
        outcome
      ) => html`<li><svg class="key" viewBox="0 0 16 16" aria-hidden="true"><rect class="edge-${idOf(outcome)}" x="1" y="1" width="14" height="14" fill="url(#fill-${idOf(outcome)})"/></svg>
<strong>${audit.chart.outcomes[outcome]}</strong> <span class="soft">${audit.chart.meanings[outcome]}</span></li>`
    )
  )

const table = (language: DashboardLanguage, hours: ReadonlyArray<Step>, axis: Axis) => {
  const { chart: texts } = language.texts.audit
  return html`<details><summary>${texts.asTable}</summary>
<table><caption class="unseen">${texts.tableOf[axis.unit]}</caption>
<thead><tr><th scope="col">${texts.first[axis.unit === "hour" && Option.isSome(axis.zone) ? "localHour" : axis.unit]}</th>${all(outcomes.map((outcome) => html`<th scope="col">${texts.outcomes[outcome]}</th>`))}</tr></thead>
<tbody>${all(
    [...hours]
      .reverse()
      .map(
        (hour) =>
          html`<tr><th scope="row">${labelOf(language, hour, axis)}</th>${all(outcomes.map((outcome) => html`<td>${language.format.number(hour.counts[outcome])}</td>`))}</tr>`
      )
  )}</tbody></table></details>`
}

/** Every sixth hour, each of seven days, every fifth of thirty. */
const isNamed = (index: number, { length }: ReadonlyArray<Step>, unit: Unit): boolean =>
  unit === "hour" ? index % 6 === 0 : length <= 7 || index % 5 === 0

/** Makes the chart, a summary in words, and the table. */
export const view = (
  language: DashboardLanguage,
  steps: ReadonlyArray<Step>,
  unit: Unit = "hour",
  zone: Zone = Option.none()
): Fragment => {
  const axis = { unit, zone }
  const { format, texts } = language
  const { day, number, time } = format
  const [first] = steps
  const highest = Math.max(...steps.map(sum))
  const top = ceiling(highest)
  const named = steps.filter((_, index) => isNamed(index, steps, unit))
  const names = all(named.map((step) => html`<span>${labelOf(language, step, axis)}</span>`))
  const since = first === undefined ? none : unit === "hour" ? time(first.at) : html`${day(first.at)}`
  return html`<p id="chart-summary">${texts.audit.chart.since(since, html`${textOf(language, totals(steps))}`)}</p>
${when(
  highest > 0,
  () => html`<figure><div class="chart"><div class="scale" aria-hidden="true"><span>${number(top)}</span><span>${number(top / 2)}</span><span>0</span></div>${drawing(language, steps, top, axis)}<div class="hours${unit === "hour" ? "" : " days"}" aria-hidden="true">${names}</div></div>
<figcaption><ul class="legend">${legendOf(language)}</ul></figcaption></figure>
${table(language, steps, axis)}`
)}`
}
