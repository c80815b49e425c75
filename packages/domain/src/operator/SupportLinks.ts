/** Sign-in links that operators make for users who cannot get in by themselves. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { isUsable, UserRepository } from "../account/UserRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { UserNotFound } from "../account/AccountErrors.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { MagicLinkDisabled } from "../magic-link/MagicLinkErrors.ts"
import { NoSignInMethod } from "./OperatorErrors.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import * as LinkEmail from "../magic-link/LinkEmail.ts"
import { lifetime, MagicLink, MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { RequestMagicLink } from "../magic-link/RequestMagicLink.ts"
import { auditActions } from "./OperatorRecords.ts"
import type { UserTarget } from "./UserAdministration.ts"

/** A link that signs its user in once, until `expiresAt`. It is stored nowhere. */
export interface SupportLink {
  readonly url: Redacted.Redacted
  readonly expiresAt: DateTime.Utc
}

/**
 * Why there is no link: magic links are not available in the instance (`MagicLinkDisabled`), or the user is disabled
 * (`NoSignInMethod`).
 */
export type SupportLinkError = UserNotFound | MagicLinkDisabled | NoSignInMethod | PersistenceError

/** The use case of making sign-in links for users. The audit log records every link. */
export class SupportLinks extends Context.Tag("@latchkey/domain/SupportLinks")<
  SupportLinks,
  {
    /**
     * Makes a link, valid for 15 minutes, for the operator to hand over. Anyone who has it can sign in as the user. It
     * does not verify the address, because it was not sent there.
     */
    readonly create: (target: UserTarget) => Effect.Effect<SupportLink, SupportLinkError>

    /** Queues an email with a link, as if the user had requested it. No limit on requests applies to it. */
    readonly send: (target: UserTarget) => Effect.Effect<void, SupportLinkError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const enqueue = yield* LinkEmail.makeEnqueue
  const links = yield* MagicLinkRepository
  const { isAvailable } = yield* RequestMagicLink
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const urls = yield* PublicUrls
  const users = yield* UserRepository

  /** Returns the user, if a link would sign in. */
  const find = Effect.fnUntraced(function* ({ instance, userId }: UserTarget) {
    const found = yield* users.findById(instance.id, userId)
    const user = yield* Effect.mapError(found, () => new UserNotFound())
    if (!isAvailable(instance)) return yield* new MagicLinkDisabled()
    if (!isUsable(user, yield* DateTime.now)) return yield* new NoSignInMethod({ reason: "user_disabled" })
    return user
  })

  const create: (typeof SupportLinks.Service)["create"] = Effect.fnUntraced(
    function* (target) {
      const { by, instance, userId } = target
      const { email } = yield* find(target)
      const token = yield* tokens.generate
      const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
      yield* links.insert(
        new MagicLink({
          instanceId: instance.id,
          tokenHash: tokens.hash(token),
          email,
          clientHash: Option.none(),
          verifiesEmail: false,
          expiresAt
        })
      )
      yield* audit(by, "sign_in_link_created", { instanceId: instance.id, userId })
      return { url: Redacted.make(urls.magicLink(instance, token)), expiresAt }
    },
    transaction.run,
    traced("SupportLinks.create")
  )

  const send: (typeof SupportLinks.Service)["send"] = Effect.fnUntraced(
    function* (target) {
      const { by, instance, userId } = target
      const { email } = yield* find(target)
      yield* enqueue(instance, email)
      yield* audit(by, "sign_in_link_sent", { instanceId: instance.id, userId })
    },
    transaction.run,
    traced("SupportLinks.send")
  )

  return SupportLinks.of({ create, send })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SupportLinks, make)
