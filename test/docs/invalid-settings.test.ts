import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { checkShown } from "./shownBlock.ts"

const path = "docs/embedding.md"

describe("docs/embedding.md", () => {
  it("shows the error of wrong settings as an app prints it", () => {
    const { message } = Effect.runSync(
      Effect.flip(HttpSettings.make({ baseUrl: "http://localhost:3000/", trustedProxies: ["10.0.0.1"] }))
    )
    const block = /<!-- invalid settings -->\n\n```text\n[\s\S]*?```/
    const shown = `<!-- invalid settings -->\n\n\`\`\`text\n${message}\n\`\`\``
    checkShown(path, block, shown)
  })
})
