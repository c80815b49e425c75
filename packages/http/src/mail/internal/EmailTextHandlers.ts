import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { CustomEmailNotFound } from "@latchkey/domain/core/Errors"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Language } from "@latchkey/domain/language/Language"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import {
  EmailTextAdministration,
  type EmailText,
  type KindInfo
} from "@latchkey/domain/operator/EmailTextAdministration"
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

const { byKey } = OfInstance

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
  Endpoint | HttpSettings | InstanceDirectory | EmailTextAdministration | RateLimiter
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

      const onPut = (path: Path) => (instance: Instance) =>
        jsonHandler(EmailTextApi.PutEmailText, (source, context) =>
          keyOf(path, instance).pipe(
            Effect.flatMap((key) => emails.put({ ...key, by: byKey(context), source })),
            Effect.map((text) => ({ body: toResponse(text) }))
          )
        )

      const onDelete = (path: Path) => (instance: Instance) =>
        jsonReader(EmailTextApi.DeleteEmailText, (context) =>
          keyOf(path, instance).pipe(
            Effect.flatMap((key) => emails.reset({ ...key, by: byKey(context) })),
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

      const onTest = (path: Path) => (instance: Instance) =>
        jsonHandler(EmailTextApi.SendTestEmail, ({ email }, context) =>
          keyOf(path, instance).pipe(
            Effect.flatMap((key) => emails.sendTest({ ...key, by: byKey(context), email })),
            Effect.as({ body: ok })
          )
        )

      return handlers
        .handleRaw("listEmailTexts", ({ path }) => authorized(path.id, onList))
        .handleRaw("getEmailText", ({ path }) => authorized(path.id, onGet(path)))
        .handleRaw("putEmailText", ({ path }) => authorized(path.id, onPut(path)))
        .handleRaw("deleteEmailText", ({ path }) => authorized(path.id, onDelete(path)))
        .handleRaw("previewEmailText", ({ path }) => authorized(path.id, onPreview(path)))
        .handleRaw("sendTestEmail", ({ path }) => authorized(path.id, onTest(path)))
    })
  )
