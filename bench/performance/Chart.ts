import * as Statistics from "../shared/Statistics.ts"
import { valuesOf } from "./Figures.ts"
import { checkersInStorm, signersInStorm } from "./Measurements.ts"
import type { Rounds } from "./Rounds.ts"

interface Bar {
  readonly label: string
  readonly key: string
  readonly kind: "latchkey" | "other" | "limit"
}

interface Panel {
  readonly title: string
  readonly bars: ReadonlyArray<Bar>
}

/** A ratio that is above 1 if Latchkey is better. */
interface Comparison {
  readonly label: string
  readonly of: string
  readonly to: string
}

interface Comparisons {
  readonly title: string
  readonly ratios: ReadonlyArray<Comparison>
}

const comparisons: ReadonlyArray<Comparisons> = [
  {
    title: "Latchkey to better-auth (1 is equal)",
    ratios: [
      { label: "session checks", of: "checks: latchkey", to: "checks: better-auth" },
      { label: "… p99 of the time", of: "checks: better-auth, p99", to: "checks: latchkey, p99" },
      { label: "sign-ins", of: "sign-ins 32: latchkey", to: "sign-ins 32: better-auth" },
      { label: "… p99 of the time", of: "sign-ins 32: better-auth, p99", to: "sign-ins 32: latchkey, p99" },
      { label: "session checks in a storm", of: "storm checks: latchkey", to: "storm checks: better-auth" },
      { label: "sign-ins in a storm", of: "storm sign-ins: latchkey", to: "storm sign-ins: better-auth" }
    ]
  },
  {
    title: "Latchkey to bare servers and Argon2id alone",
    ratios: [
      { label: "session checks, to prepared", of: "checks: latchkey", to: "checks: prepared" },
      { label: "session checks, to batched", of: "checks: latchkey", to: "checks: batched" },
      { label: "… in the app, to prepared", of: "checks: embedded", to: "checks: prepared" },
      { label: "sign-ins, to Argon2id alone", of: "sign-ins 32: latchkey", to: "sign-ins 32: argon2" }
    ]
  }
]

const panels: ReadonlyArray<Panel> = [
  {
    title: "Session checks per second",
    bars: [
      { label: "node:http and pg, prepared", key: "checks: prepared", kind: "limit" },
      { label: "node:http and pg, batched", key: "checks: batched", kind: "limit" },
      { label: "Latchkey", key: "checks: latchkey", kind: "latchkey" },
      { label: "Latchkey inside the app", key: "checks: embedded", kind: "latchkey" },
      { label: "better-auth", key: "checks: better-auth", kind: "other" },
      { label: "… with cookie cache", key: "checks: better-auth, cookie cache", kind: "other" }
    ]
  },
  {
    title: "Sign-ins per second, 32 clients",
    bars: [
      { label: "Argon2id alone", key: "sign-ins 32: argon2", kind: "limit" },
      { label: "Latchkey", key: "sign-ins 32: latchkey", kind: "latchkey" },
      { label: "better-auth", key: "sign-ins 32: better-auth", kind: "other" }
    ]
  },
  {
    title: `Session checks per second of ${checkersInStorm} clients, while ${signersInStorm} others sign in`,
    bars: [
      { label: "Latchkey", key: "storm checks: latchkey", kind: "latchkey" },
      { label: "better-auth", key: "storm checks: better-auth", kind: "other" }
    ]
  }
]

const width = 720
const [labelWidth, barHeight, rowHeight, titleHeight, gap] = [240, 18, 26, 34, 18]
const longest = width - labelWidth - 90

// These colors are legible on white and on GitHub's dark gray. The text follows the reader's color scheme.
const style = `
  text { font: 14px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f }
  .title { font-weight: 600 }
  .label { text-anchor: end }
  .latchkey { fill: #1f883d } .other { fill: #8c959f } .loss { fill: #cf222e }
  .limit { fill: none; stroke: #8c959f; stroke-dasharray: 4 3 }
  .range { stroke: #24292f; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .latchkey { fill: #3fb950 } .other { fill: #7d8590 } .loss { fill: #f85149 } .limit { stroke: #7d8590 }
    .range { stroke: #e6edf3 }
  }`

const count = (value: number): string =>
  value >= 10 ? Math.round(value).toLocaleString("en") : value.toPrecision(2).replace(/\.0$/, "")

const bar = ({ key, kind, label }: Bar, rounds: Rounds, scale: number, top: number): string => {
  const { least, median, most } = Statistics.spread(rounds.get(key) ?? [])
  const x = (value: number) => (labelWidth + value * scale).toFixed(1)
  const [middle, text] = [top + barHeight / 2, top + barHeight - 4]
  return [
    `<text class="label" x="${labelWidth - 10}" y="${text}">${label}</text>`,
    `<rect class="${kind}" x="${labelWidth}" y="${top}" width="${(median * scale).toFixed(1)}" height="${barHeight}"/>`,
    `<line class="range" x1="${x(least)}" x2="${x(most)}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${Number(x(Math.max(most, median))) + 8}" y="${text}">${count(median)}</text>`
  ].join("\n  ")
}

/** Draws a ratio from the line at 1, on a logarithmic scale: to the right if Latchkey is better. */
const comparisonBar = (label: string, values: ReadonlyArray<number>, x: (ratio: number) => number, top: number) => {
  const { least, median, most } = Statistics.spread(values)
  const [from, to] = [Math.min(x(1), x(median)), Math.max(x(1), x(median))]
  const [middle, text] = [top + barHeight / 2, top + barHeight - 4]
  const at = (place: number) => place.toFixed(1)
  return [
    `<text class="label" x="${labelWidth - 10}" y="${text}">${label}</text>`,
    `<rect class="${median >= 1 ? "latchkey" : "loss"}" x="${at(from)}" y="${top}" width="${at(to - from)}" height="${barHeight}"/>`,
    `<line class="range" x1="${at(x(least))}" x2="${at(x(most))}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${at(Math.max(to, x(most)) + 8)}" y="${text}">${count(median)}</text>`
  ].join("\n  ")
}

/** Draws all ratios with one scale, so that wins and losses can be compared. Returns where they end. */
const drawComparisons = (parts: Array<string>, rounds: Rounds): number => {
  const taken = comparisons.map(({ ratios, title }) => ({
    title,
    ratios: ratios
      .filter(({ of, to }) => rounds.has(of) && rounds.has(to))
      .map(({ label, of, to }) => ({ label, values: valuesOf({ of, to }, rounds) }))
  }))
  const all = [1, ...taken.flatMap(({ ratios }) => ratios.flatMap(({ values }) => values))]
  const [low, high] = [Math.log(Math.min(...all)), Math.log(Math.max(...all, 2))]
  const x = (ratio: number) => labelWidth + ((Math.log(ratio) - low) / (high - low)) * longest
  let top = 0
  for (const { ratios, title } of taken) {
    parts.push(`<text class="title" x="0" y="${top + 18}">${title}</text>`)
    const first = top + titleHeight
    ratios.forEach(
      ({ label, values }, row) => void parts.push(comparisonBar(label, values, x, first + row * rowHeight))
    )
    const end = first + ratios.length * rowHeight
    parts.push(`<line class="range" x1="${x(1).toFixed(1)}" x2="${x(1).toFixed(1)}" y1="${first - 4}" y2="${end}"/>`)
    top = end + gap
  }
  return top
}

/** Renders the ratios and the medians as bars, each with a line for its range. Leaves out what was not measured. */
export const render = (rounds: Rounds): string => {
  const parts: Array<string> = []
  let top = drawComparisons(parts, rounds)
  for (const { bars: all, title } of panels) {
    const bars = all.filter(({ key }) => rounds.has(key))
    const scale = longest / Math.max(...bars.map(({ key }) => Math.max(...(rounds.get(key) ?? [0]))))
    parts.push(`<text class="title" x="0" y="${top + 18}">${title}</text>`)
    bars.forEach((one, row) => void parts.push(bar(one, rounds, scale, top + titleHeight + row * rowHeight)))
    top += titleHeight + bars.length * rowHeight + gap
  }
  const size = `width="${width}" height="${top}" viewBox="0 0 ${width} ${top}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="Bar chart of the results in the tables">
  <style>${style}
  </style>
  ${parts.join("\n  ")}
</svg>
`
}
