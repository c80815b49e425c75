import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"

const page = readFileSync(join(import.meta.dirname, "../../docs/migrate/hashes.md"), "utf8")
const examples = [...page.matchAll(/^\|[^|]+\|[^|]+\| `([^`]+)` \|$/gm)].map(([, example = ""]) => example)

describe("The page about hashes of other systems", () => {
  it.effect("has examples that are accepted", () =>
    Effect.gen(function* () {
      const { adopt } = yield* PasswordHasher
      assert.isAbove(examples.length, 15)
      for (const example of examples) yield* adopt(ForeignHash.make(example), { fairnessKey: "docs" })
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1 })))
  )
})
