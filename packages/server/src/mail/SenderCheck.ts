/** The DNS records of the sender's domain, for `latchkey doctor` and for the dashboard. */
import type { DnsRecord, SenderRecord } from "@latchkey/domain/mail/SenderRecords"
import * as SenderRecords from "@latchkey/domain/mail/SenderRecords"
import * as SesIdentity from "@latchkey/ses/SesIdentity"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"
import * as ConfiguredMailer from "./ConfiguredMailer.ts"
import * as Dns from "./Dns.ts"
import * as SenderDomain from "./SenderDomain.ts"

const toText = ({ name, type, value }: DnsRecord): string => `${name} ${type} "${value}"`

const toFinding = ({ detail, kind, state, toAdd }: SenderRecord): Check.Finding => {
  const advice = toAdd.length === 0 ? "" : `: add ${toAdd.map(toText).join(" and ")}`
  return (state === "problem" ? Check.warning : Check.ok)(`${kind}: ${detail}${advice}`)
}

/** Runs the check `sender`. Never fails: without the records emails leave, but may not arrive. */
export const run = (dns: Dns.Dns, from: string, signer: SenderDomain.Signer): Effect.Effect<Check.Check> =>
  Check.run(
    "sender",
    Effect.map(SenderDomain.examine(dns, from, signer), (records) => Check.combine(records.map(toFinding)))
  )

const examine = (dns: Dns.Dns, provider: ConfiguredMailer.Provider) =>
  ConfiguredMailer.match(provider, {
    Ses: ({ options }) =>
      Effect.matchEffect(SesIdentity.inspect(options), {
        // The service does not start without a region.
        onFailure: () => Effect.succeed([]),
        onSuccess: ({ identity }) => SenderDomain.examine(dns, options.from, SenderDomain.Signer.Ses({ identity }))
      }),
    Smtp: ({ options }) => SenderDomain.examine(dns, options.from, SenderDomain.Signer.Smtp())
  })

/** Shows the records in the dashboard, if there is a sender. Examines them when a page asks, at most once a minute. */
export const layer = (
  settings: ConfiguredMailer.EmailSettings,
  dns = Dns.make()
): Layer.Layer<SenderRecords.SenderRecords> =>
  Option.match(ConfiguredMailer.provider(settings), {
    onNone: () => SenderRecords.layer(Effect.succeed(Effect.succeed([]))),
    onSome: (provider) => SenderRecords.layer(Effect.cachedWithTTL(examine(dns, provider), "1 minute"))
  })
