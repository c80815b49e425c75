import { assert, describe, it } from "@effect/vitest"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { Language } from "@latchkey/domain/language/Language"
import { accountChanges } from "@latchkey/domain/rooms"
import { Languages } from "@latchkey/domain/language/Languages"
import { MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import * as Catalogues from "@latchkey/pages/language/Catalogues"
import { ofCatalogue } from "@latchkey/pages/EmailSamples"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import { directionOf, type EmailTexts } from "@latchkey/pages/language/Catalogue"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { visible } from "../support/visible.ts"

const { builtIn, english } = Catalogues

/** About what an administrator did: no device of the user has made the change. */
const byOperators = ["sessions_revoked", "second_factor_reset", "passkeys_reset"]

const others = builtIn.filter(({ language }) => language !== english.language)

/** Every text of a catalogue by its path, with values that are the same in all languages. */
const textsIn = (part: unknown, path = ""): ReadonlyArray<readonly [path: string, text: string]> => {
  if (typeof part === "string") return [[path, part]]
  if (typeof part === "function") {
    const values = { instance: "Acme", place: "Acme (acme.example)", support: "help@acme.example", browser: "Firefox" }
    return [
      [
        path,
        String(
          part({
            ...values,
            time: "[time]",
            device: "[device]",
            from: "[from]",
            until: "[until]",
            button: "[button]",
            system: "Linux",
            unit: "day",
            count: 7
          })
        )
      ]
    ]
  }
  return Object.entries(part as object).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`))
}
const textsOf = ({ emails }: { readonly emails: EmailTexts }) => {
  const { time: _, ...texts } = emails
  return textsIn(texts).filter(([path]) => path !== ".space")
}

/** The values that a text shows, which must be the same in every language. */
const valuesIn = (text: string) =>
  ["Acme", "(acme.example)", "help@acme.example", "[time]", "[device]", "[from]", "[until]", "[button]"].filter(
    (value) => text.includes(value)
  )

/** The path and the values of an email in which a language may leave the instance out: a short subject or button. */
const mayLackInstance = /\.action$/

describe("The catalogues", () => {
  it("are in English, German, French, Spanish, Portuguese, Japanese and Arabic", () => {
    assert.deepStrictEqual(
      builtIn.map(({ language }) => language),
      ["en", "de", "fr", "es", "pt-BR", "ja", "ar"].map((tag) => Language.make(tag))
    )
    assert.deepStrictEqual(
      builtIn.map(({ language }) => directionOf(language)),
      ["ltr", "ltr", "ltr", "ltr", "ltr", "ltr", "rtl"]
    )
  })

  it.each(others)("say everything in their own words: $language", (catalogue) => {
    const inEnglish = new Map(textsOf(english))
    const texts = textsOf(catalogue)
    assert.deepStrictEqual(texts.map(([path]) => path).sort(), [...inEnglish.keys()].sort())
    for (const [path, text] of texts) {
      assert.notStrictEqual(text, inEnglish.get(path), path)
      assert.isNotEmpty(text.trim(), path)
      assert.notMatch(text, /undefined|\[object|\$\{|#/, path)
    }
  })

  it.each(others)("show the same values as the English ones: $language", (catalogue) => {
    const inEnglish = new Map(textsOf(english))
    for (const [path, text] of textsOf(catalogue)) {
      if (mayLackInstance.test(path)) continue
      assert.deepStrictEqual(valuesIn(text), valuesIn(inEnglish.get(path) ?? ""), path)
    }
  })

  it.each(builtIn)("say on no button what the heading says: $language", (catalogue) => {
    const texts = new Map(textsOf(catalogue))
    const actions = [...texts].filter(([path]) => path.endsWith(".action"))
    assert.isAbove(actions.length, 5)
    for (const [path, text] of actions) assert.notStrictEqual(text, texts.get(path.replace(/action$/, "subject")), path)
  })

  it.each(builtIn)("name the time zone of a time, and the time to the minute: $language", ({ emails }) => {
    const text = emails.time(DateTime.unsafeMake("2026-11-22T15:04:05Z"))
    for (const part of ["UTC", "15:04", "2026", "22"]) assert.include(text, part)
  })

  it("have the plural forms of their languages", () => {
    const validity = (index: number, count: number, unit: "minute" | "day") =>
      builtIn[index]?.emails.validity({ unit, count }) ?? ""
    assert.include(validity(0, 1, "minute"), "in 1 minute.")
    assert.include(validity(0, 15, "minute"), "in 15 minutes.")
    assert.include(validity(1, 7, "day"), "in 7 Tagen ab")
    assert.include(validity(1, 1, "day"), "in 1 Tag ab")
    assert.include(validity(2, 1, "day"), "dans 1 jour.")
    assert.include(validity(5, 15, "minute"), "15分後")
    for (const [count, form] of [
      [1, "يوم واحد"],
      [2, "يومين"],
      [7, "7 أيام"],
      [11, "11 يومًا"],
      [100, "100 يوم"]
    ] as const) {
      assert.include(validity(6, count, "day"), form)
    }
  })
})

/** The sentences of the English emails, of which none may be left in another language. */
const englishSentences = new Set(
  ofCatalogue(english)
    .flatMap(({ subject, text }) => [subject, ...text.split(/\n+|(?<=[.?:])\s/)])
    .filter((line) => /[a-z] [a-z]/i.test(line) && !line.includes("://"))
)

describe("Every email", () => {
  it("has a sample of each kind", () => {
    const kinds = ofCatalogue(english).map(({ kind }) => kind)
    assert.sameMembers(kinds, [
      "magic_link",
      "password_reset",
      "sign_up",
      "existing_account",
      "invitation",
      "email_change",
      "email_changed",
      "factor_recovery",
      "factor_recovery_ready",
      ...Object.keys(accountChanges)
    ])
  })

  for (const catalogue of builtIn) {
    const { language } = catalogue
    for (const { html, kind, subject, text } of ofCatalogue(catalogue)) {
      it(`${kind} is in ${language}: links, language, direction, and nothing left over`, () => {
        assert.include(html, `<html lang="${language}" dir="${directionOf(language)}">`)
        const links = text.match(/^https:\/\/login\.acme\.example\/\S+$/gm) ?? []
        assert.isNotEmpty(links)
        for (const link of links) assert.include(html, `href="${link}"`)
        for (const part of [subject, text, visible(html)]) {
          assert.notMatch(part, /undefined|\[object|\$\{/)
          assert.notInclude(part, "\u0000")
          if (language === "en") continue
          const words = part.replace(/[\u2068\u2069]/g, "")
          for (const sentence of englishSentences) assert.notInclude(words, sentence)
        }
        assert.include(text.replace(/[\u2068\u2069]/g, ""), "Acme (login.acme.example)")
        assert.isBelow(subject.length, 80)
        assert.notMatch(subject, /[\r\n]/)
      })
    }
  }

  it("says the same in HTML as in plain text", () => {
    for (const catalogue of builtIn) {
      for (const { html, text } of ofCatalogue(catalogue)) {
        const shown = visible(html).replace(/[\u2068\u2069]/g, "")
        for (const paragraph of text.trim().split(/\n\n/)) {
          assert.include(shown, paragraph.replace(/[\u2068\u2069]/g, "").replace(/\s+/g, " "))
        }
      }
    }
  })

  it("that signs in, or changes an account, names time and device of the request", () => {
    for (const catalogue of builtIn) {
      const device = catalogue.emails.device({ browser: "Firefox", system: "Linux" })
      for (const { kind, text } of ofCatalogue(catalogue)) {
        assert.include(text, "15:04", `${catalogue.language} ${kind}`)
        // An administrator sent it, or other people have caused it.
        if (["invitation", "failed_sign_ins", ...byOperators].includes(kind)) continue
        assert.include(text.replace(/[\u2068\u2069]/g, ""), device, `${catalogue.language} ${kind}`)
      }
    }
  })

  it("isolates names, hosts and devices in Arabic, and keeps links from left to right", () => {
    const arabic = builtIn.find(({ language }) => language === "ar") ?? english
    for (const { html, kind, text } of ofCatalogue(arabic)) {
      assert.include(text, "\u2068Acme (login.acme.example)\u2069", kind)
      assert.include(html, "<bdi>\u2068<strong>Acme</strong> (login.acme.example)\u2069</bdi>", kind)
      assert.match(html, /<a href="https:[^"]+" dir="ltr"/, kind)
      if (kind === "magic_link") {
        assert.include(text, "\u2068Firefox\u2069 على \u2068Linux\u2069")
        assert.include(html, "<bdi>\u2068Firefox\u2069</bdi> على <bdi>\u2068Linux\u2069</bdi>")
      }
      assert.strictEqual(text.split("\u2068").length, text.split("\u2069").length)
      // A link in plain text is copied as it is.
      assert.notMatch(text, /\u2068https|https\S*\u2069/)
    }
    for (const { html, text } of ofCatalogue(english)) assert.notMatch(`${text}${html}`, /[\u2066-\u2069]|<bdi>/)
  })
})

const magicLink = (language: string) => ({
  language: Language.make(language),
  instanceName: "Acme",
  branding: defaultBranding,
  host: "acme.example",
  verifyUrl: "https://acme.example/link",
  lifetimeMinutes: 15,
  userAgent: Option.none(),
  requestedAt: DateTime.unsafeMake("2026-11-22T15:04:05Z"),
  expiresAt: DateTime.unsafeMake("2026-11-22T15:19:05Z")
})

describe("Catalogues.layer", () => {
  const { emails } = english
  const subject = () => "Kom binnen"
  const dutch = {
    ...english,
    language: Language.make("nl"),
    emails: { ...emails, magicLink: { ...emails.magicLink, subject } }
  }
  const shorter = { ...english, emails: { ...emails, magicLink: { ...emails.magicLink, subject: () => "Sign in" } } }
  const withOwn = Layer.provide(EmailTemplates.layer, Catalogues.layer(dutch, shorter))

  it.effect("adds a language, which readers get who prefer it", () =>
    Effect.gen(function* () {
      const languages = yield* Languages
      assert.strictEqual(languages.best([Language.make("nl-BE")]), "nl")
      assert.strictEqual(languages.best([Language.make("tlh")]), "en")
      const { render } = yield* MagicLinkTemplate
      const { html, subject } = render(magicLink("nl"))
      assert.strictEqual(subject, "Kom binnen")
      assert.include(html, '<html lang="nl" dir="ltr">')
    }).pipe(Effect.provide(withOwn))
  )

  it.effect("replaces a text of a language, and keeps all others", () =>
    Effect.gen(function* () {
      const { render } = yield* MagicLinkTemplate
      assert.strictEqual(render(magicLink("en")).subject, "Sign in")
      assert.strictEqual(render(magicLink("de")).subject, "Ihr Anmeldelink für Acme")
      assert.include(render(magicLink("en")).text, "This sign-in link for Acme")
    }).pipe(Effect.provide(withOwn))
  )

  it.effect("is not needed: Latchkey's own languages are the default", () =>
    Effect.gen(function* () {
      const languages = yield* Languages
      assert.strictEqual(languages.available.length, 7)
      assert.strictEqual(languages.best([Language.make("pt-PT")]), "pt-BR")
    }).pipe(Effect.provide(EmailTemplates.layer))
  )
})
