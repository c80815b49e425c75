import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Fragment, html, makeResponder, type Page } from "@latchkey/http/core/Page"
import { describe, expect, test } from "vitest"
import { builtIn } from "../../src/language/Catalogues.ts"
import * as PageLanguage from "../../src/language/PageLanguage.ts"
import { everyPage } from "../support/everyPage.ts"

const languages = builtIn.map(PageLanguage.make)
const others = languages.filter(({ tag }) => tag !== "en")

// No language has these words. They take the place of names, addresses and URLs.
const value = "9q9q9"
const rendered = (language: PageLanguage.PageLanguage) =>
  Object.entries(everyPage(language, { value, logoUrl: "https://9q9q9.example/" })).map(
    ([name, make]): readonly [string, Page] => [name, make()]
  )

/** Returns the texts of a page: what is between its tags, and in attributes that people read or hear. */
const textsOf = ({ body, title }: Page): ReadonlyArray<string> => {
  const { source } = body
  const attributes = [
    ...source.matchAll(/ (?:aria-label|data-(?!options|passkey|signal|text=|value)\w+|title|alt)="([^"]+)"/g)
  ].map(([, text = ""]) => text)
  return [title, ...attributes, ...source.replace(/<[^>]*>/g, "\n").split("\n")].map((text) => text.trim())
}

/** A text that a language may share with English: an example, a value, a number, or a time with its zone. */
const isNeutral = (text: string) =>
  text === "" ||
  !/\p{L}{3}/u.test(text.replace(/9q9q9|WDJB-MJHT|example|UTC|Latchkey|Acme|Google|Microsoft|Apple|GitHub/g, ""))

/** Stands for every parameter of a text: a number, a string, an element, and a function that makes a link. */
const parameter = Object.assign((text: string) => html`<a>${text}</a>`, {
  [Symbol.toPrimitive]: (hint: string) => (hint === "number" ? 12 : value)
})

// They have no text.
const formatting = ["account.ofField", "policy.list", "time.ago", "time.date"]

/** Returns every text of a catalogue, by its path. */
const leavesOf = (texts: object, path = ""): ReadonlyArray<readonly [string, string]> =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    const name = `${path}${key}`
    if (name === "core.space") return []
    if (typeof text === "string") return [[name, text] as const]
    if (typeof text === "object" && text !== null) return leavesOf(text, `${name}.`)
    if (typeof text !== "function" || formatting.includes(name)) return []
    const made: unknown = text(parameter, parameter, parameter)
    return [[name, made instanceof Fragment ? made.source : String(made)] as const]
  })

const textsIn = ({ texts }: PageLanguage.PageLanguage) => new Map(leavesOf(texts))

describe.each(others.map((language) => [language.tag, language] as const))("The pages in %s", (tag, language) => {
  const inEnglish = new Map(rendered(PageLanguage.english).map(([name, page]) => [name, new Set(textsOf(page))]))

  test.each(rendered(language))("leave no English text: %s", (name, page) => {
    expect(textsOf(page).filter((text) => inEnglish.get(name)?.has(text) && !isNeutral(text))).toEqual([])
  })

  const own = textsIn(language)
  const english = [...textsIn(PageLanguage.english)]

  test("have a text of their own for each one in English", () => {
    const same = english.filter(([path, text]) => own.get(path) === text).map(([path]) => path)
    // "Error" is Spanish, too. In Japanese a date stands alone.
    expect(same).toEqual(tag === "es" ? ["core.errorTitle"] : [])
  })

  test("put every value into its sentence", () => {
    const valuesIn = (text = "") => (text.replaceAll("12", value).match(/9q9q9|<a>/g) ?? []).sort()
    for (const [path, text] of english) expect([path, valuesIn(own.get(path))]).toEqual([path, valuesIn(text)])
  })
})

describe("Every page", () => {
  const respond = makeResponder("")

  test.each(languages.map((language) => [language.tag, language] as const))(
    "in %s says so in its head and its headers",
    async (tag, language) => {
      for (const [name, page] of rendered(language)) {
        const response = HttpServerResponse.toWeb(respond(page))
        const direction = tag === "ar" ? ' dir="rtl"' : ""
        expect([name, await response.text()]).toEqual([
          name,
          expect.stringContaining(`<html lang="${tag}"${direction}>`)
        ])
        expect(response.headers.get("content-language")).toBe(tag)
        expect(response.headers.get("vary")).toBe("Accept-Language")
      }
    }
  )

  test("has no space between two sentences in Japanese", () => {
    const japanese = languages.find(({ tag }) => tag === "ja") ?? PageLanguage.english
    for (const [name, page] of rendered(japanese))
      expect([name, page.body.source.includes("。 ")]).toEqual([name, false])
  })

  test("isolates addresses and names from text in another direction", () => {
    const arabic = languages.find(({ tag }) => tag === "ar") ?? PageLanguage.english
    for (const [name, page] of rendered(arabic)) {
      const { source } = page.body
      expect(source.match(/(?<!<bdi>)<strong>/g)).toBeNull()
      // Alone, between FSI and PDI, or at the end of a title.
      const bare = textsOf(page).map((text) => text.replaceAll(`\u2068${value}\u2069`, "").replace(` – ${value}`, ""))
      expect([name, bare.filter((text) => text !== value && text.includes(value))]).toEqual([name, []])
    }
  })
})
