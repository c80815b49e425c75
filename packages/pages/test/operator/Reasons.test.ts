import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { all, inLanguage } from "../../src/dashboard/core/reasons/Reason.ts"

const domain = new URL("../../../domain/src/", import.meta.url)
const input = new URL("../../../http/src/instance/InstanceInput.ts", import.meta.url)

/** The files whose reasons forms of the dashboard can show. */
const isShown = (name: string): boolean =>
  /^instance\/(internal\/)?[A-Z]?\w+\.ts$/.test(name) ||
  /^(webhook|identity-provider|magic-link|second-factor|passkey|invitation|mail|operator)\/\w+Errors\.ts$/.test(name) ||
  [
    "account/ExternalId.ts",
    "core/Email.ts",
    "language/Language.ts",
    "operator/IdentityProviderSettings.ts",
    "operator/Operator.ts",
    "webhook/Webhook.ts"
  ].includes(name)

/** Reasons that no form of the dashboard leads to: it offers choices, or the field is in the admin API or in code only. */
const elsewhere = [
  "has expired or is not the user's: begin again",
  "line #, column #: #",
  "must be a Redacted text, an encrypted one, or null",
  "must be a text of at most # characters, or null",
  "must be never, claim or authoritative",
  "must be oidc, google, microsoft, apple or github"
]

/** Reasons that are made of parts, which `partsIn` finds. */
const composed = [
  "is required: #",
  "must be #",
  "must be # from # to #",
  "must be at most # #",
  "must not name # twice"
]

const partsIn = (source: string): ReadonlyArray<string> => [
  ...[...source.matchAll(/wholeNumber\([^")]*(?:"([^"]+)")?\)/g)].map(
    ([, what = "a whole number"]) => `must be ${what} from # to #`
  ),
  ...[...source.matchAll(/\batMost\([0-9]+, "([^"]+)"\)/g)].map(([, what]) => `must be at most # ${what}`),
  ...[...source.matchAll(/\bdistinct\(\w+, "([^"]+)"/g)].map(([, what]) => `must not name ${what} twice`),
  ...[...source.matchAll(/\brequired\("\w+", "([^"]+)"\)/g)].map(([, why]) => `is required: ${why}`),
  ...[...source.matchAll(/\burl\(\s*\/.*\/,\s*"([^"]+)"/g)].map(([, expected]) => `must be ${expected}`)
]

const literal = /(["`])((?:must|is|belongs|cannot|requires|can be|gets no|has)\b[^"`\n]*)\1/g

/** Returns the reasons in a source, with `#` for each value and number. */
const reasonsIn = (source: string): ReadonlyArray<string> => [
  ...[...source.matchAll(literal)].map(([, , text = ""]) => text.replace(/\$\{[^}]*\}/g, "#")),
  ...partsIn(source)
]

const withoutNumbers = (text: string) => (text.includes("#1f5eff") ? text : text.replace(/[0-9]+(,[0-9]{3})*/g, "#"))

describe("The reasons of invalid fields", () => {
  test("are translated, all that the dashboard can show", () => {
    const sources = readdirSync(domain, { recursive: true, encoding: "utf8" }).filter(isShown)
    const found = [...sources.map((name) => new URL(name, domain)), input]
      .flatMap((file) => reasonsIn(readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "")))
      .map(withoutNumbers)
    const known: ReadonlyArray<string> = [...all, ...elsewhere, ...composed]
    for (const part of ["must be an https URL", "must not name a domain twice", "is required: what the button says"]) {
      expect(found).toContain(part)
    }
    expect([...new Set(found)].filter((reason) => !known.includes(reason))).toEqual([])
  })

  test("keep their numbers, without the comma that English writes", () => {
    expect(inLanguage("de", "must be a whole number of seconds from 60 to 34560000")).toBe(
      "muss eine ganze Zahl von Sekunden sein, von 60 bis 34560000"
    )
    expect(inLanguage("de", "must be at most 1,000 domains")).toBe("dürfen höchstens 1000 sein")
    expect(inLanguage("de", "must be a color such as #1f5eff")).toBe("muss eine Farbe sein, wie #1f5eff")
  })

  test("stay as they are if they are unknown", () => {
    expect(inLanguage("de", "must be 7 of something new")).toBe("must be 7 of something new")
    expect(inLanguage("en", "is required")).toBe("is required")
  })
})
