import * as Statistics from "../shared/Statistics.ts"
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

const panels: ReadonlyArray<Panel> = [
  {
    title: "Session checks per second",
    bars: [
      { label: "node:http and pg alone", key: "checks: node and pg", kind: "limit" },
      { label: "… with a prepared statement", key: "checks: node and pg, prepared", kind: "limit" },
      { label: "Latchkey", key: "checks: latchkey", kind: "latchkey" },
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
const [labelWidth, barHeight, rowHeight, titleHeight, gap] = [200, 18, 26, 34, 18]
const longest = width - labelWidth - 90

// These colors are legible on white and on GitHub's dark gray. The text follows the reader's color scheme.
const style = `
  text { font: 14px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f }
  .title { font-weight: 600 }
  .label { text-anchor: end }
  .latchkey { fill: #1f883d } .other { fill: #8c959f } .limit { fill: none; stroke: #8c959f; stroke-dasharray: 4 3 }
  .range { stroke: #24292f; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .latchkey { fill: #3fb950 } .other { fill: #7d8590 } .limit { stroke: #7d8590 }
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

/** Renders the medians as bars, each with a line for its range. Leaves out what was not measured. */
export const render = (rounds: Rounds): string => {
  const parts: Array<string> = []
  let top = 0
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
