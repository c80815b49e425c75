/** What a user presents as the second factor: a code of the authenticator app, or a recovery code. */
import * as Data from "effect/Data"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as TypedCode from "../core/TypedCode.ts"
import * as RecoveryCode from "./RecoveryCode.ts"
import { TotpCode } from "./Totp.ts"

/** A code of the authenticator app, or a recovery code. */
export type SecondFactorCode = Data.TaggedEnum<{
  Totp: { readonly code: TotpCode }
  Recovery: { readonly code: RecoveryCode.RecoveryCode }
}>

const { Recovery, Totp } = Data.taggedEnum<SecondFactorCode>()

/**
 * Parses the six digits of an authenticator app as users type or paste them: ignores spaces and dashes, and accepts
 * the digits of any script. Returns `None` for anything else.
 */
export const parseTotp = (input: string): Option.Option<TotpCode> =>
  Option.liftPredicate(TypedCode.read(input), Schema.is(TotpCode))

/** Parses either of both by its form. Returns `None` for anything else. */
export const parse = (input: string): Option.Option<SecondFactorCode> =>
  Option.orElse(
    Option.map(parseTotp(input), (code): SecondFactorCode => Totp({ code })),
    () => Option.map(RecoveryCode.parse(input), (code): SecondFactorCode => Recovery({ code }))
  )
