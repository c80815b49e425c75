/** The texts by which stores know the windows of limits, and the windows of one user or address. */
import * as Redacted from "effect/Redacted"
import * as Context from "effect/Context"
import type { Email } from "../core/Email.ts"
import type { ClientId, UserId } from "../core/Ids.ts"
import type { TokenGenerator } from "../core/TokenGenerator.ts"
import { mailboxOf } from "./internal/mailbox.ts"
import type { Counted, Limit, LimitKey } from "./Limit.ts"

/** Every limit of every room. `Domain.layer` provides it to the use cases that show or delete what is counted. */
export class Limits extends Context.Tag("@latchkey/domain/Limits")<Limits, ReadonlyArray<Limit>>() {}

/** Returns the text of a key. `hide` replaces an address, or its mailbox. */
const textOf = ({ address, id, limit: { name } }: LimitKey, hide: (address: string) => string): string => {
  if (address === undefined) return `${name}:${id ?? ""}`
  return id === undefined ? `${name}:${hide(address)}` : `${name}:${hide(address)}:${id}`
}

/** Returns the text that identifies the key within its instance. It may have an address: no store gets it. */
export const format = (key: LimitKey): string => textOf(key, (address) => address)

/** Turns keys into the texts that stores get, which have a hash in place of an address. */
export type Encode = (key: LimitKey) => string

// It separates these hashes from others, and is no secret: see decision 0068.
const purpose = Redacted.make("rate_limit")

/** 128 bits: no two addresses that anyone can find have the same hash. */
const hashLength = 32

/**
 * Makes the function that turns keys into what stores get. A window of an address outlives the account, because it
 * protects the mailbox: so that nothing names the user then, it holds a hash.
 */
export const makeEncode = ({ mac }: Pick<TokenGenerator["Type"], "mac">): Encode => {
  const hide = (address: string) => mac(purpose, address).slice(0, hashLength)
  return (key) => textOf(key, hide)
}

const keysOf = <Subject>(limits: ReadonlyArray<Limit>, counts: Counted, subject: Subject): ReadonlyArray<LimitKey> =>
  limits.filter((limit) => limit.counts === counts).flatMap((limit) => (limit as Limit<Subject>).keys(subject))

/**
 * Returns the keys that count an address and no other one, for the owner of a verified address. Those of a mailbox are
 * among them only if the mailbox is written like the address: what `ada+news@example.com` may see of
 * `ada@example.com` would be the attempts of someone else, on a server where these are two mailboxes.
 */
export const ofEmail = (
  limits: ReadonlyArray<Limit>,
  email: Email,
  clientIds: ReadonlyArray<ClientId>
): ReadonlyArray<LimitKey> => [
  ...keysOf(limits, "email", email),
  ...(mailboxOf(email) === email ? keysOf(limits, "mailbox", email) : []),
  ...clientIds.flatMap((clientId) => keysOf(limits, "known_client", { email, clientId }))
]

/** Returns the keys that count a user, whatever address the user has. */
export const ofUser = (limits: ReadonlyArray<Limit>, userId: UserId): ReadonlyArray<LimitKey> =>
  keysOf(limits, "user", userId)
