import { describe, expect, test } from "vitest"
import { controlStyle } from "../../src/core/ControlStyle.ts"
import { type Colors, color } from "../../src/core/DesignTokens.ts"
import { style as dashboardStyle } from "../../src/dashboard/core/DashboardStyle.ts"
import { style as pageStyle } from "../../src/core/PageStyle.ts"
import { contrast } from "../support/contrast.ts"

/** What text stands on. */
const text: ReadonlyArray<readonly [keyof Colors, ReadonlyArray<keyof Colors>]> = [
  ["ink", ["paper", "ground", "hover", "edge"]],
  ["soft", ["paper", "ground", "hover"]],
  ["link", ["paper", "ground", "hover"]],
  ["onAccent", ["accent"]],
  ["bad", ["paper", "ground", "badGround"]],
  ["warn", ["paper", "warnGround"]],
  ["good", ["paper", "goodGround"]],
  ["paper", ["bad"]]
]

const themes = Object.entries(color)

describe("DesignTokens", () => {
  test.each(themes)("text has a contrast of at least 4.5 on everything that it stands on, in %s", (_, colors) => {
    const low = text.flatMap(([ink, grounds]) =>
      grounds.filter((ground) => contrast(colors[ink], colors[ground]) < 4.5).map((ground) => `${ink} on ${ground}`)
    )
    expect(low).toEqual([])
  })

  test.each(themes)("the borders of controls have a contrast of at least 3 to cards, in %s", (_, { line, paper }) => {
    expect(contrast(line, paper)).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.entries({ pages: pageStyle, dashboard: dashboardStyle }))(
    "the stylesheet of the %s starts with the tokens, and uses no variable that is not defined",
    (_, style) => {
      expect(style.startsWith(controlStyle)).toBe(true)
      const defined = new Set(Array.from(style.matchAll(/(--[\w-]+):/g), ([, name]) => name))
      const used = new Set(Array.from(style.matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
      expect(used.size).toBeGreaterThan(10)
      expect([...used].filter((name) => !defined.has(name))).toEqual([])
    }
  )
})
