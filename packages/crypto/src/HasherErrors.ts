/** Why a password hasher could not be started. Both errors concern the operator, not the user who signs in. */
import * as Schema from "effect/Schema"

/**
 * The options are below OWASP's minimum, above the ceiling, or not whole numbers. `violations` names every broken
 * limit.
 */
export class HasherOptionsRejected extends Schema.TaggedError<HasherOptionsRejected>(
  "@latchkey/crypto/HasherOptionsRejected"
)("HasherOptionsRejected", { violations: Schema.Array(Schema.String) }) {
  override get message() {
    return `Passwords cannot be hashed with these options: ${this.violations.join("; ")}`
  }
}

/** Hashing and verifying a known text at the start gave a wrong result: Argon2 does not work here. */
export class HasherSelfTestFailed extends Schema.TaggedError<HasherSelfTestFailed>(
  "@latchkey/crypto/HasherSelfTestFailed"
)("HasherSelfTestFailed", { cause: Schema.Defect }) {
  override get message() {
    return "Argon2 does not work on this machine. Reinstall the dependencies on this platform, including optional ones"
  }
}
