import { createConfig, lintFromString } from "@redocly/openapi-core"
import * as Docs from "@latchkey/http/Docs"
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"
import { describe, expect, test } from "vitest"

/** What a linter found, as `rule: place`. */
type Findings = ReadonlyArray<string>

const lintWithSpectral = async (text: string): Promise<Findings> => {
  const linter = new spectral.Spectral()
  // The types of the two packages do not agree on optional fields.
  linter.setRuleset({ extends: [[rulesets.oas as object as RulesetDefinition, "recommended"]] })
  const results = await linter.run(text)
  return results.map(({ code, path }) => `${code}: ${path.join(" ")}`)
}

const lintWithRedocly = async (text: string): Promise<Findings> => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config })
  return problems.map(({ location, ruleId }) => `${ruleId}: ${location[0]?.pointer}`)
}

const document = JSON.stringify(Docs.specification())

/** These operations have no reply from 400 to 499: they check neither a body nor who asks. */
const without4xx = ["#/paths/~1health~1live/get/responses", "#/paths/~1health~1ready/get/responses"].map(
  (pointer) => `operation-4xx-response: ${pointer}`
)

describe("The OpenAPI document", () => {
  test("has no error and no warning of Spectral's rules for OpenAPI", async () => {
    expect(await lintWithSpectral(document)).toEqual([])
  })

  test("has no error of Redocly's recommended rules, and one warning per operation without a 4xx reply", async () => {
    expect(await lintWithRedocly(document)).toEqual(without4xx)
  })
})

describe("The linters", () => {
  const faulty = (change: (faulty: ReturnType<typeof Docs.specification>) => void) => {
    const copy = JSON.parse(document)
    change(copy)
    return JSON.stringify(copy)
  }

  test("report an example that its schema does not allow", async () => {
    const text = faulty(({ components }) => {
      Object.assign(components.schemas["SessionResponse"] ?? {}, { example: { userId: 7, sessionId: "sess_" } })
    })
    expect(await lintWithSpectral(text)).toContain(
      "oas3-valid-schema-example: components schemas SessionResponse example userId"
    )
  })

  test("report an operation without a summary, and a security scheme that is not defined", async () => {
    const text = faulty(({ components, paths }) => {
      delete paths["/health/live"]?.get?.summary
      delete components.securitySchemes["adminKey"]
    })
    expect(await lintWithRedocly(text)).toEqual(
      expect.arrayContaining([
        "operation-summary: #/paths/~1health~1live/get/summary",
        "security-defined: #/paths/~1v1~1admin~1instances/get/security/0/adminKey"
      ])
    )
  })
})
