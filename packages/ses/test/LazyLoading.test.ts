import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"

/** Prints how many modules of the SDK are loaded after each step. Whether imported or required, it is in this cache. */
const program = `
import { createRequire } from "node:module"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SesMailer from "@latchkey/ses/SesMailer"
import "@latchkey/ses/SesCredentials"
import "@latchkey/ses/SesErrors"
import "@latchkey/ses/SesIdentity"

const { cache } = createRequire(import.meta.url)
const loaded = () => Object.keys(cache).filter((file) => /node_modules.@(aws-sdk|smithy)./.test(file)).length
const options = {
  from: "no-reply@example.com",
  credentials: Option.some({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: Redacted.make("secret") }),
  region: Option.some("eu-central-1"),
  endpoint: Option.some("http://127.0.0.1:1")
}
SesMailer.layer(options)
console.log(loaded())
await Effect.runPromise(Effect.scoped(SesMailer.make(options)))
console.log(loaded())
`

describe("The AWS SDK", () => {
  it("is loaded when a mailer is made, not when a module of the package is imported", async () => {
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: new URL("..", import.meta.url)
    })
    const [before, after] = (await run).stdout.trim().split("\n").map(Number)
    assert.strictEqual(before, 0)
    assert.isAbove(after ?? 0, 0)
  })
})
