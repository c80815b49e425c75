import { assert, describe, it } from "@effect/vitest"
import { PasswordBlocklist } from "@latchkey/domain/password/PasswordBlocklist"
import * as Effect from "effect/Effect"
import * as CommonPasswordBlocklist from "../src/CommonPasswordBlocklist.ts"
import { password } from "./support/password.ts"

describe("CommonPasswordBlocklist", () => {
  it.layer(CommonPasswordBlocklist.layer)((it) => {
    it.effect("has the ten thousand commonest, in upper or lower case", () =>
      Effect.gen(function* () {
        const { contains } = yield* PasswordBlocklist
        // The first and the last of the list, in alphabetical order, are among them.
        for (const text of ["password", "12345678", "!qaz2wsx", "zzzzzzz1", "PassWord", "ILOVEYOU"]) {
          assert.isTrue(contains(password(text)), text)
        }
      })
    )

    it.effect("has whole passwords, not parts of one, and not several", () =>
      Effect.gen(function* () {
        const { contains } = yield* PasswordBlocklist
        for (const text of [
          "password password",
          "my password",
          "passwor",
          "asswords",
          "!qaz2wsx\n%%passwo",
          "\npassword",
          "\n"
        ]) {
          assert.isFalse(contains(password(text)), text)
        }
      })
    )
  })
})
