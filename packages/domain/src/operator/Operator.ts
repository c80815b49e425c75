/** Operators: the people who use the dashboard, each with a name and a role. They are the users of a reserved instance. */
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { User } from "../account/UserRepository.ts"
import { UserData, UserName } from "../account/UserData.ts"
import { Email } from "../core/Email.ts"
import { UserId } from "../core/Ids.ts"
import { Language } from "../language/Language.ts"
import { Role } from "./Role.ts"

// Control characters, lone surrogates, line separators, and what turns the direction of a text.
const pattern = /^(?!\s)[^\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,100}(?<!\s)$/u

const wrongName = "must be 1 to 100 characters, no control characters, and no space at its ends"

const isUserName = Schema.is(UserName)

/**
 * The name of an operator or of an API key: 1 to 100 characters, none of them a control character, no space at its
 * ends.
 */
export const Name = Schema.String.pipe(
  Schema.pattern(pattern, { message: () => wrongName }),
  Schema.filter((name) => isUserName(name.normalize("NFC")), { message: () => wrongName, jsonSchema: {} })
)

/**
 * An operator.
 *
 * - `email`: invitations go there. No other operator has it.
 * - `joinedAt`: when they first signed in; none if they never have.
 * - `signedInAt`: when they last signed in on a client that still knows them; none if there is none.
 * - `disabledAt`: since when they cannot sign in; none if they can.
 * - `language`: what the dashboard and emails speak to them; none if they have chosen none.
 * - `secondFactorAt`: since when they have an authenticator app; none if they have none.
 */
export class Operator extends Schema.Class<Operator>("@latchkey/domain/Operator")({
  id: UserId,
  email: Email,
  name: Name,
  role: Role,
  createdAt: Schema.DateTimeUtcFromSelf,
  joinedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  signedInAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  disabledAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  language: Schema.OptionFromSelf(Language).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  secondFactorAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  )
}) {}

/** Returns `true` for an operator who can give others access: enabled, `admin`, and signed in before. */
export const isActiveAdmin = ({ disabledAt, joinedAt, role }: Operator): boolean =>
  role === "admin" && Option.isNone(disabledAt) && Option.isSome(joinedAt)

const Metadata = Schema.parseJson(
  Schema.Struct({ role: Role, joinedAt: Schema.optionalWith(Schema.DateTimeUtc, { as: "Option", exact: true }) })
)
const decodeMetadata = Schema.decodeOption(Metadata)
const encodeMetadata = Schema.encodeSync(Metadata)

/** Returns the operator that a user is, or `None` for one without a role. `signedInAt`: as in `Operator`. */
export const ofUser = (user: User, signedInAt = Option.none<DateTime.Utc>()): Option.Option<Operator> =>
  Option.gen(function* () {
    const { joinedAt, role } = yield* decodeMetadata(user.metadata)
    const name = yield* user.name
    const { createdAt, disabledAt, email, id, language, secondFactorAt } = user
    return new Operator({
      id,
      email,
      name,
      role,
      createdAt,
      joinedAt,
      signedInAt,
      disabledAt,
      language,
      secondFactorAt
    })
  })

/** Returns what a user has who is an operator with that name and role, and has joined then. */
export const toUser = ({
  joinedAt,
  name,
  role
}: Pick<Operator, "joinedAt" | "name" | "role">): Pick<User, "metadata" | "name"> => ({
  name: Option.some(UserName.make(name.normalize("NFC"))),
  metadata: UserData.make(encodeMetadata({ joinedAt, role }))
})
