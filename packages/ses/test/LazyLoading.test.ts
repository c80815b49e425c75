import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { options } from "./support/samples.ts"

// The SDK is CommonJS: whether loaded by `import` or by `require`, it is in this cache.
const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /[\\/]node_modules[\\/]@(aws-sdk|smithy)[\\/]/.test(file)
  )

describe("The AWS SDK", () => {
  it.scoped("is loaded when a mailer is made, not when a module of the package is imported", () =>
    Effect.gen(function* () {
      const [SesMailer] = yield* Effect.promise(() =>
        Promise.all([
          import("@latchkey/ses/SesMailer"),
          import("@latchkey/ses/SesCredentials"),
          import("@latchkey/ses/SesErrors"),
          import("@latchkey/ses/SesIdentity")
        ])
      )
      SesMailer.layer(options("http://127.0.0.1:1"))
      assert.deepStrictEqual(loaded(), [])
      yield* SesMailer.make(options("http://127.0.0.1:1"))
      assert.isNotEmpty(loaded().filter((file) => file.includes("client-sesv2")))
    })
  )
})
