/**
 * A blocklist for tests. **Never use it for real passwords**: it has ten common ones, and attackers try thousands. The
 * real list is `CommonPasswordBlocklist` of `@latchkey/crypto`.
 */
import { PasswordBlocklist } from "@latchkey/domain/password/PasswordBlocklist"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const passwords = new Set([
  "00000000",
  "11111111",
  "12345678",
  "123456789",
  "iloveyou",
  "password",
  "password1",
  "password123",
  "qwerty123",
  "qwertyuiop"
])

/** The blocklist as a layer. */
export const layer: Layer.Layer<PasswordBlocklist> = Layer.succeed(PasswordBlocklist, {
  contains: (password) => passwords.has(Redacted.value(password).toLowerCase())
})
