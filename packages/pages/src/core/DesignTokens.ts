/**
 * The design tokens of pages, dashboard and emails: colors, type, spacing, corners, shadows and motion. Stylesheets use
 * them as CSS variables, with `variables`. Emails, whose programs know no variables, use the values.
 *
 * Lengths are in pixels. `DesignTokens.test.ts` checks the contrast of the colors that stand on one another.
 */

import type { Corners, Font } from "@latchkey/domain/instance/Branding"

/**
 * The colors in light.
 *
 * - `ink`, `soft`: text, and text that matters less. `link`: links of the dashboard and the emails.
 * - `paper`, `ground`: cards, and what they lie on. `hover`: what is under the pointer, on paper.
 * - `edge`, `line`: decorative lines, and the borders of controls.
 * - `accent`, `onAccent`: the main button, and its text. An instance has its own. `accentShift`: what it moves towards
 *   while the pointer is on it.
 * - `bad`, `warn`, `good`, and what they lie on: errors and destruction, warnings, success.
 */
const light = {
  ink: "#14171c",
  soft: "#586070",
  link: "#1a4fd6",
  paper: "#ffffff",
  ground: "#f5f6f8",
  hover: "#f1f3f6",
  edge: "#e1e4ea",
  line: "#868d9b",
  accent: "#1f5eff",
  onAccent: "#ffffff",
  accentShift: "#000000",
  bad: "#b3261e",
  badGround: "#fdeeed",
  warn: "#7a4a00",
  warnGround: "#fff4dc",
  good: "#17633a",
  goodGround: "#e9f6ee"
} as const

export type Colors = Readonly<Record<keyof typeof light, string>>

/** The colors, in light and in dark. */
export const color: { readonly light: Colors; readonly dark: Colors } = {
  light,
  dark: {
    ...light,
    ink: "#eef0f4",
    soft: "#a5adba",
    link: "#9db8ff",
    paper: "#191c21",
    ground: "#101216",
    hover: "#24282f",
    edge: "#2e333c",
    line: "#6f7888",
    bad: "#ffb4ab",
    badGround: "#3b1c1a",
    warn: "#f5c56b",
    warnGround: "#33270f",
    good: "#9bdcb4",
    goodGround: "#14301f"
  }
}

/**
 * The fonts that an instance can choose: those of the reader's system, of which nothing is loaded. `word`: for Outlook
 * on Windows, which takes the first font only.
 */
export const fonts: Readonly<Record<Font, { readonly body: string; readonly word: string }>> = {
  system: { body: "system-ui,sans-serif", word: "Segoe UI" },
  humanist: { body: "Seravek,Gill Sans Nova,Ubuntu,Calibri,DejaVu Sans,sans-serif", word: "Calibri" },
  geometric: { body: "Avenir,Montserrat,Corbel,URW Gothic,sans-serif", word: "Corbel" },
  rounded: { body: "ui-rounded,Hiragino Maru Gothic ProN,Quicksand,Arial Rounded MT Bold,sans-serif", word: "Calibri" },
  serif: { body: "Charter,Bitstream Charter,Sitka Text,Cambria,serif", word: "Cambria" }
}

/** The fonts of text and codes. An instance may have its own `body`. */
export const font = { body: fonts.system.body, code: "ui-monospace,monospace" } as const

/** The sizes of type: notes, secondary text, text, headings of sections, headings of pages. */
export const text = { xs: 13, s: 14, m: 16, l: 18, xl: 24 } as const

/** The steps of spacing. */
export const space = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 24, 6: 32, 7: 48 } as const

/** The corners that an instance can choose: of controls, and of cards. */
export const corners: Readonly<Record<Corners, { readonly control: number; readonly card: number }>> = {
  square: { control: 0, card: 0 },
  rounded: { control: 8, card: 14 },
  pill: { control: 24, card: 24 }
}

/** The least height of controls: for fingers (WCAG 2.2, 2.5.8 wants 24), and of small ones. */
export const control = { m: 44, s: 36 } as const

const shadow = {
  light: {
    control: "0 1px 2px rgb(20 23 28/.06)",
    card: "0 1px 2px rgb(20 23 28/.04),0 8px 24px rgb(20 23 28/.06)"
  },
  dark: { control: "0 1px 2px rgb(0 0 0/.3)", card: "0 1px 2px rgb(0 0 0/.3),0 8px 24px rgb(0 0 0/.3)" }
} as const

/** How long a change of color takes. Readers who want less motion see it immediately. */
const motion = { quick: "120ms" } as const

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const declare = (values: Readonly<Record<string, string>>, prefix = ""): string =>
  Object.entries(values)
    .map(([name, value]) => `--${prefix}${kebab(name)}:${value};`)
    .join("")

const lengths = (values: Readonly<Record<string, number>>, prefix: string, write: (length: number) => string) =>
  declare(Object.fromEntries(Object.entries(values).map(([name, length]) => [name, write(length)])), prefix)

const px = (length: number) => `${length}px`

/** Type grows with the size that readers set in their browser. */
const rem = (length: number) => `${length / text.m}rem`

const changedInDark = Object.fromEntries(
  Object.entries(color.dark).filter(([name, value]) => value !== color.light[name as keyof Colors])
)

/**
 * The tokens as CSS variables of the root, in light and in dark: `--ink`, `--bad-ground`, `--text-s`, `--space-4`,
 * `--radius`, `--radius-card`, `--control`, `--control-s`, `--shadow-card`, `--font`, `--font-code`, `--quick`.
 */
export const variables = `:root{color-scheme:light dark;${declare(color.light)}${declare(shadow.light, "shadow-")}--font:${
  font.body
};--font-code:${font.code};${lengths(text, "text-", rem)}${lengths(space, "space-", px)}--radius:${px(corners.rounded.control)};--radius-card:${px(corners.rounded.card)};--control:${px(control.m)};--control-s:${px(control.s)};${declare(motion)}}@media (prefers-color-scheme:dark){:root{${declare(changedInDark)}${declare(shadow.dark, "shadow-")}}}@media (prefers-reduced-motion){:root{--quick:0s}}`
