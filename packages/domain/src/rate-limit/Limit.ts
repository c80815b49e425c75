/**
 * Rate limits as values. The room of what a limit restricts defines it in its `…Limits.ts`, with all that is known
 * about it; its `Room.ts` names that module.
 */
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import type { ClientId, UserId } from "../core/Ids.ts"
import type { Instance } from "../instance/Instance.ts"
import type { RateLimit, RateLimits } from "../instance/RateLimits.ts"
import { mailboxOf } from "./internal/mailbox.ts"
import type { LimitedAction } from "./RateLimited.ts"

/**
 * What a window of a limit counts. `mailbox`: all spellings of an address together; `email`: the exact address, alone
 * or with a client that it knows. `network`: a /56 or /48 of IPv6. `subject`: what the room of the limit has ids for.
 */
export type Counted = "email" | "instance" | "ip_address" | "known_client" | "mailbox" | "network" | "subject" | "user"

/**
 * A limit.
 *
 * - `name`: in metrics, and in the keys that stores have. Operators configure some limits under it.
 * - `action`: what it restricts, which is what `RateLimited` names.
 * - `rateOf`: how many attempts it allows in an instance, at most 1,000.
 * - `keys`: makes the keys that one attempt counts against.
 */
export interface Limit<Subject = never, Action extends LimitedAction = LimitedAction> {
  readonly name: string
  readonly counts: Counted
  readonly action: Action
  readonly rateOf: (instance: Pick<Instance, "rateLimits">) => RateLimit
  readonly keys: (subject: Subject) => LimitKeys<Action>
}

/**
 * A limit and its subject: what one window counts. `address`: an email address, or its mailbox, which stores get as a
 * hash. `id`: what they get as it is.
 */
export interface LimitKey<Action extends LimitedAction = LimitedAction> {
  readonly limit: Limit<never, Action>
  readonly address: string | undefined
  readonly id: string | undefined
}

/** The keys that one attempt counts against. The first one says what is restricted. */
export type LimitKeys<Action extends LimitedAction = LimitedAction> = readonly [
  LimitKey<Action>,
  ...ReadonlyArray<LimitKey>
]

/** The setting that has the rate of a limit, or how it follows from the settings. */
type Rate = keyof RateLimits | ((configured: RateLimits) => RateLimit)

const rateIn = (configured: RateLimits, rate: Rate): RateLimit =>
  typeof rate === "string" ? configured[rate] : rate(configured)

/** Returns a rate that no instance configures. */
export const fixed = (limit: number, windowSeconds: number) => (): RateLimit => ({ limit, windowSeconds })

const maxLimit = 1000

/** Returns a rate with another number of attempts in the same window, at most 1,000. */
export const widened = ({ limit, windowSeconds }: RateLimit, widen: (limit: number) => number): RateLimit => ({
  limit: Math.min(maxLimit, widen(limit)),
  windowSeconds
})

/** Returns four times a rate, for challenges, which sign-in pages ask for when they are opened. */
export const fourfold = (rate: RateLimit): RateLimit => widened(rate, (limit) => limit * 4)

const make =
  <Subject>(counts: Counted, subjectOf: (subject: Subject) => { readonly address?: string; readonly id?: string }) =>
  <Action extends LimitedAction>(name: string, action: Action, rate: Rate): Limit<Subject, Action> => {
    const limit: Limit<Subject, Action> = {
      name,
      counts,
      action,
      rateOf: ({ rateLimits }) => rateIn(rateLimits, rate),
      keys: (subject) => {
        const { address, id } = subjectOf(subject)
        return [{ limit, address, id }]
      }
    }
    return limit
  }

/** Makes a limit per mailbox: all spellings of one mailbox count together. */
export const perMailbox = make("mailbox", (email: Email) => ({ address: mailboxOf(email) }))

/** Makes a limit per exact email address. */
export const perEmail = make("email", (email: Email) => ({ address: email }))

/** Makes a limit per exact email address and client. */
export const perKnownClient = make(
  "known_client",
  ({ clientId, email }: { readonly email: Email; readonly clientId: ClientId }) => ({ address: email, id: clientId })
)

/** Makes a limit per user, whatever address the user has. */
export const perUser = make("user", (userId: UserId) => ({ id: userId }))

/** Makes a limit per what the room has ids for. */
export const perSubject = make("subject", (id: string) => ({ id }))

/** Makes a limit of a whole instance. */
export const perInstance = make<void>("instance", () => ({}))

const ofIp = make("ip_address", (ipAddress: string) => ({ id: ipAddress }))
const ofNetwork = make("network", (network: string) => ({ id: network }))

/** The networks of a caller. */
export type Networks = Pick<Caller, "ipAddress" | "widerNetworks">

/** A limit per IP address. `ofNetworks`: the one per /56 or /48 of IPv6, which is eight times as wide. */
export interface IpLimit<Action extends LimitedAction = LimitedAction> extends Limit<Networks, Action> {
  readonly ofNetworks: Limit<string, Action>
}

/** Makes a limit per IP address, and the one of wider networks. An attempt counts against both. */
export const perIp = <Action extends LimitedAction>(
  name: `${string}PerIp`,
  action: Action,
  rate: Rate
): IpLimit<Action> => {
  const ofNetworks = ofNetwork(name.replace(/PerIp$/, "PerNetwork"), action, (configured) =>
    widened(rateIn(configured, rate), (limit) => limit * 8)
  )
  const ofAddress = ofIp(name, action, rate)
  return {
    ...ofAddress,
    ofNetworks,
    keys: ({ ipAddress, widerNetworks = [] }) => [
      ...ofAddress.keys(ipAddress),
      ...widerNetworks.flatMap((network) => ofNetworks.keys(network))
    ]
  }
}
