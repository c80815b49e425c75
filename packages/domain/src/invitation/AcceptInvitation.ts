/** Creating an account with an invitation. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidToken, type PersistenceError, SignUpClosed } from "../core/Errors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { parse as parseToken } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import * as LinkSignIn from "../magic-link/LinkSignIn.ts"
import { magicLinkVerifyPerIp } from "../magic-link/MagicLinkLimits.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import type { LinkSignInResult } from "../magic-link/SignInWithMagicLink.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { outcomeOf } from "../session/SessionIssuer.ts"
import { attempts } from "./InvitationRecords.ts"
import { InvitationRepository } from "./InvitationRepository.ts"
import * as InvitationToken from "./InvitationToken.ts"

/** A presented invitation. `linkToken` is unchecked. */
export interface PresentedInvitation {
  readonly instance: Instance
  readonly caller: Caller
  readonly linkToken: string
}

/**
 * Why an invitation cannot be accepted. A token that is malformed, unknown, used or expired, of a withdrawn invitation,
 * or of an address that has a verified account is always `InvalidToken`. `SignUpClosed`: the instance's mode is
 * `closed`.
 */
export type InvitationError = RateLimited<"magic_link"> | SignUpClosed | InvalidToken | PersistenceError

/** The use case of accepting an invitation. Fails with `RateLimited` before any lookup. */
export class AcceptInvitation extends Context.Tag("@latchkey/domain/AcceptInvitation")<
  AcceptInvitation,
  {
    /**
     * Returns the address that is invited, and uses nothing up. A page shows it with a button: mail scanners that
     * follow links accept no invitation.
     */
    readonly open: (presented: PresentedInvitation) => Effect.Effect<Email, InvitationError>

    /**
     * Consumes an invitation: once, within its seven days, on any client. Creates the account with a verified address,
     * and signs it in. If someone has signed up with the address since, verifies it as `EmailVerification` does. All of
     * it is one transaction, which a disconnecting client does not interrupt. Works with magic links turned off, too.
     */
    readonly accept: (presented: PresentedInvitation) => Effect.Effect<LinkSignInResult, InvitationError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const record = yield* Attempt.makeRecorder(attempts)
  const invitations = yield* InvitationRepository
  const limiter = yield* RateLimiter
  const links = yield* MagicLinkRepository
  const signIn = yield* LinkSignIn.make
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const hashOf = Effect.fnUntraced(function* ({ caller, instance, linkToken }: PresentedInvitation) {
    yield* limiter.consume(instance, magicLinkVerifyPerIp.keys(caller))
    if (!instance.isOpenToInvited) return yield* new SignUpClosed()
    const token = yield* Effect.mapError(parseToken(linkToken), () => new InvalidToken())
    return InvitationToken.hash(tokens, token)
  })

  const open = Effect.fnUntraced(
    function* (presented: PresentedInvitation) {
      const { id } = presented.instance
      const tokenHash = yield* hashOf(presented)
      const now = yield* DateTime.now
      const link = yield* Effect.mapError(yield* links.find(id, tokenHash, now), () => new InvalidToken())
      const invitation = yield* invitations.find(id, link.email, now)
      return (yield* Effect.mapError(invitation, () => new InvalidToken())).email
    },
    (attempt, presented) => record("invitation_accept", presented, () => "ConfirmationNeeded")(attempt),
    traced("AcceptInvitation.open")
  )

  const consume = (presented: PresentedInvitation, tokenHash: ReturnType<typeof InvitationToken.hash>) =>
    Effect.gen(function* () {
      const { caller, instance } = presented
      const now = yield* DateTime.now
      const link = yield* links.consume(instance.id, tokenHash, now)
      const { email } = yield* Effect.mapError(link, () => new InvalidToken())
      const isInvited = yield* invitations.consume(instance.id, email, now)
      const user = yield* users.findByEmailForUpdate(instance.id, email)
      // A link of seven days must not sign in to an account that its owner has already.
      const isVerified = Option.exists(user, ({ emailVerifiedAt }) => Option.isSome(emailVerifiedAt))
      if (!isInvited || isVerified) return yield* new InvalidToken()
      return yield* signIn({ instance, email, caller, createsUser: "always", verifiesEmail: true })
    }).pipe(
      transaction.run,
      // If the client disconnects now, the invitation must not be consumed without a session.
      Effect.uninterruptible
    )

  const accept = Effect.fnUntraced(
    function* (presented: PresentedInvitation) {
      return yield* consume(presented, yield* hashOf(presented))
    },
    (attempt, presented) => record("invitation_accept", presented, outcomeOf)(attempt),
    traced("AcceptInvitation.accept")
  )

  return AcceptInvitation.of({ open, accept })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(AcceptInvitation, make)
