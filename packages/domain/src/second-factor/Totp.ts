/**
 * One-time passwords by the clock (RFC 6238), as every authenticator app makes them: HMAC-SHA-1, six digits, steps of
 * 30 seconds.
 */
import * as Arr from "effect/Array"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { TokenGenerator } from "../core/TokenGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import * as Base32 from "./internal/Base32.ts"

/** The secret that an authenticator app shares with the server: 20 bytes, as 40 hexadecimal digits. */
export type TotpSecret = Redacted.Redacted

/** Six digits of an authenticator app. */
export const TotpCode = Schema.String.pipe(Schema.pattern(/^[0-9]{6}$/), Schema.brand("TotpCode"))
export type TotpCode = typeof TotpCode.Type

/** 20 bytes: the length of a secret, which RFC 4226 (4, R6) recommends. */
export const secretBytes = 20

/** 30: how many seconds a code is shown for. */
export const stepSeconds = 30

/**
 * One: how many steps before and after the current one are accepted, for clocks that are off and for slow typing
 * (RFC 6238, 5.2).
 */
export const tolerance = 1

type Tokens = Pick<TokenGenerator["Type"], "counterMac" | "generate">

/** Makes a new secret, of the first 20 of 32 random bytes. */
export const generate = ({ generate }: Tokens): Effect.Effect<TotpSecret> =>
  Effect.map(generate, (token) =>
    Redacted.make(
      Encoding.encodeHex(Effect.runSync(Encoding.decodeBase64Url(Redacted.value(token))).slice(0, secretBytes))
    )
  )

/** Returns the step that a time belongs to (RFC 6238, 4.2). */
export const stepAt = ({ epochMillis }: DateTime.Utc): number => Math.floor(epochMillis / 1000 / stepSeconds)

/** Returns the number that is the code of a counter (RFC 4226, 5.3), with `digits` digits. */
export const truncate = (mac: string, digits = 6): number => {
  const offset = Number.parseInt(mac.slice(-1), 16)
  // The highest bit is masked, because processors differ in what they make of it.
  return (Number.parseInt(mac.slice(offset * 2, offset * 2 + 8), 16) & 0x7fffffff) % 10 ** digits
}

/** Returns the code of a step. */
export const codeAt = ({ counterMac }: Tokens, secret: TotpSecret, step: number): TotpCode =>
  TotpCode.make(String(truncate(counterMac(secret, step))).padStart(6, "0"))

/**
 * Returns the step whose code it is: the current one, the one before or the one after, later than `lastStep`. Computes
 * the codes of all three and compares numbers, in the same time for all digits.
 */
export const match = (
  tokens: Tokens,
  secret: TotpSecret,
  { code, lastStep, now }: { readonly code: TotpCode; readonly lastStep: number; readonly now: DateTime.Utc }
): Option.Option<number> => {
  const current = stepAt(now)
  const matching = Arr.range(Math.max(0, current - tolerance), current + tolerance).filter(
    (step) => truncate(tokens.counterMac(secret, step)) === Number(code)
  )
  return Arr.findFirst(matching, (step) => step > lastStep)
}

/** Returns a secret as users type it into an app: Base32 (RFC 4648). */
export const toText = (secret: TotpSecret): Redacted.Redacted =>
  Redacted.make(Base32.encode(Effect.runSync(Encoding.decodeHex(Redacted.value(secret)))))

/**
 * 520: the length of the longest URI. A QR code of 77 by 77 modules holds it (ISO/IEC 18004, version 15, level L),
 * which phones read from the width of a page.
 */
export const maxUriLength = 520

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** Returns the parts that fit, percent-encoded, into `limit` characters. */
const thatFit = (parts: ReadonlyArray<string>, limit: number): string =>
  Arr.takeWhile(parts, (_, at) => encodeURIComponent(parts.slice(0, at + 1).join("")).length <= limit)
    .join("")
    .trimEnd()

/** Returns a name without colons, which separate issuer and account, and as much of it as fits: whole characters. */
const toIssuer = (name: string, limit: number): string => {
  const text = name.replace(/[\s:\p{Surrogate}]+/gu, " ").trim()
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return encodeURIComponent(thatFit(characters, limit) || thatFit([...text], limit))
}

/**
 * Returns the URI that a QR code contains, for every authenticator app: the name of the instance, the address of the
 * user, and the secret. Colons are left out of the name, and a long name is shortened.
 */
export const toUri = (secret: TotpSecret, { name }: Pick<Instance, "name">, account: string): Redacted.Redacted => {
  const user = encodeURIComponent(account)
  const uri = (label: string, parameter: string) =>
    `otpauth://totp/${label}${user}?secret=${Redacted.value(toText(secret))}${parameter}`
  // The name is in it twice: some apps read the label, and others the parameter.
  const issuer = toIssuer(name, Math.floor((maxUriLength - uri(":", "&issuer=").length) / 2))
  return Redacted.make(issuer === "" ? uri("", "") : uri(`${issuer}:`, `&issuer=${issuer}`))
}
