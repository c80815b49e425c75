/** What the room of invitations consists of. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import * as AcceptInvitation from "./AcceptInvitation.ts"
import * as InvitationComposer from "./InvitationComposer.ts"
import { InvitationRepository } from "./InvitationRepository.ts"
import { InvitationTemplate } from "./InvitationTemplate.ts"
import * as Invitations from "./Invitations.ts"

/** The ports that store data. */
export const storage = [InvitationRepository] as const

/** The ports that write emails. */
export const templates = [InvitationTemplate] as const

/** The use cases. Each may use those before it. */
export const useCases = { AcceptInvitation, Invitations }

/** The composers of emails. */
export const composers = [InvitationComposer.make] as const

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const invitationRepository = yield* InvitationRepository
  return [{ kind: "invitations", deleteExpired: invitationRepository.deleteExpired }] satisfies ReadonlyArray<Expiring>
})

/** What it records. */
export { attempts, auditActions } from "./InvitationRecords.ts"
