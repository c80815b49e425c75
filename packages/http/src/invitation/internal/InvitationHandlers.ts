import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { InvitationNotFound } from "@latchkey/domain/invitation/InvitationErrors"
import { InvitationId } from "@latchkey/domain/core/Ids"
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { Invitation } from "@latchkey/domain/invitation/InvitationRepository"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import type { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Endpoint } from "../../core/Endpoint.ts"
import type { HttpSettings } from "../../core/HttpSettings.ts"
import { decodePayload, jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import * as RequestReader from "../../core/RequestReader.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as Cursor from "../../operator/internal/cursor.ts"
import * as OfInstance from "../../operator/internal/ofInstance.ts"
import * as InvitationApi from "../InvitationApi.ts"

const { parseId } = OfInstance

const pageSize = 50

const toResponse = ({ createdAt, email, expiresAt, id }: Invitation): InvitationApi.InvitationResponse => ({
  id,
  email,
  createdAt,
  expiresAt
})

const decodeQuery = decodePayload(InvitationApi.InvitationQuery)
const cursorOf = Cursor.decode(InvitationId)

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "invitation">,
  never,
  ApiKeys | Endpoint | HttpSettings | InstanceDirectory | Invitations | RateLimiter
> =>
  HttpApiBuilder.group(api, "invitation", (handlers) =>
    Effect.gen(function* () {
      const authorized = yield* OfInstance.make
      const invitations = yield* Invitations

      const onList = (instance: Instance) =>
        jsonReader(InvitationApi.ListInvitations, ({ request }) =>
          Effect.gen(function* () {
            const { cursor, limit = pageSize } = yield* decodeQuery(Object.fromEntries(RequestReader.query(request)))
            const page = yield* invitations.list({ instance, before: yield* cursorOf(cursor), limit })
            return { body: { invitations: page.invitations.map(toResponse), nextCursor: Option.getOrNull(page.next) } }
          })
        )

      const onCreate = (instance: Instance, by: ActingOperator) =>
        jsonHandler(InvitationApi.CreateInvitation, ({ email }) =>
          Effect.map(invitations.create({ instance, by, email }), ({ invitation, isNew }) => ({
            body: toResponse(invitation),
            dress: HttpServerResponse.setStatus(isNew ? 201 : 200)
          }))
        )

      const onWithdraw = (text: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(InvitationApi.WithdrawInvitation, () =>
          parseId(InvitationId, text, () => new InvitationNotFound()).pipe(
            Effect.flatMap((invitationId) => invitations.withdraw({ instance, by, invitationId })),
            Effect.as({ body: ok })
          )
        )

      return handlers
        .handleRaw("listInvitations", ({ path }) => authorized("invitations.read", path.id, onList))
        .handleRaw("createInvitation", ({ path }) => authorized("invitations.write", path.id, onCreate))
        .handleRaw("withdrawInvitation", ({ path }) =>
          authorized("invitations.write", path.id, onWithdraw(path.invitationId))
        )
    })
  )
