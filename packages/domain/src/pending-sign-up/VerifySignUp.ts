/**
 * Creating the account of a pending sign-up, once the owner of the address has opened its link.
 *
 * An attacker can sign up with an address that belongs to someone else. The link proves who reads the mailbox, and only
 * the `__client` cookie proves who chose the password, or the account at an identity provider. So the account gets it
 * only in the client that chose it, and otherwise nothing to sign in with. This prevents account pre-hijacking
 * (Sudhodanan and Paverd, USENIX Security 2022).
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as LinkIdentity from "./LinkIdentity.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import type { SignUpRefused } from "../account/AccountErrors.ts"
import { InvalidToken, PasswordDisabled, type PersistenceError, SignUpClosed } from "../core/Errors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { parse as parseToken, type TokenHash } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { isAccepted } from "../instance/IdentityProvider.ts"
import type { Instance } from "../instance/Instance.ts"
import { EmailVerification } from "../magic-link/EmailVerification.ts"
import * as LinkSignIn from "../magic-link/LinkSignIn.ts"
import { magicLinkVerifyPerIp } from "../magic-link/MagicLinkLimits.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import type { LinkSignInResult } from "../magic-link/SignInWithMagicLink.ts"
import * as OneTimeTokens from "../one-time-token/OneTimeTokens.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { outcomeOf, SessionIssuer, whileLocked } from "../session/SessionIssuer.ts"
import { attempts } from "./PendingSignUpRecords.ts"
import * as PendingSignUps from "./PendingSignUps.ts"
import * as PendingSignUpToken from "./PendingSignUpToken.ts"
import { isIdentity, isPassword, type SignUpCredential } from "./SignUpCredential.ts"

/** A presented link of a pending sign-up. `linkToken` is unchecked. */
export interface PresentedSignUp {
  readonly instance: Instance
  readonly caller: Caller
  readonly linkToken: string
}

/**
 * What using the link would do. `keepsCredential`: the account gets what was chosen in the sign-up to sign in with,
 * because this client has chosen it.
 */
export interface OpenedSignUp {
  readonly email: Email
  readonly keepsCredential: boolean
}

/**
 * How a completed sign-up signed in. `hasCredential`: whether the account has a password or an identity; if not, the
 * user can set a password in the next ten minutes. `passwordRemoved`: the address had an unverified account, and its
 * password was deleted.
 */
export type VerifiedSignUp = LinkSignInResult & { readonly hasCredential: boolean }

/**
 * Why a sign-up cannot be completed. A token that is malformed, unknown, used or expired, or of an address that has a
 * verified account by now, or a disabled one, is always `InvalidToken`. `PasswordDisabled` and `SignUpClosed`: the
 * instance has turned passwords and identity providers off, or sign-up. `SignUpRefused`: no account can be created with
 * the address any more.
 */
export type VerifySignUpError =
  | RateLimited<"magic_link">
  | PasswordDisabled
  | SignUpClosed
  | SignUpRefused
  | InvalidToken
  | PersistenceError

/** The use case of completing a sign-up. Fails with `RateLimited` before any lookup. */
export class VerifySignUp extends Context.Tag("@latchkey/domain/VerifySignUp")<
  VerifySignUp,
  {
    /**
     * Returns the address that signed up, and uses nothing up. A page shows it with a button: mail scanners that follow
     * links complete no sign-up.
     */
    readonly open: (presented: PresentedSignUp) => Effect.Effect<OpenedSignUp, VerifySignUpError>

    /**
     * Consumes a link: once, within its 60 minutes, on any client. Creates the account with a verified address, and
     * signs it in. It has the password or the identity of the sign-up if this client, by its `__client` token, has
     * signed up with the address, and otherwise none. If someone has created an account with the address since, and not
     * verified it, verifies it as `EmailVerification` does, and gives it neither. Every other pending sign-up and link
     * of the address ends. All of it is one transaction, which a disconnecting client does not interrupt. `onCreated`
     * and `onVerified` of the app's `AccountHooks` belong to it. Works with magic links turned off, too.
     */
    readonly verify: (presented: PresentedSignUp) => Effect.Effect<VerifiedSignUp, VerifySignUpError>
  }
>() {}

const isVerified = ({ emailVerifiedAt }: User): boolean => Option.isSome(emailVerifiedAt)

const orInvalid = Effect.mapError(() => new InvalidToken())

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const record = yield* Attempt.makeRecorder(attempts)
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const linkIdentity = yield* LinkIdentity.make
  const links = yield* MagicLinkRepository
  const pendings = yield* OneTimeTokens.make(PendingSignUps.kind)
  const signIn = yield* LinkSignIn.make
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const users = yield* UserRepository
  const verification = yield* EmailVerification

  const hashOf = Effect.fnUntraced(function* ({ caller, instance, linkToken }: PresentedSignUp) {
    yield* limiter.consume(instance, magicLinkVerifyPerIp.keys(caller))
    if (!instance.isSignUpOpen) return yield* new SignUpClosed()
    if (!PendingSignUps.isPossible(instance)) return yield* new PasswordDisabled()
    const token = yield* Effect.mapError(parseToken(linkToken), () => new InvalidToken())
    return PendingSignUpToken.hash(tokens, token)
  })

  const isUsable = ({ authConfig, identityProviders }: Instance, chosen: SignUpCredential): boolean =>
    isPassword(chosen) ? authConfig.password : isAccepted(identityProviders, chosen.key.issuer)

  /** Returns what the caller itself has chosen, if it still signs in. Fails without a pending sign-up. */
  const chosenBy = (
    { caller: { clientToken }, instance }: PresentedSignUp,
    found: ReadonlyArray<OneTimeTokens.Found<SignUpCredential>>
  ) => {
    if (found.length === 0) return new InvalidToken()
    const clientHash = Option.map(clientToken, tokens.hash)
    const own = Arr.findFirst(
      found,
      ({ data, tokenHash }) => Option.contains(clientHash, tokenHash) && isUsable(instance, data)
    )
    return Effect.succeed(Option.map(own, ({ data }) => data))
  }

  const open = Effect.fnUntraced(
    function* (presented: PresentedSignUp) {
      const { instance } = presented
      const tokenHash = yield* hashOf(presented)
      const { email } = yield* orInvalid(yield* links.find(instance.id, tokenHash, yield* DateTime.now))
      const chosen = yield* chosenBy(presented, yield* pendings.list({ instanceId: instance.id, subject: email }))
      const user = yield* users.findByEmail(instance.id, email)
      if (Option.exists(user, isVerified)) return yield* new InvalidToken()
      return { email, keepsCredential: Option.isSome(chosen) && Option.isNone(user) }
    },
    (attempt, presented) => record("sign_up_verify", presented, () => "ConfirmationNeeded")(attempt),
    traced("VerifySignUp.open")
  )

  /** Links the identity, unless it has become another user's. */
  const isLinked = (user: User, identity: LinkIdentity.NewIdentity) =>
    linkIdentity(user, identity).pipe(
      Effect.as(true),
      Effect.catchTag("IdentityTaken", () => Effect.succeed(false))
    )

  const create = Effect.fnUntraced(
    function* ({ caller, instance }: PresentedSignUp, email: Email, chosen: Option.Option<SignUpCredential>) {
      const passwordHash = Option.filter(chosen, isPassword)
      const identity = Option.filter(chosen, isIdentity)
      const user = yield* verification.createUser({ instance, email, isInvited: false, passwordHash })
      const hasIdentity = Option.isSome(identity) && (yield* isLinked(user, identity.value))
      const issued = yield* whileLocked(issuer.issue({ instance, user, methods: ["magic_link"], caller }))
      return { ...issued, passwordRemoved: false, hasCredential: hasIdentity || Option.isSome(passwordHash) }
    },
    Effect.catchTags({
      // Someone else has just created the account, and may have verified it: this link must not sign in to it.
      EmailTaken: () => new InvalidToken(),
      // The address is reserved for a user who had it before.
      UserNotFound: () => new InvalidToken()
    })
  )

  /** Takes an unverified account over, as every first verification does. */
  const claim = Effect.fnUntraced(function* ({ caller, instance }: PresentedSignUp, user: User) {
    if (isVerified(user)) return yield* new InvalidToken()
    const { email } = user
    const issued = yield* signIn({ instance, email, caller, createsUser: "never", verifiesEmail: true })
    return { ...issued, hasCredential: Option.isSome(user.passwordHash) && !issued.passwordRemoved }
  })

  const consume = (presented: PresentedSignUp, tokenHash: TokenHash) =>
    Effect.gen(function* () {
      const { instance } = presented
      const { email } = yield* orInvalid(yield* links.consume(instance.id, tokenHash, yield* DateTime.now))
      const chosen = yield* chosenBy(presented, yield* pendings.consumeAll({ instanceId: instance.id, subject: email }))
      const user = yield* users.findByEmailForUpdate(instance.id, email)
      return yield* Option.match(user, {
        onNone: () => create(presented, email, chosen),
        onSome: (existing) => claim(presented, existing)
      })
    }).pipe(
      transaction.run,
      // If the client disconnects now, the link must not be consumed without a session.
      Effect.uninterruptible
    )

  const verify = Effect.fnUntraced(
    function* (presented: PresentedSignUp) {
      return yield* consume(presented, yield* hashOf(presented))
    },
    (attempt, presented) => record("sign_up_verify", presented, outcomeOf)(attempt),
    traced("VerifySignUp.verify")
  )

  return VerifySignUp.of({ open, verify })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(VerifySignUp, make)
