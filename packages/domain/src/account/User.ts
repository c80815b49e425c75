/**
 * @since 0.1.0
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { PasswordHash } from "../password/Password.ts"

/**
 * A person's account in one instance.
 *
 * - `passwordHash`: none for who has only ever used links.
 * - `emailVerifiedAt`: when a magic link first proved the address; none while unproven.
 * - `credentialEpoch`: raised whenever the credentials change, so that a session is never made from credentials that
 *   are no longer in force.
 * - `disabledAt`: since when an operator keeps the user out; none while they may sign in.
 *
 * @since 0.1.0
 */
export class User extends Schema.Class<User>("@latchkey/domain/User")({
  instanceId: InstanceId,
  id: UserId,
  email: Email,
  passwordHash: Schema.OptionFromSelf(Schema.typeSchema(PasswordHash)),
  emailVerifiedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  credentialEpoch: Schema.Int,
  createdAt: Schema.DateTimeUtcFromSelf,
  disabledAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  )
}) {}
