/**
 * Operators: the people who use the dashboard, each with a name and a role. They belong to no instance, and are no
 * users.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import { OperatorId } from "../core/Ids.ts"
import { Role } from "./Role.ts"

/**
 * The name of an operator or of an API key: 1 to 100 characters, none of them a control character, no space at its
 * ends.
 */
export const Name = Schema.String.pipe(
  Schema.pattern(/^(?!\s)[^\p{Cc}\p{Surrogate}]{1,100}(?<!\s)$/u, {
    message: () => "must be 1 to 100 characters, no control characters, and no space at its ends"
  })
)

/**
 * An operator.
 *
 * - `email`: invitations go there. No other operator has it.
 * - `joinedAt`: when they first signed in; none if they never have.
 * - `signedInAt`: when they last signed in.
 * - `disabledAt`: since when they cannot sign in; none if they can.
 */
export class Operator extends Schema.Class<Operator>("@latchkey/domain/Operator")({
  id: OperatorId,
  email: Email,
  name: Name,
  role: Role,
  createdAt: Schema.DateTimeUtcFromSelf,
  joinedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  signedInAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  disabledAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf)
}) {}

/** Returns `true` for an operator who can give others access: enabled, `admin`, and signed in before. */
export const isActiveAdmin = ({ disabledAt, joinedAt, role }: Operator): boolean =>
  role === "admin" && Option.isNone(disabledAt) && Option.isSome(joinedAt)
