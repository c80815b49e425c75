/**
 * Sign-in with a one-time link by email: asking for a link, and using it. Sending it is `MagicLinkDispatcher`'s.
 *
 * @since 0.1.0
 */
import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Attempt from "../audit/internal/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidToken, MagicLinkDisabled, PersistenceError, type RateLimited } from "../core/Errors.ts"
import { Identifiers } from "../core/IdGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import { MagicLinkWish } from "./MagicLink.ts"
import { MagicLinkOutbox } from "./MagicLinkOutbox.ts"
import { MagicLinkRepository } from "./MagicLinkRepository.ts"
import { Mailer } from "../mail/Mailer.ts"
import { ProvenUsers } from "./EmailVerification.ts"
import { RateLimiter, type Spending } from "../rate-limit/RateLimiter.ts"
import { parse as parseSecret, type Secret, type SecretHash } from "../core/Token.ts"
import { Secrets } from "../core/TokenGenerator.ts"
import { type IssuedSession, SessionIssuer } from "../session/SessionIssuer.ts"
import { Transaction } from "../core/Transaction.ts"

/** Who asks for a link, and where it goes. @since 0.1.0 */
export interface MagicLinkRequest {
  readonly instance: Instance
  readonly email: Email
  readonly caller: Caller
}

/** A link that somebody follows: its `token` as it was presented, unchecked. @since 0.1.0 */
export interface MagicLinkPresented {
  readonly instance: Instance
  readonly token: string
  readonly caller: Caller
}

/**
 * What opening a link in a browser leads to: a session, or the question whether to sign in as `email`, with the link
 * unused.
 *
 * @since 0.1.0
 */
export type OpenedLink =
  | { readonly _tag: "SignedIn"; readonly issued: IssuedSession }
  | { readonly _tag: "ConfirmationNeeded"; readonly email: Email }

/**
 * Why a link does not sign in. A token that is malformed, unknown, used or too old is always `InvalidToken`, and so is
 * one of an account that an operator has disabled.
 *
 * @since 0.1.0
 */
export type LinkRefusal = RateLimited | MagicLinkDisabled | InvalidToken | PersistenceError

/**
 * The use case of signing in by mail. All of it fails with `MagicLinkDisabled` while the instance has links switched
 * off or no mail provider is configured, and with `RateLimited` before anything is looked up.
 *
 * @since 0.1.0
 */
export class MagicLinks extends Context.Tag("@latchkey/domain/MagicLinks")<
  MagicLinks,
  {
    /**
     * Notes the wish for a link and answers at once: the same for every address, known or not. Answers the `__client`
     * secret of the asking browser, a fresh one if it had none, by which the link will know the browser again.
     */
    readonly request: (
      request: MagicLinkRequest
    ) => Effect.Effect<Secret, RateLimited | MagicLinkDisabled | PersistenceError>

    /**
     * A browser follows the link. In the browser that asked for it, it signs in; in any other it uses nothing up and
     * asks for a confirmation, so that a scanner that follows links burns none.
     */
    readonly open: (presented: MagicLinkPresented) => Effect.Effect<OpenedLink, LinkRefusal>

    /**
     * Uses the link: exactly once, within its 15 minutes. Makes the account if there is none, and proves its address.
     * All of it is one transaction, which a caller that goes away does not interrupt: a link that is used has signed in.
     */
    readonly verify: (presented: MagicLinkPresented) => Effect.Effect<IssuedSession, LinkRefusal>
  }
>() {}

const outcomeOfOpening = ({ _tag }: OpenedLink): string => (_tag === "SignedIn" ? "ok" : _tag)

/** The use case over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<
  typeof MagicLinks.Service,
  never,
  | Identifiers
  | MagicLinkOutbox
  | MagicLinkRepository
  | Mailer
  | ProvenUsers
  | RateLimiter
  | Secrets
  | SessionIssuer
  | Transaction
> = Effect.gen(function* () {
  const logged = yield* Attempt.makeLogged
  const identifiers = yield* Identifiers
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const links = yield* MagicLinkRepository
  const mailer = yield* Mailer
  const outbox = yield* MagicLinkOutbox
  const provenUsers = yield* ProvenUsers
  const secrets = yield* Secrets
  const transaction = yield* Transaction

  const admit = Effect.fnUntraced(function* (instance: Instance, spendings: NonEmptyReadonlyArray<Spending>) {
    yield* limiter.admit(instance, "magic_link", spendings)
    if (!instance.authConfig.magic_link || !mailer.isConfigured) return yield* new MagicLinkDisabled()
  })

  const admitToken = Effect.fnUntraced(function* ({ instance, token, caller }: MagicLinkPresented) {
    yield* admit(instance, [{ budget: "magicLinkVerifyPerAddress", subject: caller.address }])
    const secret = yield* Effect.mapError(parseSecret(token), () => new InvalidToken())
    return secrets.hash(secret)
  })

  const use = (instance: Instance, tokenHash: SecretHash, caller: Caller) =>
    Effect.gen(function* () {
      const link = yield* links.consume(instance.id, tokenHash, yield* DateTime.now)
      if (Option.isNone(link)) return yield* new InvalidToken()
      const user = yield* provenUsers.prove({ instance, email: link.value.email, caller })
      if (Option.isSome(user.disabledAt)) return yield* new InvalidToken()
      return yield* issuer.issue({ instance, user, method: "magic_link", caller })
    }).pipe(
      transaction.run,
      // A browser that hangs up now must not leave a link used and nobody signed in.
      Effect.uninterruptible,
      // The transaction holds the user: its credentials cannot have changed.
      Effect.catchTag("CredentialsChanged", (cause) => new PersistenceError({ cause }))
    )

  const request = Effect.fn("MagicLinks.request")(
    function* ({ instance, email, caller }: MagicLinkRequest) {
      yield* admit(instance, [
        { budget: "magicLinkPerAddress", subject: caller.address },
        { budget: "magicLinkPerEmail", subject: email }
      ])
      const client = Option.isSome(caller.client) ? caller.client.value : yield* secrets.make
      const wish = new MagicLinkWish({
        instanceId: instance.id,
        id: yield* identifiers.wish,
        email,
        clientHash: Option.some(secrets.hash(client)),
        requestedAt: yield* DateTime.now,
        attempts: 0
      })
      yield* outbox.enqueue(wish)
      return client
    },
    (attempt, asked) => logged("magic_link_request", asked)(attempt)
  )

  const open = Effect.fn("MagicLinks.open")(
    function* (presented: MagicLinkPresented) {
      const { instance, caller } = presented
      const tokenHash = yield* admitToken(presented)
      const link = yield* links.find(instance.id, tokenHash, yield* DateTime.now)
      if (Option.isNone(link)) return yield* new InvalidToken()
      const asker = link.value.clientHash
      const isAsker = Option.exists(caller.client, (client) => Option.contains(asker, secrets.hash(client)))
      return isAsker
        ? { _tag: "SignedIn" as const, issued: yield* use(instance, tokenHash, caller) }
        : { _tag: "ConfirmationNeeded" as const, email: link.value.email }
    },
    (attempt, presented) => logged("magic_link_verify", presented, outcomeOfOpening)(attempt)
  )

  const verify = Effect.fn("MagicLinks.verify")(
    function* (presented: MagicLinkPresented) {
      const tokenHash = yield* admitToken(presented)
      return yield* use(presented.instance, tokenHash, presented.caller)
    },
    (attempt, presented) => logged("magic_link_verify", presented)(attempt)
  )

  return MagicLinks.of({ request, open, verify })
})

/**
 * The use case over its ports. Its links are sent by a `MagicLinkDispatcher`, of this process or of another.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<
  MagicLinks,
  never,
  | Identifiers
  | MagicLinkOutbox
  | MagicLinkRepository
  | Mailer
  | ProvenUsers
  | RateLimiter
  | Secrets
  | SessionIssuer
  | Transaction
> = Layer.effect(MagicLinks, make)
