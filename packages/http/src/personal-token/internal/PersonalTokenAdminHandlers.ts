import { UserNotFound } from "@latchkey/domain/account/AccountErrors"
import { UserId } from "@latchkey/domain/core/Ids"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { PersonalTokenAdministration } from "@latchkey/domain/personal-token/PersonalTokenAdministration"
import { PersonalTokenNotFound } from "@latchkey/domain/personal-token/PersonalTokenErrors"
import { PersonalTokenId } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { parseId } from "../../core/parseId.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { PersonalTokenAdminApi } from "../PersonalTokenAdminApi.ts"
import { toListResponse } from "./toResponse.ts"

export const implementation = Implementation.makeGuarded(
  PersonalTokenAdminApi,
  AdminAccess.guardOfInstance,
  Effect.gen(function* () {
    const tokens = yield* PersonalTokenAdministration
    const users = yield* UserAdministration

    return {
      listUserTokens: ({ by, instance, path }) =>
        Effect.gen(function* () {
          const userId = yield* parseId(UserId, path.userId, () => new UserNotFound())
          // The audit log records the view.
          yield* users.find({ instance, userId, by })
          return { body: toListResponse(yield* tokens.list(instance, userId)) }
        }),
      revokeUserToken: ({ by, instance, path }) =>
        Effect.gen(function* () {
          const userId = yield* parseId(UserId, path.userId, () => new UserNotFound())
          const id = yield* parseId(PersonalTokenId, path.tokenId, () => new PersonalTokenNotFound())
          yield* tokens.revoke({ instance, userId, id, by })
          return { body: ok }
        })
    }
  })
)
