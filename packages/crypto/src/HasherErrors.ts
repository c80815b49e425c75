/**
 * Why a password hasher could not be started. Both belong to the person who starts the service, not to the one who
 * signs in.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/** The options are weaker than what OWASP asks for, dearer than the ceiling, or no whole numbers. @since 0.1.0 */
export class HasherOptionsRejected extends Schema.TaggedError<HasherOptionsRejected>(
  "@latchkey/crypto/HasherOptionsRejected"
)("HasherOptionsRejected", { objections: Schema.Array(Schema.String) }) {
  override get message() {
    return `ChangePassword cannot be hashed with these options: ${this.objections.join("; ")}`
  }
}

/** Hashing and verifying at start did not give what they must: the Argon2 library does not work here. @since 0.1.0 */
export class HasherSelfTestFailed extends Schema.TaggedError<HasherSelfTestFailed>(
  "@latchkey/crypto/HasherSelfTestFailed"
)("HasherSelfTestFailed", { cause: Schema.Defect }) {
  override get message() {
    return "Argon2 does not work on this machine. Install the dependencies anew, for this platform and with the optional ones"
  }
}
