import { domainToASCII } from "node:url"
import * as Email from "@latchkey/domain/core/Email"
import * as Option from "effect/Option"

/** The sender: an address in IDNA ASCII, and a name, which may be empty. */
export interface Sender {
  readonly name: string
  readonly address: Email.Email
}

const withoutQuotes = (name: string): string => (/^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, "$1") : name)

/** Parses an address, alone or as `Name <address>`. Returns `None` if the address is not valid. */
export const parse = (from: string): Option.Option<Sender> => {
  const [, name = "", address = from] = /^(.*?)\s*<([^<>]*)>$/s.exec(from) ?? []
  return Option.map(Email.parse(address, domainToASCII), (address) => ({ name: withoutQuotes(name), address }))
}

/** Returns the domain of the sender. */
export const domainOf = ({ address }: Sender): string => address.slice(address.lastIndexOf("@") + 1)
