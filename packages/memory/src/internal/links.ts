import type { Invitation } from "@latchkey/domain/invitation/InvitationRepository"
import type { MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { Table } from "./MemoryState.ts"

/** By the hash of the link token. */
export const magicLinks = new Table<string, MagicLink>("magic_links", { letsIn: true })

/** By email address. */
export const invitations = new Table<string, Invitation>("invitations", { letsIn: true })
