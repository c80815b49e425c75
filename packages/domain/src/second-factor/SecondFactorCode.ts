/**
 * What a user presents as the second factor: a code of the authenticator app, or a recovery code.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as RecoveryCode from "./RecoveryCode.ts"
import { TotpCode } from "./Totp.ts"

/** A code of the authenticator app, or a recovery code. @since 0.1.0 */
export type SecondFactorCode = Data.TaggedEnum<{
  Totp: { readonly code: TotpCode }
  Recovery: { readonly code: RecoveryCode.RecoveryCode }
}>

const { Recovery, Totp } = Data.taggedEnum<SecondFactorCode>()

/** What people paste between the digits: spaces, dashes and invisible characters. */
const separators = /[\s\p{Pd}\p{Cf}]/gu

/**
 * Parses the six digits of an authenticator app as users type or paste them: ignores spaces and dashes, and accepts
 * full-width digits. Returns `None` for anything else.
 *
 * @since 0.1.0
 */
export const parseTotp = (input: string): Option.Option<TotpCode> =>
  Option.liftPredicate(input.normalize("NFKC").replace(separators, ""), Schema.is(TotpCode))

/** Parses either of both by its form. Returns `None` for anything else. @since 0.1.0 */
export const parse = (input: string): Option.Option<SecondFactorCode> =>
  Option.orElse(
    Option.map(parseTotp(input), (code): SecondFactorCode => Totp({ code })),
    () => Option.map(RecoveryCode.parse(input), (code): SecondFactorCode => Recovery({ code }))
  )
