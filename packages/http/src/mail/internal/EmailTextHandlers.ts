import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { CustomEmailNotFound } from "@latchkey/domain/mail/MailErrors"
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Language } from "@latchkey/domain/language/Language"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import {
  EmailTextAdministration,
  type EmailText,
  type KindInfo
} from "@latchkey/domain/operator/EmailTextAdministration"
import type { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Endpoint } from "../../core/Endpoint.ts"
import type { HttpSettings } from "../../core/HttpSettings.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as OfInstance from "../../operator/internal/ofInstance.ts"
import * as EmailTextApi from "../EmailTextApi.ts"

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

const toResponse = ({ updatedAt, ...text }: EmailText): EmailTextApi.EmailTextResponse => ({
  ...text,
  updatedAt: Option.getOrNull(updatedAt)
})

interface Path {
  readonly kind: string
  readonly language: string
}

const Key = Schema.Struct({ kind: EmailKind, language: Language })

const keyOf = ({ kind, language }: Path, instance: Instance) =>
  Effect.map(
    Effect.mapError(Schema.decodeOption(Key)({ kind, language }), () => new CustomEmailNotFound()),
    (key) => ({ instance, ...key })
  )

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "emailText">,
  never,
  ApiKeys | Endpoint | HttpSettings | InstanceDirectory | EmailTextAdministration | RateLimiter
> =>
  HttpApiBuilder.group(api, "emailText", (handlers) =>
    Effect.gen(function* () {
      const authorized = yield* OfInstance.make
      const emails = yield* EmailTextAdministration

      const onList = (instance: Instance) =>
        jsonReader(EmailTextApi.ListEmailTexts, () =>
          Effect.map(emails.list(instance), (texts) => ({
            body: { kinds: emails.kinds.map(toKind), languages: emails.languages, texts }
          }))
        )

      const onGet = (path: Path) => (instance: Instance) =>
        jsonReader(EmailTextApi.GetEmailText, () =>
          keyOf(path, instance).pipe(
            Effect.flatMap(emails.get),
            Effect.map((text) => ({ body: toResponse(text) }))
          )
        )

      const onPut = (path: Path) => (instance: Instance, by: ActingOperator) =>
        jsonHandler(EmailTextApi.PutEmailText, (source) =>
          keyOf(path, instance).pipe(
            Effect.flatMap((key) => emails.put({ ...key, by, source })),
            Effect.map((text) => ({ body: toResponse(text) }))
          )
        )

      const onDelete = (path: Path) => (instance: Instance, by: ActingOperator) =>
        jsonReader(EmailTextApi.DeleteEmailText, () =>
          keyOf(path, instance).pipe(
            Effect.flatMap((key) => emails.reset({ ...key, by })),
            Effect.as({ body: ok })
          )
        )

      const onPreview = (path: Path) => (instance: Instance) =>
        jsonHandler(EmailTextApi.PreviewEmailText, (source) =>
          keyOf(path, instance).pipe(
            Effect.flatMap((key) => emails.preview({ ...key, source })),
            Effect.map((body) => ({ body }))
          )
        )

      const onTest = (path: Path) => (instance: Instance, by: ActingOperator) =>
        jsonHandler(EmailTextApi.SendTestEmail, ({ email }) =>
          keyOf(path, instance).pipe(
            Effect.flatMap((key) => emails.sendTest({ ...key, by, email })),
            Effect.as({ body: ok })
          )
        )

      return handlers
        .handleRaw("listEmailTexts", ({ path }) => authorized("email_texts.read", path.id, onList))
        .handleRaw("getEmailText", ({ path }) => authorized("email_texts.read", path.id, onGet(path)))
        .handleRaw("putEmailText", ({ path }) => authorized("email_texts.write", path.id, onPut(path)))
        .handleRaw("deleteEmailText", ({ path }) => authorized("email_texts.write", path.id, onDelete(path)))
        .handleRaw("previewEmailText", ({ path }) => authorized("email_texts.read", path.id, onPreview(path)))
        .handleRaw("sendTestEmail", ({ path }) => authorized("email_texts.write", path.id, onTest(path)))
    })
  )
