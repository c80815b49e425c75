import { assert, describe, it } from "@effect/vitest"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { Language } from "@latchkey/domain/language/Language"
import { CustomEmailFormat } from "@latchkey/domain/mail/CustomEmailFormat"
import type { Placeholders } from "@latchkey/domain/mail/CustomizableEmail"
import * as PlaceholderSyntax from "@latchkey/domain/mail/PlaceholderSyntax"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as CustomEmailText from "../../src/mail/CustomEmailText.ts"

const from = {
  language: Language.make("en"),
  instanceName: "Bakery",
  host: "auth.example.com",
  branding: defaultBranding
}
const format = await Effect.runPromise(Effect.provide(CustomEmailFormat, PlainEmailTemplates.layerCustomEmailFormat))

const placeholders = (name: string): Placeholders => ({
  link: { type: "link", value: "https://auth.example.com/?token=x", description: "" },
  name: { type: "text", value: name, description: "" },
  supportUrl: { type: "url", value: "mailto:help@example.com", description: "" }
})

const html = "<a href='{{link}}'>x</a>"
const render = (subject: string, text: string, name: string) =>
  CustomEmailText.render(format, { subject, text, html }, placeholders(name), from)

const anyText = FastCheck.string({ unit: "binary" })
const piece = FastCheck.constantFrom(
  "{",
  "}",
  "{{",
  "}}",
  "{{name}}",
  "{{ link }}",
  "{{toString}}",
  "\n",
  " ",
  "x",
  "$1"
)
const source = FastCheck.array(FastCheck.oneof(piece, anyText), { maxLength: 12 }).map((pieces) => pieces.join(""))

describe("A custom email", () => {
  it("has a subject of one line, whatever its values are", () => {
    FastCheck.assert(
      FastCheck.property(anyText, (name) => {
        const { subject } = Either.getOrThrow(render("{{name}}: hello", "{{link}}", name))
        assert.notMatch(subject, /[\p{Cc}\p{Zl}\p{Zp}]/u)
        assert.isTrue(subject.endsWith(": hello"))
      })
    )
  })

  it("has its values as they are in plain text, also if they look like placeholders", () => {
    FastCheck.assert(
      FastCheck.property(anyText, (name) => {
        const { text } = Either.getOrThrow(render("x", "{{name}}|{{ link }} {{supportUrl}}".replace("|", " "), name))
        assert.strictEqual(text, `${name} https://auth.example.com/?token=x help@example.com`)
      })
    )
    const { text } = Either.getOrThrow(render("x", "{{name}} {{link}}", "{{link}} $& {{nope}}"))
    assert.strictEqual(text, "{{link}} $& {{nope}} https://auth.example.com/?token=x")
  })

  it("shows inboxes its first paragraph without a link, a URL or a code beside the subject", () => {
    const previewOf = (text: string) => {
      const previews: Array<string> = []
      const recording = {
        ...format,
        renderHtml: (source: string, _values: unknown, { preheader }: { readonly preheader: string }) => {
          previews.push(preheader)
          return Either.right(source)
        }
      }
      Either.getOrThrow(CustomEmailText.render(recording, { subject: "x", text, html }, placeholders("Ada"), from))
      return previews[0]
    }
    assert.strictEqual(
      previewOf("Open {{link}} now.\n\nHelp: {{supportUrl}}\n \nHello {{name}}!\nHi.\n\nBye."),
      "Hello Ada!\nHi."
    )
    assert.strictEqual(previewOf("{{link}}"), "")
  })

  it("is either refused with places that exist, or contains no placeholder any more", () => {
    FastCheck.assert(
      FastCheck.property(source, (text) => {
        const rendered = render("x", text, "Ada")
        if (Either.isRight(rendered)) {
          assert.notInclude(rendered.right.text, "{{")
          assert.include(rendered.right.text, "token=x")
          return
        }
        const lines = text.split("\n")
        for (const { column, line } of rendered.left) {
          assert.isAtMost(column, (lines[line - 1]?.length ?? -1) + 1)
          assert.isAtLeast(column, 1)
        }
      })
    )
  })
})

describe("PlaceholderSyntax", () => {
  it("finds names with spaces or tabs around them, and nothing else", () => {
    const names = (text: string) => PlaceholderSyntax.occurrences(text).map(({ name }) => name)
    assert.deepStrictEqual(names("{{a}} {{ b }} {{\tc}}"), ["a", "b", "c"])
    assert.deepStrictEqual(names("{a} }} { {a} }"), [])
    assert.deepStrictEqual(names("{{}} {{a b}} {{a-b}} {{1}} {{\na}} {{{a}}"), new Array(6).fill(undefined))
  })
})
