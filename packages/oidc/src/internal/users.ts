/** Reads what a provider says about a user. */
import type { Connection, ProvidedUser } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import { IdentityKey } from "@latchkey/domain/account/IdentityRepository"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotVerified } from "./failures.ts"

export type Claims = Readonly<Record<string, unknown>>

const text = (value: unknown): Option.Option<string> =>
  typeof value === "string" && value !== "" ? Option.some(value) : Option.none()

// Control characters, lone surrogates, line separators, and what turns the direction of a text.
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns the first text that has something to show, with at most 254 characters. */
export const labelOf = (candidates: ReadonlyArray<unknown>): Option.Option<string> =>
  Option.firstSomeOf(
    candidates.map((candidate) =>
      Option.flatMap(text(candidate), (label) =>
        text(
          label
            .replace(unprintable, "")
            .trim()
            .slice(0, 254)
            .replace(/\p{Cs}$/u, "")
        )
      )
    )
  )

const isKey = Schema.is(IdentityKey)

/** Returns the key of a user. Throws unless the subject is one: at most 255 ASCII characters. */
export const keyOf = (issuer: string, subject: unknown): IdentityKey => {
  const key = { issuer, subject }
  if (!isKey(key)) throw new NotVerified("sub")
  return key
}

/** Only what the standard says is true, `true`. Apple also writes it as a text. */
const isTrue = (kind: Connection["kind"], value: unknown) => value === true || (kind === "apple" && value === "true")

/** Microsoft has written this one in every way. */
const isDomainVerified = (value: unknown) => [true, 1, "1", "true"].some((form) => form === value)

const methodsOf = (amr: unknown): ReadonlyArray<string> =>
  Array.isArray(amr) && amr.every((method) => typeof method === "string") ? amr : []

/** Returns whether the claims name an email address. */
export const hasEmail = ({ email }: Claims): boolean => Option.isSome(text(email))

/** Returns the claims of an ID token with what UserInfo says of the email address and the names of the user. */
export const withContact = (claims: Claims, { email, email_verified, name, preferred_username }: Claims): Claims => ({
  name,
  preferred_username,
  ...claims,
  email,
  email_verified
})

/** Reads the claims of an ID token. */
export const fromClaims = (kind: Connection["kind"], key: IdentityKey, claims: Claims): ProvidedUser => ({
  key,
  email: text(claims["email"]),
  emailVerified: isTrue(kind, claims["email_verified"]),
  hostedDomain: text(claims["hd"]),
  isDomainVerified: isDomainVerified(claims["xms_edov"]),
  label: labelOf([claims["email"], claims["preferred_username"], claims["name"]]),
  amr: methodsOf(claims["amr"])
})
