/** The code beside a magic link: six digits, which the user types where they requested the link. */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as TypedCode from "../core/TypedCode.ts"

/** Six digits (NIST SP 800-63B-4, 3.1.3.2). */
export const SignInCode = Schema.String.pipe(Schema.pattern(/^[0-9]{6}$/), Schema.brand("SignInCode"))
export type SignInCode = typeof SignInCode.Type

/** 10 minutes: how long a code works after it was requested. */
export const lifetime = Duration.minutes(10)

/**
 * Parses a code as users type or paste it: ignores spaces and dashes, and accepts the digits of any script. Returns
 * `None` for anything else than six digits.
 */
export const parse = (input: string): Option.Option<SignInCode> =>
  Option.liftPredicate(TypedCode.read(input), Schema.is(SignInCode))
