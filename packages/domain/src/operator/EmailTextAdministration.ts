/**
 * Changing the texts of emails, as operators and their programs do. The audit log names kind and language of every
 * change, never the text.
 */
import type * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { CustomEmailNotFound, CustomEmailRejected, TestEmailImpossible } from "../mail/MailErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { defaultInstance, type Instance } from "../instance/Instance.ts"
import type { Language } from "../language/Language.ts"
import { Languages } from "../language/Languages.ts"
import { CustomEmailFormat } from "../mail/CustomEmailFormat.ts"
import { CustomEmail, CustomEmailRepository, type CustomEmailSummary } from "../mail/CustomEmailRepository.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import { EmailComposers } from "../mail/EmailComposers.ts"
import { QueuedEmailId } from "../core/Ids.ts"
import { EmailOutbox, QueuedEmail } from "../mail/EmailOutbox.ts"
import * as CustomEmailText from "../mail/CustomEmailText.ts"
import * as SampleValues from "../mail/SampleValues.ts"
import type { EmailKind } from "../mail/MailDeliveryLog.ts"
import { type EmailContent, Mailer } from "../mail/Mailer.ts"
import * as TestEmailComposer from "../mail/TestEmailComposer.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { testEmailsPerInstance } from "./OperatorLimits.ts"
import { auditActions } from "./OperatorRecords.ts"

/** The most characters of subject, text and HTML that an operator can write. */
export const maxLengths: Readonly<Record<keyof EmailContent, number>> = CustomEmailText.maxLengths

/** An hour: a test email that could not be sent until then is discarded. */
export const maxAge = Duration.hours(1)

/** Which email of which instance. */
export interface EmailOfInstance {
  readonly instance: Instance
  readonly kind: EmailKind
  readonly language: Language
}

/** A placeholder that a text can use. `link`s are required. */
export interface PlaceholderInfo {
  readonly name: string
  readonly type: CustomizableEmail.Placeholder["type"]
  readonly description: string
}

/** A kind of email whose text can be changed. `description`: when it is sent. */
export interface KindInfo {
  readonly kind: EmailKind
  readonly description: string
  readonly placeholders: ReadonlyArray<PlaceholderInfo>
}

/** The text of an email, with placeholders. `updatedAt`: when an operator wrote it; none for the default text. */
export interface EmailText extends EmailContent {
  readonly kind: EmailKind
  readonly language: Language
  readonly updatedAt: Option.Option<DateTime.Utc>
}

/** The use case of changing the texts of emails. */
export class EmailTextAdministration extends Context.Tag("@latchkey/domain/EmailTextAdministration")<
  EmailTextAdministration,
  {
    /** Whether an email provider is configured, so that test emails can be sent. */
    readonly canSendEmail: boolean

    /** The kinds of emails whose texts can be changed. */
    readonly kinds: ReadonlyArray<KindInfo>

    /** The languages that emails are written in. */
    readonly languages: Arr.NonEmptyReadonlyArray<Language>

    /** Returns the texts that an instance has instead of the default ones, without their bodies. */
    readonly list: (instance: Instance) => Effect.Effect<ReadonlyArray<CustomEmailSummary>, PersistenceError>

    /** Returns the text of the instance, or else the default one. Fails for an unknown kind or language. */
    readonly get: (email: EmailOfInstance) => Effect.Effect<EmailText, CustomEmailNotFound | PersistenceError>

    /**
     * Stores a text. Fails with `CustomEmailRejected` if an email could not be made from it, or if its HTML could do
     * more than show a text: it names every mistake.
     */
    readonly put: (
      request: EmailOfInstance & { readonly by: ActingOperator; readonly source: EmailContent }
    ) => Effect.Effect<EmailText, CustomEmailNotFound | CustomEmailRejected | PersistenceError>

    /** Deletes the text of the instance, so that the default one is sent again. Fails if it has none. */
    readonly reset: (
      request: EmailOfInstance & { readonly by: ActingOperator }
    ) => Effect.Effect<void, CustomEmailNotFound | PersistenceError>

    /** Returns the email that would be made from a text, with sample values. Stores and sends nothing. */
    readonly preview: (
      request: EmailOfInstance & { readonly source: EmailContent }
    ) => Effect.Effect<EmailContent, CustomEmailNotFound | CustomEmailRejected>

    /**
     * Queues an email with sample values to the address, with the text that is stored. No link of it works. An address
     * gets five in fifteen minutes, and an instance sends twenty in ten minutes.
     */
    readonly sendTest: (
      request: EmailOfInstance & { readonly by: ActingOperator; readonly email: Email }
    ) => Effect.Effect<void, CustomEmailNotFound | TestEmailImpossible | RateLimited<"magic_link"> | PersistenceError>
  }
>() {}

// Forms send CRLF. One of a pair alone would be a control character.
const normalized = ({ html, subject, text }: EmailContent): EmailContent => ({
  subject: subject.trim(),
  text: text.replaceAll("\r\n", "\n"),
  html: html.replaceAll("\r\n", "\n")
})

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const composers = yield* EmailComposers
  const emails = yield* CustomEmailRepository
  const format = yield* CustomEmailFormat
  const ids = yield* IdGenerator
  const limiter = yield* RateLimiter
  const { isConfigured } = yield* Mailer
  const outbox = yield* EmailOutbox
  const samples = yield* SampleValues.make
  const transaction = yield* Transaction

  const { available: languages } = yield* Languages
  const customizable = [...composers.values()].flatMap((composer) => composer.customizable ?? [])
  const byKind = new Map(customizable.map((email) => [email.kind, email]))

  const placeholdersOf = (email: CustomizableEmail.CustomizableEmail, values: CustomizableEmail.Sample) =>
    CustomizableEmail.withCommon(email.placeholders(values), values)

  const infoOf = (email: CustomizableEmail.CustomizableEmail): KindInfo => ({
    kind: email.kind,
    description: email.description,
    placeholders: Object.entries(placeholdersOf(email, samples.marked(defaultInstance, languages[0]))).map(
      ([name, { description, type }]) => ({ name, type, description })
    )
  })

  const find = ({ kind, language }: EmailOfInstance) => {
    const found = byKind.get(kind)
    return found === undefined || !languages.includes(language) ? new CustomEmailNotFound() : Effect.succeed(found)
  }

  const detailOf = ({ kind, language }: EmailOfInstance) => `kind=${kind}, language=${language}`

  const get: (typeof EmailTextAdministration.Service)["get"] = Effect.fnUntraced(function* (request) {
    const { instance, kind, language } = request
    const email = yield* find(request)
    const stored = yield* emails.find({ instanceId: instance.id, kind, language })
    if (Option.isNone(stored)) {
      const values = samples.marked(instance, language)
      const source = CustomEmailText.sourceOf(format, email.sample(values), placeholdersOf(email, values), language)
      return { kind, language, updatedAt: Option.none(), ...source }
    }
    const { html, subject, text, updatedAt } = stored.value
    return { kind, language, subject, text, html, updatedAt: Option.some(updatedAt) }
  }, traced("EmailTextAdministration.get"))

  const preview: (typeof EmailTextAdministration.Service)["preview"] = Effect.fnUntraced(function* (request) {
    const email = yield* find(request)
    const values = yield* samples.readable(request.instance, request.language)
    const rendered = CustomEmailText.render(format, normalized(request.source), placeholdersOf(email, values), values)
    return yield* Either.mapLeft(rendered, (issues) => new CustomEmailRejected({ issues }))
  }, traced("EmailTextAdministration.preview"))

  const put: (typeof EmailTextAdministration.Service)["put"] = Effect.fnUntraced(
    function* (request) {
      const { by, instance, kind, language } = request
      yield* preview(request)
      const source = normalized(request.source)
      const updatedAt = yield* DateTime.now
      yield* emails.put(new CustomEmail({ instanceId: instance.id, kind, language, ...source, updatedAt }))
      yield* audit(by, "custom_email_saved", { instanceId: instance.id, detail: detailOf(request) })
      return { kind, language, ...source, updatedAt: Option.some(updatedAt) }
    },
    transaction.run,
    traced("EmailTextAdministration.put")
  )

  const reset: (typeof EmailTextAdministration.Service)["reset"] = Effect.fnUntraced(
    function* (request) {
      const { by, instance, kind, language } = request
      if (!(yield* emails.delete({ instanceId: instance.id, kind, language }))) return yield* new CustomEmailNotFound()
      yield* audit(by, "custom_email_deleted", { instanceId: instance.id, detail: detailOf(request) })
    },
    transaction.run,
    traced("EmailTextAdministration.reset")
  )

  const enqueueTest = Effect.fnUntraced(function* (
    request: EmailOfInstance & { readonly by: ActingOperator; readonly email: Email }
  ) {
    const { by, email, instance, kind, language } = request
    const requestedAt = yield* DateTime.now
    yield* outbox.enqueue(
      new QueuedEmail({
        instanceId: instance.id,
        id: yield* ids.next(QueuedEmailId),
        kind: TestEmailComposer.emailKind,
        email,
        clientHash: Option.none(),
        languages: [],
        parameters: { kind, language },
        requestedAt,
        expiresAt: DateTime.addDuration(requestedAt, maxAge),
        attempts: 0
      })
    )
    yield* audit(by, "test_email_sent", { instanceId: instance.id, detail: detailOf(request) })
  }, transaction.run)

  const sendTest: (typeof EmailTextAdministration.Service)["sendTest"] = Effect.fnUntraced(function* (request) {
    yield* find(request)
    if (!isConfigured) return yield* new TestEmailImpossible()
    yield* limiter.consume(request.instance, testEmailsPerInstance.keys())
    yield* enqueueTest(request)
  }, traced("EmailTextAdministration.sendTest"))

  return EmailTextAdministration.of({
    canSendEmail: isConfigured,
    kinds: customizable.map(infoOf),
    languages,
    list: (instance) => emails.list(instance.id).pipe(traced("EmailTextAdministration.list")),
    get,
    put,
    reset,
    preview,
    sendTest
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(EmailTextAdministration, make)
