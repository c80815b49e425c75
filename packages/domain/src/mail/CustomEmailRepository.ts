import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId } from "../core/Ids.ts"
import { Language } from "../language/Language.ts"
import { EmailKind } from "./MailDeliveryLog.ts"

/**
 * The text that an instance has in the place of the default one, for the emails of one kind in one language. It names
 * values by placeholders such as `{{link}}`: see `CustomizableEmail`.
 */
export class CustomEmail extends Schema.Class<CustomEmail>("@latchkey/domain/CustomEmail")({
  instanceId: InstanceId,
  kind: EmailKind,
  language: Language,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  updatedAt: Schema.DateTimeUtcFromSelf
}) {}

/** Which custom email of an instance. */
export type CustomEmailKey = Pick<CustomEmail, "instanceId" | "kind" | "language">

/** What lists of custom emails name. */
export type CustomEmailSummary = Pick<CustomEmail, "kind" | "language" | "subject" | "updatedAt">

/** The port for custom emails. An instance has at most one for each kind and language. */
export class CustomEmailRepository extends Context.Tag("@latchkey/domain/CustomEmailRepository")<
  CustomEmailRepository,
  {
    /** Stores a custom email, in the place of the one that the instance has for its kind and language. */
    readonly put: (email: CustomEmail) => Effect.Effect<void, PersistenceError>

    /** Returns the custom email, or `None` if the instance has none for the kind and language. */
    readonly find: (key: CustomEmailKey) => Effect.Effect<Option.Option<CustomEmail>, PersistenceError>

    /** Returns the custom emails of the instance without their bodies, by kind and then by language. */
    readonly list: (instanceId: InstanceId) => Effect.Effect<ReadonlyArray<CustomEmailSummary>, PersistenceError>

    /**
     * Deletes the custom email. Returns `true` if there was one. Of any number of concurrent calls exactly one returns
     * `true`, unless its transaction is rolled back.
     */
    readonly delete: (key: CustomEmailKey) => Effect.Effect<boolean, PersistenceError>
  }
>() {}
