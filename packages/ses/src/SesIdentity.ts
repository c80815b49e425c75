/**
 * What Amazon SES says of the account and of the sender, before any mail is sent.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Client from "./internal/client.ts"
import * as Mailbox from "./internal/mailbox.ts"
import * as SesErrors from "./SesErrors.ts"
import type * as SesMailer from "./SesMailer.ts"

/**
 * The account, as SES sees it.
 *
 * - `isSendingEnabled`: false when AWS or the account's owner has paused all sending.
 * - `isInSandbox`: only addresses that are verified themselves can be written to.
 *
 * @since 0.1.0
 */
export interface Account {
  readonly isSendingEnabled: boolean
  readonly isInSandbox: boolean
}

/**
 * What was found. What could not be found out is a `SesFailure` in its place, so that one answer does not hide the
 * other.
 *
 * - `region`: the one that was asked.
 * - `verified`: the identity that lets the sender send: the address, its domain, or a domain above that. None when
 *   there is no such identity, or it is not verified.
 *
 * @since 0.1.0
 */
export interface Report {
  readonly region: string
  readonly account: Either.Either<Account, SesErrors.SesFailure>
  readonly verified: Either.Either<Option.Option<string>, SesErrors.SesFailure>
}

type Connected = Effect.Effect.Success<ReturnType<typeof Client.make>>

/** A verified domain covers its subdomains. The domain comes first, because that is what most people verify. */
const identitiesFor = (address: string): ReadonlyArray<string> => {
  const domain = address.slice(address.lastIndexOf("@") + 1)
  const labels = domain.split(".")
  const above = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."))
  return [domain, address, ...above]
}

const readAccount = ({ client, sdk }: Connected): Effect.Effect<Account, SesErrors.SesFailure> =>
  Effect.tryPromise({
    try: (abortSignal) => client.send(new sdk.GetAccountCommand({}), { abortSignal }),
    catch: SesErrors.toFailure
  }).pipe(
    Effect.filterOrFail(
      ({ SendingEnabled }) => SendingEnabled !== undefined,
      // A proxy may say 200 too.
      ({ $metadata }) => SesErrors.toFailure({ name: "AccountMissing", $metadata })
    ),
    Effect.map(({ ProductionAccessEnabled, SendingEnabled }) => ({
      isSendingEnabled: SendingEnabled === true,
      isInSandbox: ProductionAccessEnabled !== true
    }))
  )

const isVerified =
  ({ client, sdk }: Connected) =>
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

const silence = () => SesErrors.toFailure({ name: "TimeoutError" })

/**
 * Asks SES, for at most the `timeout` of the options in all: 3 seconds unless they say otherwise. Needs the permissions
 * `ses:GetAccount` and `ses:GetEmailIdentity`, which sending does not.
 *
 * @since 0.1.0
 */
export const inspect = (options: SesMailer.Options): Effect.Effect<Report, SesErrors.RegionRequired> =>
  Effect.gen(function* () {
    const connected = yield* Client.make(options)
    const limit: Duration.DurationInput = options.timeout ?? "3 seconds"
    const bounded = <A>(question: Effect.Effect<A, SesErrors.SesFailure>) =>
      Effect.either(Effect.timeoutFail(question, { duration: limit, onTimeout: silence }))
    // One after the other: SES answers few such questions a second.
    const identities = identitiesFor(Mailbox.addressOf(options.from))
    return yield* Effect.all(
      {
        region: Effect.succeed(connected.region),
        account: bounded(readAccount(connected)),
        verified: bounded(Effect.findFirst(identities, isVerified(connected)))
      },
      { concurrency: "unbounded" }
    )
  }).pipe(Effect.scoped)
