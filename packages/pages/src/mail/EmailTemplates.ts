/**
 * The text of every email, in English.
 *
 * @since 0.1.0
 */
import type { MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import type { AccountNoticeTemplate } from "@latchkey/domain/mail/AccountNoticeTemplate"
import type { PasswordResetTemplate } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import * as Layer from "effect/Layer"
import * as MagicLinkEmail from "../magic-link/MagicLinkEmail.ts"
import * as PasswordResetEmail from "../password-reset/PasswordResetEmail.ts"
import * as AccountNotice from "./AccountNotice.ts"

/** Every template of an email. To replace one, merge its own layer with those of the others. @since 0.1.0 */
export const layer: Layer.Layer<AccountNoticeTemplate | MagicLinkTemplate | PasswordResetTemplate> = Layer.mergeAll(
  AccountNotice.layer,
  MagicLinkEmail.layer,
  PasswordResetEmail.layer
)
