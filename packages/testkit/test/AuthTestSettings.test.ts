import { assert, describe, it } from "@effect/vitest"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

describe("AuthTest.layerWith", () => {
  it.scoped("refuses the settings that the app's HttpSettings would refuse", () =>
    Effect.gen(function* () {
      const layer = AuthTest.layerWith({ baseUrl: "http://localhost:4633/", prefix: "/auth/" })
      const exit = yield* Effect.exit(Layer.build(layer))
      const text = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "built"
      assert.include(text, 'baseUrl "http://localhost:4633/" is not valid')
      assert.include(text, 'prefix "/auth/" is not valid')
    })
  )
})
