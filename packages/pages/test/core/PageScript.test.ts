import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { pageScript } from "../../src/core/PageScript.ts"

describe("The script of the pages", () => {
  test("has the hash that the Content Security Policy names", () => {
    expect(pageScript.hash).toBe(createHash("sha256").update(pageScript.source).digest("base64"))
  })

  test("cannot end its element early, and writes no HTML", () => {
    expect(pageScript.source).not.toMatch(/<|innerHTML|insertAdjacent|document\.write|eval|Function/)
  })
})
