import { PersonalTokenNotFound } from "@latchkey/domain/personal-token/PersonalTokenErrors"
import { PersonalTokenId } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { PersonalTokens } from "@latchkey/domain/personal-token/PersonalTokens"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { PersonalTokenApi } from "../PersonalTokenApi.ts"
import { toListResponse, toResponse } from "./toResponse.ts"

export const implementation = Implementation.make(
  PersonalTokenApi,
  Effect.gen(function* () {
    const tokens = yield* PersonalTokens
    const sessions = yield* Sessions

    return {
      listPersonalTokens: ({ caller, instance }) =>
        Effect.map(tokens.list({ instance, caller }), (all) => ({ body: toListResponse(all) })),
      createPersonalToken: ({ body: { expiresAt, name, scopes = [] }, caller, instance }) =>
        Effect.map(
          tokens.create({ instance, caller, name, scopes, expiresAt: Option.fromNullable(expiresAt) }),
          ({ secret, token }) => ({ body: { ...toResponse(token), token: Redacted.value(secret) } })
        ),
      revokePersonalToken: ({ caller, instance, path }) =>
        Option.match(Schema.decodeOption(PersonalTokenId)(path.id), {
          // Without a session the reply is 401, whatever the id.
          onNone: () => Effect.zipRight(sessions.authenticate({ instance, caller }), new PersonalTokenNotFound()),
          onSome: (id) => tokens.revoke({ instance, caller }, id)
        }).pipe(Effect.as({ body: ok }))
    }
  })
)
