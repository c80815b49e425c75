import { readFileSync, writeFileSync } from "node:fs"
import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Service, startService } from "@latchkey/test-support/Service"
import { codesIn, operations } from "@latchkey/test-support/openapiDocument"
import { type Example, makeExamples } from "./httpApiExamples.ts"

const page = new URL("../../docs/http-api.md", import.meta.url)
const marker = /<!-- example: ([\w-]+) -->\n(?:\n```http\n[\s\S]*?\n```\n\n```http\n[\s\S]*?\n```\n)?/g

/** Returns the page with the current examples. `UPDATE_DOCS=1` writes it. */
const render = (text: string, examples: ReadonlyArray<Example>): string =>
  text.replace(marker, (_, name: string) => {
    const example = examples.find((candidate) => candidate.name === name)
    return `<!-- example: ${name} -->\n\n${example?.markdown ?? "(no such example)"}\n`
  })

/** What the top of the page says of all endpoints of a kind, so that no section repeats it. */
const shared = new Set([
  "internal_error",
  "service_unavailable",
  "not_found",
  "forbidden_origin",
  "payload_too_large",
  "unsupported_media_type"
])
/** What the section "Administration" says of all of its endpoints. */
const ofAdministration = new Set(["unauthenticated", "permission_denied", "signin_rate_limited", "invalid_request"])

const endpoints = operations.map(({ method, path, responses, summary }) => ({
  name: `${method} ${path}`,
  summary,
  isAdmin: path.startsWith("/v1/admin/"),
  codes: Object.values(responses)
    .flatMap(codesIn)
    .filter((code) => !shared.has(code) && !(path.startsWith("/v1/admin/") && ofAdministration.has(code)))
}))

const linkTo = (code: string): string => `[\`${code}\`](errors.md#${code})`

const table = [
  "| request | does | own errors |",
  "| --- | --- | --- |",
  ...endpoints.map(({ codes, name, summary }) => `| \`${name}\` | ${summary} | ${codes.map(linkTo).join(", ")} |`)
].join("\n")

const tableMarker = /<!-- endpoints -->\n(?:\n\|[\s\S]*?\|\n(?!\|))?/

describe("docs/http-api.md", () => {
  test.each(endpoints.filter(({ isAdmin }) => !isAdmin))(
    "describes $name, with a link to each of its errors",
    ({ codes, name }) => {
      const [before = ""] = readFileSync(page, "utf8").split("<!-- endpoints -->")
      const text = before
        .split(/^(?=#{2,3} )/m)
        .filter((section) => section.includes(`\`${name}`))
        .join("")
      expect(text, "a section names it").not.toBe("")
      expect(codes.filter((code) => !text.includes(linkTo(code)))).toEqual([])
    }
  )

  test("lists all endpoints, each with its own errors", () => {
    const written = readFileSync(page, "utf8")
    const rendered = written.replace(tableMarker, `<!-- endpoints -->\n\n${table}\n`)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, rendered)
    expect(readFileSync(page, "utf8")).toBe(rendered)
  })

  let service: Service
  beforeAll(async () => {
    service = await startService({ storage: Memory.layer, settings: { baseUrl: "https://auth.example.com" } })
  })
  afterAll(() => service.stop())

  test("shows requests and responses of the running service", async () => {
    const examples = await makeExamples(service)
    const written = readFileSync(page, "utf8")
    const rendered = render(written, examples)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, rendered)
    expect(readFileSync(page, "utf8")).toBe(rendered)
    const shown = [...written.matchAll(marker)].map(([, name]) => name)
    expect([...shown].sort()).toEqual(examples.map(({ name }) => name).sort())
    expect(rendered.match(/"[^"\n]*…[^"\n]*":/g)).toBe(null)
  })
})
