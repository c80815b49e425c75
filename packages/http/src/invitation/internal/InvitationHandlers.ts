import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Invitation, InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import { InvitationNotFound } from "@latchkey/domain/invitation/InvitationErrors"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { parseId } from "../../core/parseId.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import * as Cursor from "../../operator/cursor.ts"
import { InvitationApi, type InvitationResponse } from "../InvitationApi.ts"

const pageSize = 50

const toResponse = ({ createdAt, email, expiresAt, id }: Invitation): InvitationResponse => ({
  id,
  email,
  createdAt,
  expiresAt
})

const cursorOf = Cursor.decode(InvitationId)

export const implementation = Implementation.makeGuarded(
  InvitationApi,
  AdminAccess.guardOfInstance,
  Effect.map(Invitations, (invitations) => ({
    listInvitations: ({ instance, query: { cursor, limit = pageSize } }) =>
      cursorOf(cursor).pipe(
        Effect.flatMap((before) => invitations.list({ instance, before, limit })),
        Effect.map((page) => ({
          body: { invitations: page.invitations.map(toResponse), nextCursor: Option.getOrNull(page.next) }
        }))
      ),
    createInvitation: ({ body: { email }, by, instance }) =>
      Effect.map(invitations.create({ instance, by, email }), ({ invitation, isNew }) => ({
        body: toResponse(invitation),
        mapResponse: HttpServerResponse.setStatus(isNew ? 201 : 200)
      })),
    withdrawInvitation: ({ by, instance, path }) =>
      parseId(InvitationId, path.invitationId, () => new InvitationNotFound()).pipe(
        Effect.flatMap((invitationId) => invitations.withdraw({ instance, by, invitationId })),
        Effect.as({ body: ok })
      )
  }))
)
