/**
 * What Amazon SES reports about the account and the sender, before any email is sent.
 *
 * @since 0.1.0
 */
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
 *
 * @since 0.1.0
 */
export interface Account {
  readonly isSendingEnabled: boolean
  readonly isInSandbox: boolean
}

/**
 * The results of all queries. A failed query is a `SesFailure` in its place, and does not hide the others.
 *
 * - `region`: the region that was queried.
 * - `verified`: the identity that lets the sender send: the address, its domain or a parent domain. None if there is no
 *   such identity, or it is not verified.
 *
 * @since 0.1.0
 */
export interface Report {
  readonly region: string
  readonly account: Either.Either<Account, SesErrors.SesFailure>
  readonly verified: Either.Either<Option.Option<string>, SesErrors.SesFailure>
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

const isVerified =
  ({ client, sdk }: Connection) =>
  (identity: string): Effect.Effect<boolean, SesErrors.SesFailure> =>
    Effect.tryPromise({
      try: (abortSignal) => client.send(new sdk.GetEmailIdentityCommand({ EmailIdentity: identity }), { abortSignal }),
      catch: SesErrors.toFailure
    }).pipe(
      Effect.map(({ VerifiedForSendingStatus }) => VerifiedForSendingStatus === true),
      Effect.catchIf(
        ({ exception }) => exception === "NotFoundException",
        () => Effect.succeed(false)
      )
    )

const timedOut = () => SesErrors.toFailure({ name: "TimeoutError" })

/**
 * Queries SES, for at most the `timeout` of the options in total, by default 3 seconds. Needs the permissions
 * `ses:GetAccount` and `ses:GetEmailIdentity`, which sending does not. Fails with `RegionRequired` if no region is
 * known.
 *
 * @since 0.1.0
 */
export const inspect = (options: SesMailer.Options): Effect.Effect<Report, SesErrors.RegionRequired> =>
  Effect.gen(function* () {
    const connection = yield* Client.make(options)
    const duration = options.timeout ?? Client.defaultTimeout
    const bounded = <A>(query: Effect.Effect<A, SesErrors.SesFailure>) =>
      Effect.either(Effect.timeoutFail(query, { duration, onTimeout: timedOut }))
    // One identity after the other: SES allows few such queries per second.
    const identities = identitiesFor(Mailbox.addressOf(options.from))
    return yield* Effect.all(
      {
        region: Effect.succeed(connection.region),
        account: bounded(readAccount(connection)),
        verified: bounded(Effect.findFirst(identities, isVerified(connection)))
      },
      { concurrency: "unbounded" }
    )
  }).pipe(Effect.scoped)
