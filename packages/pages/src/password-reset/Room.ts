/** What the pages and emails of links to set a password consist of. */
import { customizable } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import { sampleOf } from "../core/EmailSample.ts"
import * as PasswordResetEmail from "./PasswordResetEmail.ts"
import * as PasswordResetRoutes from "./PasswordResetRoutes.ts"

/** Make the routes. */
export const routes = [PasswordResetRoutes.make] as const

/** Write the emails. */
export const templates = [PasswordResetEmail.layer] as const

/** Write each email with sample values. */
export const samples = [sampleOf(customizable, PasswordResetEmail.render)]
