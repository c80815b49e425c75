/** What the pages and emails of changes of the email address consist of. */
import { customizableChange, customizableChanged } from "@latchkey/domain/email-change/EmailChangeTemplate"
import { sampleOf } from "../core/EmailSample.ts"
import * as EmailChangeEmail from "./EmailChangeEmail.ts"
import * as EmailChangeRoutes from "./EmailChangeRoutes.ts"

/** Make the routes. */
export const routes = [EmailChangeRoutes.make] as const

/** Write the emails. */
export const templates = [EmailChangeEmail.layer] as const

/** Write each email with sample values. */
export const samples = [
  sampleOf(customizableChange, EmailChangeEmail.render),
  sampleOf(customizableChanged, EmailChangeEmail.renderChanged)
]
