/**
 * Sign-ins by the hour, as bars: a drawing without scripts and without styles of its own, and the same as a table. What
 * differs in colour differs in its texture, too.
 *
 * @since 0.1.0
 */
import { type Fragment, html } from "@latchkey/http/core/Html"
import { all, when } from "../core/Fragments.ts"
import { type Hour, meanings, type Outcome, outcomes, sum, totals } from "./SignInOutcomes.ts"
import { clockTime, number, time } from "../operator/Words.ts"

const height = 160
const step = 20
const bar = 14

/** The least round number that is not below `value`: 1, 2, 5, 10, 20, 50, … @since 0.1.0 */
export const ceiling = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value) ?? 10 * power
}

const idOf = (outcome: Outcome) => outcome.replace(" ", "-")

/** Horizontal lines keep their shape however wide the drawing is made. */
const textures = html`<defs>
<pattern id="fill-signed-in" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ink-signed-in" d="M0 0h4v4H0z"/></pattern>
<pattern id="fill-refused" width="4" height="6" patternUnits="userSpaceOnUse"><path class="ink-refused" d="M0 0h4v4H0z"/></pattern>
<pattern id="fill-limited" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ink-limited" d="M0 0h4v1.5H0z"/></pattern>
<pattern id="fill-failed" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ink-failed" d="M0 0h4v4H0z"/></pattern>
</defs>`

const rounded = (value: number) => String(Math.round(value * 100) / 100)

const wordsOf = (counts: Hour["counts"]) =>
  outcomes.map((outcome) => `${number(counts[outcome])} ${outcome}`).join(", ")

/** What all bars of an outcome have in common. */
const paintOf = (outcome: Outcome) =>
  html`class="edge-${idOf(outcome)}" width="${String(bar)}" fill="url(#fill-${idOf(outcome)})"`
const paints = {
  "signed in": paintOf("signed in"),
  refused: paintOf("refused"),
  limited: paintOf("limited"),
  failed: paintOf("failed")
} satisfies Record<Outcome, Fragment>

const barOf = (top: number) => (hour: Hour, index: number) => {
  let y = height
  const parts = outcomes.flatMap((outcome) => {
    const tall = (hour.counts[outcome] / top) * height
    if (tall === 0) return []
    y -= tall
    // At least a line, and a gap to what is below.
    const visible = Math.max(1.5, tall - 1)
    return html`<rect ${paints[outcome]} x="${String(index * step + 3)}" y="${rounded(y)}" height="${rounded(visible)}"/>`
  })
  return parts.length === 0
    ? html``
    : html`<g><title>${clockTime(hour.at)} UTC: ${wordsOf(hour.counts)}</title>${all(parts)}</g>`
}

const drawing = (hours: ReadonlyArray<Hour>, top: number) => {
  const width = hours.length * step
  return html`<svg class="bars" viewBox="0 0 ${String(width)} ${String(height)}" preserveAspectRatio="none" role="img" aria-labelledby="chart-words">
${textures}
<path class="grid" d="M0 .5H${String(width)}M0 ${String(height / 2)}H${String(width)}M0 ${String(height - 0.5)}H${String(width)}"/>
${all(hours.map(barOf(top)))}</svg>`
}

const legend = all(
  outcomes.map(
    (
      outcome
    ) => html`<li><svg class="key" viewBox="0 0 16 16" aria-hidden="true"><rect class="edge-${idOf(outcome)}" x="1" y="1" width="14" height="14" fill="url(#fill-${idOf(outcome)})"/></svg>
<strong>${outcome}</strong> <span class="soft">${meanings[outcome]}</span></li>`
  )
)

const table = (hours: ReadonlyArray<Hour>) => html`<details><summary>The same as a table</summary>
<table><caption class="unseen">Sign-ins by the hour</caption>
<thead><tr><th scope="col">Hour (UTC)</th>${all(outcomes.map((outcome) => html`<th scope="col">${outcome}</th>`))}</tr></thead>
<tbody>${all(
  [...hours]
    .reverse()
    .map(
      (hour) =>
        html`<tr><th scope="row">${clockTime(hour.at)}</th>${all(outcomes.map((outcome) => html`<td>${number(hour.counts[outcome])}</td>`))}</tr>`
    )
)}</tbody></table></details>`

/** The chart, its words and its table. @since 0.1.0 */
export const view = (hours: ReadonlyArray<Hour>): Fragment => {
  const [first] = hours
  const highest = Math.max(...hours.map(sum))
  const top = ceiling(highest)
  const hourly = hours.map(({ at }, index) => (index % 6 === 0 ? html`<span>${clockTime(at)}</span>` : html``))
  return html`<p id="chart-words">Since ${first === undefined ? "" : time(first.at)}: ${wordsOf(totals(hours))}.</p>
${when(
  highest > 0,
  () => html`<figure><div class="chart"><div class="scale" aria-hidden="true"><span>${number(top)}</span><span>0</span></div>${drawing(hours, top)}<div class="hours" aria-hidden="true">${all(hourly.filter(({ source }) => source !== ""))}</div></div>
<figcaption><ul class="legend">${legend}</ul></figcaption></figure>
${table(hours)}`
)}`
}
