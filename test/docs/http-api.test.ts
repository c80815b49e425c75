import { readFileSync, writeFileSync } from "node:fs"
import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Service, startService } from "@latchkey/test-support/Service"
import { type Example, makeExamples } from "./httpApiExamples.ts"

const page = new URL("../../docs/http-api.md", import.meta.url)
const marker = /<!-- example: ([\w-]+) -->\n(?:\n```http\n[\s\S]*?\n```\n\n```http\n[\s\S]*?\n```\n)?/g

/** Returns the page with the current examples. `UPDATE_DOCS=1` writes it. */
const render = (text: string, examples: ReadonlyArray<Example>): string =>
  text.replace(marker, (_, name: string) => {
    const example = examples.find((candidate) => candidate.name === name)
    return `<!-- example: ${name} -->\n\n${example?.markdown ?? "(no such example)"}\n`
  })

describe("docs/http-api.md", () => {
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
  })
})
