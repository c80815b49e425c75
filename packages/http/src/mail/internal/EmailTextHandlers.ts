import type { Instance } from "@latchkey/domain/instance/Instance"
import { Language } from "@latchkey/domain/language/Language"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import { CustomEmailNotFound } from "@latchkey/domain/mail/MailErrors"
import {
  type EmailText,
  EmailTextAdministration,
  type KindInfo
} from "@latchkey/domain/operator/EmailTextAdministration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { EmailTextApi, type EmailTextResponse } from "../EmailTextApi.ts"

const toKind = ({ description, kind, placeholders }: KindInfo) => ({
  kind,
  description,
  placeholders: placeholders.map(({ description, name, type }) => ({
    name,
    type,
    required: type === "link",
    description
  }))
})

const toResponse = ({ updatedAt, ...text }: EmailText): EmailTextResponse => ({
  ...text,
  updatedAt: Option.getOrNull(updatedAt)
})

const Key = Schema.Struct({ kind: EmailKind, language: Language })

interface OfText {
  readonly instance: Instance
  readonly path: { readonly kind: string; readonly language: string }
}

const keyOf = ({ instance, path: { kind, language } }: OfText) =>
  Effect.map(
    Effect.mapError(Schema.decodeOption(Key)({ kind, language }), () => new CustomEmailNotFound()),
    (key) => ({ instance, ...key })
  )

export const implementation = Implementation.makeGuarded(
  EmailTextApi,
  AdminAccess.guardOfInstance,
  Effect.map(EmailTextAdministration, (emails) => ({
    listEmailTexts: ({ instance }) =>
      Effect.map(emails.list(instance), (texts) => ({
        body: { kinds: emails.kinds.map(toKind), languages: emails.languages, texts }
      })),
    getEmailText: (request) =>
      keyOf(request).pipe(
        Effect.flatMap(emails.get),
        Effect.map((text) => ({ body: toResponse(text) }))
      ),
    putEmailText: ({ body: source, by, ...request }) =>
      keyOf(request).pipe(
        Effect.flatMap((key) => emails.put({ ...key, by, source })),
        Effect.map((text) => ({ body: toResponse(text) }))
      ),
    deleteEmailText: ({ by, ...request }) =>
      keyOf(request).pipe(
        Effect.flatMap((key) => emails.reset({ ...key, by })),
        Effect.as({ body: ok })
      ),
    previewEmailText: ({ body: source, ...request }) =>
      keyOf(request).pipe(
        Effect.flatMap((key) => emails.preview({ ...key, source })),
        Effect.map((body) => ({ body }))
      ),
    sendTestEmail: ({ body: { email }, by, ...request }) =>
      keyOf(request).pipe(
        Effect.flatMap((key) => emails.sendTest({ ...key, by, email })),
        Effect.as({ body: ok })
      )
  }))
)
