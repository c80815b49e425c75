/** What Amazon SES reports about the account and the sender, before any email is sent. */
import type { DkimAttributes } from "@aws-sdk/client-sesv2"
import type { DnsRecord } from "@latchkey/domain/mail/SenderRecords"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Client from "./internal/client.ts"
import * as Mailbox from "./internal/mailbox.ts"
import * as SesErrors from "./SesErrors.ts"
import type * as SesMailer from "./SesMailer.ts"

/**
 * The account.
 *
 * - `isSendingEnabled`: `false` if AWS or the owner of the account has paused all sending.
 * - `isInSandbox`: SES sends only to addresses that are verified themselves.
 */
export interface Account {
  readonly isSendingEnabled: boolean
  readonly isInSandbox: boolean
}

/**
 * A verified identity.
 *
 * - `name`: the address, its domain or a parent domain.
 * - `dkim`: the records of the keys that SES signs with. None if it does not sign.
 * - `mailFrom`: the custom MAIL FROM domain, which SES sends from. None if SES sends from a domain of Amazon.
 */
export interface Identity {
  readonly name: string
  readonly dkim: Option.Option<ReadonlyArray<DnsRecord>>
  readonly mailFrom: Option.Option<string>
}

/**
 * The results of all queries. A failed query is a `SesFailure` in its place, and does not hide the others.
 *
 * - `region`: the region that was queried.
 * - `identity`: what lets the sender send. None if there is no such identity, or it is not verified.
 */
export interface Report {
  readonly region: string
  readonly account: Either.Either<Account, SesErrors.SesFailure>
  readonly identity: Either.Either<Option.Option<Identity>, SesErrors.SesFailure>
}

type Connection = Effect.Effect.Success<ReturnType<typeof Client.make>>

/** A verified domain covers its subdomains. The domain comes first, because it is the most common identity. */
const identitiesFor = (address: string): ReadonlyArray<string> => {
  const domain = address.slice(address.lastIndexOf("@") + 1)
  const labels = domain.split(".")
  const parents = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."))
  return [domain, address, ...parents]
}

const readAccount = ({ client, sdk }: Connection): Effect.Effect<Account, SesErrors.SesFailure> =>
  Effect.tryPromise({
    try: (abortSignal) => client.send(new sdk.GetAccountCommand({}), { abortSignal }),
    catch: SesErrors.toFailure
  }).pipe(
    Effect.filterOrFail(
      ({ SendingEnabled }) => SendingEnabled !== undefined,
      // A proxy can respond with 200 too.
      ({ $metadata }) => SesErrors.toFailure({ name: "AccountMissing", $metadata })
    ),
    Effect.map(({ ProductionAccessEnabled, SendingEnabled }) => ({
      isSendingEnabled: SendingEnabled === true,
      isInSandbox: ProductionAccessEnabled !== true
    }))
  )

/** The zone of most regions, should SES not return one. */
const defaultZone = "dkim.amazonses.com"

/** Returns the records of Easy DKIM, or of a key of the operator's own, whose value SES does not return. */
const dkimOf = (name: string, attributes: DkimAttributes = {}): Identity["dkim"] => {
  const { SigningAttributesOrigin, SigningEnabled, SigningHostedZone = defaultZone, Tokens = [] } = attributes
  if (SigningEnabled !== true || Tokens.length === 0) return Option.none()
  const domain = name.slice(name.lastIndexOf("@") + 1)
  return Option.some(
    Tokens.map((token): DnsRecord => {
      const record = `${token}._domainkey.${domain}`
      return SigningAttributesOrigin === "EXTERNAL"
        ? { name: record, type: "TXT", value: "p=<your public key>" }
        : { name: record, type: "CNAME", value: `${token}.${SigningHostedZone}` }
    })
  )
}

/** Returns the identity, if it exists and is verified. */
const readIdentity =
  ({ client, sdk }: Connection) =>
  (name: string): Effect.Effect<Option.Option<Identity>, SesErrors.SesFailure> =>
    Effect.tryPromise({
      try: (abortSignal) => client.send(new sdk.GetEmailIdentityCommand({ EmailIdentity: name }), { abortSignal }),
      catch: SesErrors.toFailure
    }).pipe(
      Effect.map(({ DkimAttributes, MailFromAttributes, VerifiedForSendingStatus }) =>
        VerifiedForSendingStatus === true
          ? Option.some({
              name,
              dkim: dkimOf(name, DkimAttributes),
              mailFrom: Option.fromNullable(MailFromAttributes?.MailFromDomain)
            })
          : Option.none()
      ),
      Effect.catchIf(
        ({ exception }) => exception === "NotFoundException",
        () => Effect.succeedNone
      )
    )

/** Returns the first identity that is verified. One after the other: SES allows few such queries per second. */
const findIdentity = (connection: Connection, from: string) =>
  Effect.reduce(identitiesFor(Mailbox.addressOf(from)), Option.none<Identity>(), (found, name) =>
    Option.isSome(found) ? Effect.succeed(found) : readIdentity(connection)(name)
  )

const timedOut = () => SesErrors.toFailure({ name: "TimeoutError" })

/**
 * Queries SES, for at most the `timeout` of the options in total, by default 3 seconds. Needs the permissions
 * `ses:GetAccount` and `ses:GetEmailIdentity`, which sending does not. Fails with `RegionRequired` if no region is
 * known.
 */
export const inspect = (options: SesMailer.Options): Effect.Effect<Report, SesErrors.RegionRequired> =>
  Effect.gen(function* () {
    const connection = yield* Client.make(options)
    const duration = options.timeout ?? Client.defaultTimeout
    const bounded = <A>(query: Effect.Effect<A, SesErrors.SesFailure>) =>
      Effect.either(Effect.timeoutFail(query, { duration, onTimeout: timedOut }))
    return yield* Effect.all(
      {
        region: Effect.succeed(connection.region),
        account: bounded(readAccount(connection)),
        identity: bounded(findIdentity(connection, options.from))
      },
      { concurrency: "unbounded" }
    )
  }).pipe(Effect.scoped)
