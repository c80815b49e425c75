/** Writes the emails to the new and to the former address. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormerEmails from "../account/FormerEmails.ts"
import { isUsable, type User, UserRepository } from "../account/UserRepository.ts"
import { UserId } from "../core/Ids.ts"
import type { Language } from "../language/Language.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import * as EmailedLink from "../magic-link/EmailedLink.ts"
import { lifetime } from "../magic-link/MagicLinkRepository.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailComposer } from "../mail/EmailComposers.ts"
import { accountNoticesPerEmail, magicLinkEmailsPerEmail } from "../mail/EmailLimits.ts"
import type { QueuedEmail } from "../mail/EmailOutbox.ts"
import type { DeliveryReason } from "../mail/MailDeliveryLog.ts"
import { emailKind as changedKind } from "./ConfirmEmailChange.ts"
import { customizableChange, customizableChanged, EmailChangeTemplate } from "./EmailChangeTemplate.ts"
import * as EmailChangeToken from "./EmailChangeToken.ts"
import { emailKind as changeKind } from "./RequestEmailChange.ts"

/** Who requested a change, and with which credentials: the parameters of the email. */
const Requester = Schema.Struct({ userId: UserId, credentialVersion: Schema.NumberFromString })

const requesterOf = ({ parameters }: QueuedEmail): Pick<User, "credentialVersion" | "id"> => {
  const { credentialVersion, userId } = Schema.decodeUnknownSync(Requester)(parameters)
  return { credentialVersion, id: userId }
}

const refused = (reason: DeliveryReason) => Option.some(reason)

/** Makes the composers. */
export const make = Effect.gen(function* () {
  const formers = yield* FormerEmails.FormerEmails
  const addLink = yield* EmailedLink.make
  const template = yield* EmailChangeTemplate
  const urls = yield* PublicUrls
  const changeText = CustomizableEmail.make(customizableChange, template.render)
  const changedText = CustomizableEmail.make(customizableChanged, template.renderChanged)
  const users = yield* UserRepository

  /** Nothing is sent if the credentials have changed since, or if another account has the address or may restore it. */
  const refuseChange = Effect.fnUntraced(function* (queued: QueuedEmail, { id: instanceId }: Instance) {
    const requester = requesterOf(queued)
    const user = yield* users.findById(instanceId, requester.id)
    const now = yield* DateTime.now
    const isCurrent = (found: User) => found.credentialVersion === requester.credentialVersion && isUsable(found, now)
    if (!Option.exists(user, isCurrent)) return refused("withdrawn")
    const reserved = yield* formers.find(instanceId, queued.email, now)
    const isReserved = Option.exists(reserved, ({ userId }) => userId !== requester.id)
    const isTaken = isReserved || Option.isSome(yield* users.findByEmail(instanceId, queued.email))
    return isTaken ? refused("email_taken") : Option.none()
  })

  const composeChange = Effect.fnUntraced(function* (queued: QueuedEmail, instance: Instance, language: Language) {
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    const { parameters, requestedAt } = queued
    const hash: typeof EmailChangeToken.hashOfRestoring = (tokens, token) =>
      EmailChangeToken.hash(tokens, token, requesterOf(queued))
    const linkToken = yield* addLink(queued, hash, expiresAt)
    return changeText.compose({
      language,
      ...CustomizableEmail.senderOf(urls, instance),
      confirmUrl: urls.emailChange(instance, linkToken),
      lifetimeMinutes: Duration.toMinutes(lifetime),
      userAgent: Option.fromNullable(parameters["userAgent"]),
      requestedAt,
      expiresAt
    })
  })

  /** Nothing is sent if the address was restored meanwhile, or an operator has settled it. */
  const refuseChanged = Effect.fnUntraced(function* ({ email }: QueuedEmail, { id }: Instance) {
    const former = yield* formers.find(id, email, yield* DateTime.now)
    return Option.isNone(former) ? refused("withdrawn") : Option.none()
  })

  const composeChanged = Effect.fnUntraced(function* (queued: QueuedEmail, instance: Instance, language: Language) {
    // It ends with the reservation, whenever the email is sent.
    const { expiresAt, parameters, requestedAt } = queued
    const linkToken = yield* addLink(queued, EmailChangeToken.hashOfRestoring, expiresAt)
    return changedText.compose({
      language,
      ...CustomizableEmail.senderOf(urls, instance),
      restoreUrl: urls.emailRestore(instance, linkToken),
      lifetimeDays: Duration.toDays(FormerEmails.lifetime),
      userAgent: Option.fromNullable(parameters["userAgent"]),
      changedAt: requestedAt,
      expiresAt
    })
  })

  const change: EmailComposer = {
    kind: changeKind,
    limit: magicLinkEmailsPerEmail,
    isForAnyone: true,
    isEnabled: () => true,
    refuse: refuseChange,
    customizable: [changeText],
    compose: composeChange
  }
  const changed: EmailComposer = {
    kind: changedKind,
    limit: accountNoticesPerEmail,
    isForAnyone: false,
    // It is no account notice that an app could send in its place: only Latchkey can restore the address.
    isEnabled: () => true,
    refuse: refuseChanged,
    customizable: [changedText],
    compose: composeChanged
  }
  return [change, changed]
})
