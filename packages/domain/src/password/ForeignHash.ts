/** A password hash that another system made, before Latchkey takes it over. */
import * as Brand from "effect/Brand"
import * as Redacted from "effect/Redacted"

/** The text of a hash as another system stored it, unchecked. `Redacted`, so it prints as `<redacted>`. */
export type ForeignHash = Redacted.Redacted<string & Brand.Brand<"ForeignHash">>

const brand = Brand.nominal<string & Brand.Brand<"ForeignHash">>()

/** Makes a foreign hash of any text. `PasswordHasher.adopt` checks it. */
export const make = (text: string): ForeignHash => Redacted.make(brand(text))
