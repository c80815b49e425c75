import { writeFileSync } from "node:fs"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { read, root } from "@latchkey/test-support/files"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"

const path = "docs/embedding.md"

describe("docs/embedding.md", () => {
  it("shows the error of wrong settings as an app prints it", () => {
    const { message } = Effect.runSync(
      Effect.flip(HttpSettings.make({ baseUrl: "http://localhost:3000/", trustedProxies: ["10.0.0.1"] }))
    )
    const block = /<!-- invalid settings -->\n\n```text\n[\s\S]*?```/
    const shown = `<!-- invalid settings -->\n\n\`\`\`text\n${message}\n\`\`\``
    assert.match(read(path), block)
    if (process.env["UPDATE_DOCS"] === "1")
      writeFileSync(
        `${root}${path}`,
        read(path).replace(block, () => shown)
      )
    else assert.strictEqual(block.exec(read(path))?.[0], shown, "run this test with UPDATE_DOCS=1")
  })
})
