/** What the pages and emails of magic links consist of. */
import { customizable } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { sampleOf } from "../core/EmailSample.ts"
import * as LinkWayIn from "./LinkWayIn.ts"
import * as MagicLinkEmail from "./MagicLinkEmail.ts"
import * as MagicLinkRoutes from "./MagicLinkRoutes.ts"

/** Makes what the pages show of it as a way in. */
export const wayIn = LinkWayIn.make

/** Make the routes. */
export const routes = [MagicLinkRoutes.make] as const

/** Write the emails. */
export const templates = [MagicLinkEmail.layer] as const

/** Write each email with sample values. */
export const samples = [sampleOf(customizable, MagicLinkEmail.render)]
