/** Whose account it is that an identity provider has named: known by issuer and subject, never by the email address. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Identity, IdentityRepository, maxIdentities } from "../../account/IdentityRepository.ts"
import * as LinkIdentity from "../../pending-sign-up/LinkIdentity.ts"
import { isUsable, type User, UserRepository } from "../../account/UserRepository.ts"
import type { Email } from "../../core/Email.ts"
import * as SignUpRules from "../../account/SignUpRules.ts"
import { Transaction } from "../../core/Transaction.ts"
import { AuthenticationMethods, type MethodIds } from "../../instance/AuthenticationMethods.ts"
import type { EmailTrust, IdentityProvider } from "../../instance/IdentityProvider.ts"
import type { Instance } from "../../instance/Instance.ts"
import { EmailVerification } from "../../magic-link/EmailVerification.ts"
import { MagicLinkRepository } from "../../magic-link/MagicLinkRepository.ts"
import { AccountNotices } from "../../mail/AccountNotices.ts"
import { Mailer } from "../../mail/Mailer.ts"
import { perSignUpRequest } from "../../pending-sign-up/PendingSignUpLimits.ts"
import * as RequestVerification from "../../pending-sign-up/RequestVerification.ts"
import { RateLimiter } from "../../rate-limit/RateLimiter.ts"
import { SessionIssuer, whileLocked } from "../../session/SessionIssuer.ts"
import type { SessionRequest } from "../../session/Sessions.ts"
import * as EmailProof from "../EmailProof.ts"
import type { ProvidedUser } from "../IdentityProviderClient.ts"
import { IdentityRejected, ProofRequired, TooManyIdentities } from "../IdentityProviderErrors.ts"
import { methodOf } from "./methodOf.ts"
import * as IdentityRecords from "../../account/IdentityRecords.ts"
import * as MagicLinkRecords from "../../magic-link/MagicLinkRecords.ts"

/** A user whom the provider has confirmed to the caller. */
export interface Confirmed extends SessionRequest {
  readonly provider: IdentityProvider
  readonly provided: ProvidedUser
}

const methodsOf = ({ provided, provider }: Confirmed): MethodIds => [methodOf(provider, provided)]

const isVerified = ({ emailVerifiedAt }: User): boolean => Option.isSome(emailVerifiedAt)

const never = () => Effect.succeed(false)

const rejectUser = () => new IdentityRejected({ reason: "user" })

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const checkAdmitted = yield* SignUpRules.makeCheck
  const firstFactors = (yield* AuthenticationMethods).all.filter(({ isSecondFactor = false }) => !isSecondFactor)
  const identities = yield* IdentityRepository
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const link = yield* LinkIdentity.make
  const links = yield* MagicLinkRepository
  const mailer = yield* Mailer
  const notices = yield* AccountNotices
  const requestVerification = yield* RequestVerification.make
  const transaction = yield* Transaction
  const users = yield* UserRepository
  const verification = yield* EmailVerification

  const usable = Effect.fnUntraced(function* (user: User) {
    return isUsable(user, yield* DateTime.now) ? user : yield* rejectUser()
  })

  /** Links the identity to a locked user, who may have one more. */
  const add = Effect.fnUntraced(function* (user: User, { provided }: Confirmed) {
    const all = yield* identities.list(user.instanceId, user.id)
    if (all.length >= maxIdentities) return yield* new TooManyIdentities()
    return yield* link(user, provided)
  })

  /** Signs the user of a known identity in. What the provider says about the address changes nothing. */
  const signInKnown = (confirmed: Confirmed, { id, userId }: Identity) =>
    Effect.gen(function* () {
      const { caller, instance } = confirmed
      const found = yield* Effect.mapError(yield* users.findById(instance.id, userId), rejectUser)
      const user = yield* usable(found)
      // Locks the user before the identity, as unlinking does. Without the identity, the session is rolled back.
      const issued = yield* issuer.issue({ instance, user, methods: methodsOf(confirmed), caller })
      const isLinked = yield* identities.recordUse({ instanceId: instance.id, userId, id, at: yield* DateTime.now })
      return isLinked ? { ...issued, passwordRemoved: false } : yield* rejectUser()
    }).pipe(
      transaction.run,
      Effect.uninterruptible,
      // An operator has disabled the user meanwhile, or the user has changed the password.
      Effect.catchTag("CredentialsChanged", rejectUser)
    )

  /** Returns with what the user can sign in, to prove whose account it is. */
  const methodsOfOwner = Effect.fnUntraced(function* (instance: Instance, user: User) {
    const found = yield* Effect.filter(firstFactors, ({ admits = never, stepsUp = never }) =>
      Effect.exists([admits, stepsUp], (check) => check(instance, user))
    )
    return found.map(({ id }) => id)
  })

  const checkOwner = Effect.fnUntraced(function* (instance: Instance, user: User, trust: EmailTrust) {
    yield* usable(user)
    if (trust !== "authoritative") return yield* new ProofRequired({ methods: yield* methodsOfOwner(instance, user) })
  })

  /** Fails with `EmailTaken` if someone has just created the user: they may have verified the address, too. */
  const create = Effect.fnUntraced(function* ({ instance }: Confirmed, email: Email) {
    const user = yield* verification.createUser({ instance, email, isInvited: false, passwordHash: Option.none() })
    return { user, passwordRemoved: false }
  })

  const claim = ({ caller, instance }: Confirmed, email: Email) =>
    verification.verifyEmail({ instance, caller, email, createsUser: "never" })

  /**
   * Creates the user of a proved address, claims an unverified one as its first link would, or links to a verified one
   * if the provider is authoritative for the address. Links are locked before users, as in every transaction.
   */
  const adopt = (confirmed: Confirmed, { email, trust }: EmailProof.EmailProof) =>
    Effect.gen(function* () {
      const { caller, instance } = confirmed
      yield* links.deleteAll(instance.id, email)
      const before = yield* users.findByEmailForUpdate(instance.id, email)
      const owner = Option.filter(before, isVerified)
      if (Option.isSome(owner)) yield* checkOwner(instance, owner.value, trust)
      const verified = Option.isSome(before) ? claim(confirmed, email) : create(confirmed, email)
      // No one has the address, but it is reserved for the user who had it before.
      const { passwordRemoved, user } = yield* Effect.catchTag(verified, "UserNotFound", rejectUser)
      yield* add(yield* usable(user), confirmed)
      if (Option.isSome(owner)) {
        yield* notices.enqueue({ change: IdentityRecords.accountChanges.identity_added, instance, user, caller })
      }
      if (passwordRemoved) {
        yield* notices.enqueue({ change: MagicLinkRecords.accountChanges.account_claimed, instance, user, caller })
      }
      const issued = yield* whileLocked(issuer.issue({ instance, user, methods: methodsOf(confirmed), caller }))
      return { ...issued, passwordRemoved }
    }).pipe(transaction.run, Effect.uninterruptible)

  /** Sends an email to an address that nothing proves, in the same way whether or not it has an account. */
  const verifyByEmail = Effect.fnUntraced(function* ({ caller, instance, provided }: Confirmed, email: Email) {
    yield* checkAdmitted({ instance, email })
    if (!mailer.isConfigured) return yield* new IdentityRejected({ reason: "no_email" })
    yield* limiter.consume(instance, perSignUpRequest(email))
    const clientToken = yield* requestVerification({ instance, caller, email, credential: provided })
    return { _tag: "VerificationNeeded" as const, email, clientToken }
  })

  const signInUnknown = Effect.fnUntraced(function* (confirmed: Confirmed) {
    const named = EmailProof.of(confirmed.provider, confirmed.provided)
    const proof = yield* Effect.mapError(named, () => new IdentityRejected({ reason: "no_email" }))
    return yield* proof.trust === "never" ? verifyByEmail(confirmed, proof.email) : adopt(confirmed, proof)
  })

  const signIn = Effect.fnUntraced(function* (confirmed: Confirmed) {
    const { instance, provided } = confirmed
    const known = yield* identities.find(instance.id, provided.key)
    return yield* Option.match(known, {
      onNone: () => signInUnknown(confirmed),
      onSome: (identity) => signInKnown(confirmed, identity)
    })
  })

  return {
    /** Signs in, or queues an email to an address that is not proved. */
    signIn: (confirmed: Confirmed) =>
      signIn(confirmed).pipe(
        // Another request has just linked the identity, or created the user: now they are known.
        Effect.retry({ times: 2, while: ({ _tag }) => _tag === "IdentityTaken" || _tag === "EmailTaken" }),
        Effect.catchTags({ EmailTaken: rejectUser, IdentityTaken: rejectUser })
      )
  }
})
