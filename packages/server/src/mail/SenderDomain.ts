/**
 * Examines SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489) of the sender's domain, and says no more than what was
 * seen.
 */
import type { DnsRecord, SenderRecord } from "@latchkey/domain/mail/SenderRecords"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as SesErrors from "@latchkey/ses/SesErrors"
import type * as SesIdentity from "@latchkey/ses/SesIdentity"
import type { Dns, DnsFailure } from "./Dns.ts"
import * as SesCheck from "./SesCheck.ts"

/** Who signs emails, and from which domain they are sent: `identity` is what Amazon SES returned about the sender. */
export type Signer = Data.TaggedEnum<{
  Ses: { readonly identity: Either.Either<Option.Option<SesIdentity.Identity>, SesErrors.SesFailure> }
  Smtp: object
}>

export const Signer = Data.taggedEnum<Signer>()

type Finding = Omit<SenderRecord, "kind">

const finding =
  (state: Finding["state"]) =>
  (detail: string, toAdd: ReadonlyArray<DnsRecord> = []): Finding => ({ state, detail, toAdd })

const ok = finding("ok")
const problem = finding("problem")
const unknown = finding("unknown")

const orUnknown = (examination: Effect.Effect<Finding, DnsFailure>): Effect.Effect<Finding> =>
  Effect.catchAll(examination, ({ code }) =>
    Effect.succeed(unknown(`could not be checked: no reply from DNS (${code})`))
  )

/** Judges the only SPF record of a domain. Several are an error (RFC 7208, 4.5). */
const spfAt = (
  dns: Dns,
  domain: string,
  { judge, missing }: { readonly missing: Finding; readonly judge: (record: string) => Finding }
): Effect.Effect<Finding, DnsFailure> =>
  Effect.map(dns.txt(domain), (texts) => {
    const [record, ...others] = texts.filter((text) => /^v=spf1( |$)/i.test(text))
    if (record === undefined) return missing
    if (others.length > 0) return problem(`${domain} has ${others.length + 1} records, which is an error: merge them`)
    if (/ \+?all *$/i.test(record)) return problem(`${domain} lets every server send ("${record}"): end it with ~all`)
    return judge(record)
  })

/** A mail server sends from the sender's own domain. What allows that server only the provider knows. */
const spfOfSmtp = (dns: Dns, domain: string) =>
  spfAt(dns, domain, {
    missing: problem(
      `${domain} has no record: add the TXT record that your provider names, such as ` +
        '"v=spf1 include:spf.example.net ~all"'
    ),
    judge: (record) =>
      /^v=spf1 +-all *$/i.test(record)
        ? problem(`${domain} lets no server send ("${record}"): add what your provider names`)
        : ok(`${domain} has "${record}"; whether that includes your mail server was not checked`)
  })

const amazon = "include:amazonses.com"

/** SES sends from a domain of Amazon, unless the identity has a custom MAIL FROM domain. */
const spfOfSes = (dns: Dns, { mailFrom }: SesIdentity.Identity): Effect.Effect<Finding, DnsFailure> =>
  Option.match(mailFrom, {
    onNone: () => Effect.succeed(ok("emails leave from a domain of Amazon, which has its own record")),
    onSome: (domain) =>
      spfAt(dns, domain, {
        missing: problem(`${domain} has no record`, [{ name: domain, type: "TXT", value: `v=spf1 ${amazon} ~all` }]),
        judge: (record) =>
          record.toLowerCase().split(" ").includes(amazon)
            ? ok(`${domain} has "${record}"`)
            : problem(`${domain} has "${record}", without Amazon SES: add ${amazon} to it`)
      })
  })

const isPublished = (dns: Dns, { name, type, value }: DnsRecord): Effect.Effect<boolean, DnsFailure> =>
  type === "CNAME"
    ? Effect.map(dns.cname(name), (targets) => targets.some((target) => target.toLowerCase() === value.toLowerCase()))
    : Effect.map(dns.txt(name), (texts) => texts.some((text) => /(^|;)\s*p=[^;\s]/.test(text)))

const dkimOfSes = (dns: Dns, { dkim, name }: SesIdentity.Identity): Effect.Effect<Finding, DnsFailure> =>
  Option.match(dkim, {
    onNone: () => Effect.succeed(problem(`Amazon SES does not sign for ${name}: turn on Easy DKIM for the domain`)),
    onSome: (records) =>
      Effect.map(
        Effect.filter(records, (record) => Effect.map(isPublished(dns, record), (is) => !is), {
          concurrency: "unbounded"
        }),
        (missing) =>
          missing.length === 0
            ? ok(`${name} has the ${records.length} records of Amazon SES`)
            : problem(`${name} lacks ${missing.length} of the ${records.length} records of Amazon SES`, missing)
      )
  })

/** The sender's domain and its parents, without top-level domains: a parent's record holds for it, too. */
const dmarcNames = (domain: string): ReadonlyArray<string> => {
  const labels = domain.split(".")
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, index) => `_dmarc.${labels.slice(index).join(".")}`)
}

const dmarc = (dns: Dns, domain: string): Effect.Effect<Finding, DnsFailure> =>
  Effect.gen(function* () {
    for (const name of dmarcNames(domain)) {
      const [record, ...others] = (yield* dns.txt(name)).filter((text) => /^v=DMARC1\s*(;|$)/.test(text))
      if (record === undefined) continue
      if (others.length > 0) return problem(`${name} has ${others.length + 1} records, so none counts: keep one`)
      const isValid = /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(record)
      return isValid ? ok(`${name} has "${record}"`) : problem(`${name} has "${record}", without a policy: add p=none`)
    }
    const suggestion = { name: `_dmarc.${domain}`, type: "TXT", value: "v=DMARC1; p=none" } as const
    return problem(`${domain} has no record`, [suggestion])
  })

const ofIdentity = (
  identity: Either.Either<Option.Option<SesIdentity.Identity>, SesErrors.SesFailure>,
  examine: (identity: SesIdentity.Identity) => Effect.Effect<Finding, DnsFailure>
): Effect.Effect<Finding, DnsFailure> =>
  Either.match(identity, {
    onLeft: (failure) => Effect.succeed(unknown(SesCheck.accessProblem(failure, "ses:GetEmailIdentity").detail)),
    onRight: Option.match({
      onNone: () => Effect.succeed(unknown("could not be checked: the sender is not verified in Amazon SES")),
      onSome: examine
    })
  })

const selectorUnknown = unknown(
  "cannot be checked from here: only your provider knows the name of the record. Look there whether it signs for your domain"
)

/** Examines the records for the sender `from`, with or without a name before the address. */
export const examine = (dns: Dns, from: string, signer: Signer): Effect.Effect<ReadonlyArray<SenderRecord>> => {
  const domain = from.slice(from.lastIndexOf("@") + 1).replace(/>$/, "")
  const { dkim, spf } = Signer.$match(signer, {
    Ses: ({ identity }) => ({
      spf: ofIdentity(identity, (found) => spfOfSes(dns, found)),
      dkim: ofIdentity(identity, (found) => dkimOfSes(dns, found))
    }),
    Smtp: () => ({ spf: spfOfSmtp(dns, domain), dkim: Effect.succeed(selectorUnknown) })
  })
  const all = [
    ["SPF", spf],
    ["DKIM", dkim],
    ["DMARC", dmarc(dns, domain)]
  ] as const
  return Effect.forEach(
    all,
    ([kind, examination]) => Effect.map(orUnknown(examination), (found) => ({ kind, ...found })),
    { concurrency: "unbounded" }
  )
}
