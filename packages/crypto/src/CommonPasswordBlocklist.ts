/**
 * The 10,000 commonest passwords of at least 8 characters: every policy refuses shorter ones. They are in
 * `internal/commonPasswords.json`, with their source and its license.
 */
import { PasswordBlocklist } from "@latchkey/domain/password/PasswordBlocklist"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import list from "./internal/commonPasswords.json" with { type: "json" }

/**
 * The blocklist as a layer. A lookup searches one text of 92 KB, which takes about 20 µs, next to 20 ms for the hash. A
 * `Set` would need about a megabyte.
 */
export const layer: Layer.Layer<PasswordBlocklist> = Layer.succeed(PasswordBlocklist, {
  contains: (password) => {
    const text = Redacted.value(password).toLowerCase()
    // A password may have several lines.
    return !text.includes("\n") && list.passwords.includes(`\n${text}\n`)
  }
})
