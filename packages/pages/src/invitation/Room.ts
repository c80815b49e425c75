/** What the pages and emails of invitations consist of. */
import { customizable } from "@latchkey/domain/invitation/InvitationTemplate"
import { sampleOf } from "../core/EmailSample.ts"
import * as InvitationEmail from "./InvitationEmail.ts"
import * as InvitationRoutes from "./InvitationRoutes.ts"

/** Make the routes. */
export const routes = [InvitationRoutes.make] as const

/** Write the emails. */
export const templates = [InvitationEmail.layer] as const

/** Write each email with sample values. */
export const samples = [sampleOf(customizable, InvitationEmail.render)]
