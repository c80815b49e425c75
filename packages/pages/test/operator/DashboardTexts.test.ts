import { Fragment, html } from "@latchkey/http/core/Page"
import { auditActions } from "@latchkey/domain/rooms"
import { describe, expect, test } from "vitest"
import { languages } from "../../src/dashboard/core/DashboardLanguage.ts"

const [english, ...others] = languages

/** Stands for every parameter of a text: a string, an element, or a number. */
const value = "9q9q9"
const parameter = Object.assign(html`9q9q9`, {
  [Symbol.toPrimitive]: (hint: string) => (hint === "number" ? 12 : value)
})

/** Returns every text, by its path. */
const leavesOf = (texts: object, path = ""): ReadonlyArray<readonly [string, string]> =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    const name = `${path}${key}`
    if (typeof text === "string") return [[name, text] as const]
    if (typeof text === "object" && text !== null) return leavesOf(text, `${name}.`)
    if (typeof text !== "function") return []
    const made: unknown = text(...Array.from({ length: text.length }, () => parameter))
    return [[name, made instanceof Fragment ? made.source : String(made)] as const]
  })

const inEnglish = leavesOf(english.texts)

/** Names and numbers that no language translates, and words that some languages share with English. */
const names = /9q9q9|12|Latchkey|GitHub|PKCE|HTML|URL|[Ww]ebhooks?|ADMIN_API_KEY_PREVIOUS/g
const shared: Readonly<Record<string, RegExp>> = {
  de: /^(Name|Status|Details|Filter|Plan|Support|support|Hosts|Limit|Problem|Text|Administrator|Passkeys?|Global|Scopes)$/,
  fr: /^(Menu|Service|support|Action|Actions|Date|Page|Type|Signatures|.*[Ii]nstances?|.*[Ss]essions|.*[Mm]essages|.*[Ii]nvitations?)$/,
  es: /^(no|General|Plan|Panel|Hosts|Error|(12 )?[Tt]okens)$/,
  "pt-BR": /^(Menu|Status|Hosts|Links|(12 )?[Tt]okens)$/
}

describe.each(others.map((language) => [language.tag, language] as const))("The dashboard in %s", (tag, language) => {
  const own = new Map(leavesOf(language.texts))

  test("has a separate text for each one in English", () => {
    const same = inEnglish.filter(
      ([path, text]) => own.get(path) === text && /\p{L}{3}/u.test(text.replace(names, "")) && !shared[tag]?.test(text)
    )
    expect(same).toEqual([])
  })

  test("puts every value into its sentence", () => {
    const valuesIn = (text = "") => (text.replaceAll("12", value).match(/9q9q9/g) ?? []).length
    for (const [path, text] of inEnglish) expect([path, valuesIn(own.get(path))]).toEqual([path, valuesIn(text)])
  })
})

describe("The texts of the dashboard", () => {
  test("name every action of the audit log", () => {
    for (const { texts } of languages) {
      expect(Object.keys(texts.audit.actions).sort()).toEqual(Object.keys(auditActions).sort())
    }
  })

  test("isolate values in Arabic from text in the other direction", () => {
    const arabic = languages.find(({ tag }) => tag === "ar") ?? english
    const bare = leavesOf(arabic.texts).filter(([, text]) =>
      text.replace(/\u20689q9q9\u2069|<bdi>9q9q9<\/bdi>/g, "").includes(value)
    )
    expect(bare).toEqual([])
  })

  test("format times, numbers and durations in each language", () => {
    const at = { epochMillis: Date.UTC(2026, 2, 5, 14, 5) } as never
    const made = languages.map(({ format, tag }) => [
      tag,
      format.utc(at),
      format.number(12_345),
      format.duration(86_400)
    ])
    expect(made).toEqual([
      ["en", "5 Mar 2026, 14:05 UTC", "12,345", "1 day"],
      ["de", "5. März 2026, 14:05 UTC", "12.345", "1 Tag"],
      ["fr", "5 mars 2026, 14:05 UTC", "12\u202f345", "1\u00a0jour"],
      ["es", "5 mar 2026, 14:05 UTC", "12.345", "1 día"],
      ["pt-BR", "5 de mar. de 2026, 14:05 UTC", "12.345", "1 dia"],
      ["ja", "2026年3月5日 14:05 UTC", "12,345", "1 日"],
      ["ar", "5 مارس 2026، 14:05 UTC", "12,345", "يوم"]
    ])
  })
})
