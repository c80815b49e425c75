import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Branding, defaultBranding } from "@latchkey/domain/instance/Branding"
import { Instance } from "@latchkey/domain/instance/Instance"
import { makeResponder, type Page } from "@latchkey/http/core/Page"
import { describe, expect, test } from "vitest"
import * as MessagePage from "../../src/core/MessagePage.ts"
import * as PageScript from "../../src/core/PageScript.ts"
import { style } from "../../src/core/PageStyle.ts"
import { builtIn } from "../../src/language/Catalogues.ts"
import * as PageLanguage from "../../src/language/PageLanguage.ts"
import { everyPage } from "../support/everyPage.ts"
import { acme, hostile } from "../support/samples.ts"

// No real address or token contains this. The pages must not rely on that.
const values = { value: hostile, logoUrl: `https://cdn.example.com/"><script>x</script>` }
const languages = builtIn.map(PageLanguage.make)
const { english } = PageLanguage

describe("Pages", () => {
  const respond = makeResponder(style)
  const expectEscaped = async (page: Page) => {
    const response = HttpServerResponse.toWeb(respond(page))
    const text = await response.text()
    const policy = response.headers.get("content-security-policy") ?? ""
    expect(text).toContain("<h1>")
    expect(text).toContain("&quot;&gt;&lt;script&gt;")
    const script = `<script src="${PageScript.path}" integrity="sha256-${PageScript.hash}"></script>`
    expect(text.replace(script, "")).not.toMatch(/<script|<b x|alert\('/)
    // Every quote in a value is an entity, so that attributes end where they should.
    expect(text.match(/ (?:value|href|action|src|alt|aria-label)=[^"]/g)).toBeNull()
    expect(text).toContain(`src="https://cdn.example.com/&quot;&gt;`)
    expect(policy.match(/script-src [^;]*/)?.[0]).toBe(
      text.includes(script) ? `script-src 'sha256-${PageScript.hash}'` : undefined
    )
    expect(policy).not.toMatch(/unsafe|<|\r|\n/)
    expect(policy).toContain("img-src https://cdn.example.com;")
    expect(text).toContain(":root{--accent:#00ff00;--on-accent:#000000;--accent-shift:#000000}")
  }

  test.each(Object.keys(everyPage(english, values)))("escape every value in every language: %s", async (name) => {
    for (const language of languages) {
      const page = everyPage(language, values)[name]?.()
      if (page === undefined) throw new Error(`There is no page ${name}`)
      await expectEscaped(page)
    }
  })

  test("have the corners and the font of the instance", () => {
    const styleOf = (branding: Partial<Branding>) => {
      const instance = new Instance({ ...acme, branding: { ...defaultBranding, ...branding } })
      const page = MessagePage.signedOut({ language: english, instance, prefix: "" })
      return page.style ?? ""
    }
    expect(styleOf({})).toBe("")
    expect(styleOf({ corners: "square", font: "serif" })).toBe(
      ":root{--radius:0px;--radius-card:0px;--font:Charter,Bitstream Charter,Sitka Text,Cambria,serif}"
    )
  })

  test("escape the name of an instance without a logo", async () => {
    const withoutLogo = new Instance({ ...acme, name: hostile })
    const text = await HttpServerResponse.toWeb(
      respond(MessagePage.signedOut({ language: english, instance: withoutLogo, prefix: "" }))
    ).text()
    expect(text).toContain('<p class="brand"><span aria-hidden="true">&quot;</span><bdi>&quot;&gt;&lt;script&gt;')
    expect(text).not.toContain("<script")
  })
})
