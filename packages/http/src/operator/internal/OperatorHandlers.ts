import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import { OperatorNotFound } from "@latchkey/domain/core/Errors"
import { OperatorId } from "@latchkey/domain/core/Ids"
import type { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import type { Operator } from "@latchkey/domain/operator/Operator"
import { type InvitedOperator, Operators } from "@latchkey/domain/operator/Operators"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Endpoint } from "../../core/Endpoint.ts"
import type { HttpSettings } from "../../core/HttpSettings.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as OperatorApi from "../OperatorApi.ts"
import * as AdminAccess from "./AdminAccess.ts"
import { parseId } from "./ofInstance.ts"

const toResponse = ({ disabledAt, joinedAt, signedInAt, ...operator }: Operator): OperatorApi.OperatorResponse => ({
  id: operator.id,
  email: operator.email,
  name: operator.name,
  role: operator.role,
  disabled: Option.isSome(disabledAt),
  createdAt: operator.createdAt,
  joinedAt: Option.getOrNull(joinedAt),
  signedInAt: Option.getOrNull(signedInAt)
})

const toInvited = ({ expiresAt, link, operator }: InvitedOperator) => ({
  operator: toResponse(operator),
  invitation: {
    expiresAt,
    emailed: Option.isNone(link),
    url: Option.match(link, { onNone: () => null, onSome: ({ url }) => Redacted.value(url) }),
    reason: Option.match(link, { onNone: () => null, onSome: ({ reason }) => reason })
  }
})

const parse = (id: string) => parseId(OperatorId, id, () => new OperatorNotFound())

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "operator">,
  never,
  ApiKeys | Endpoint | HttpSettings | Operators | RateLimiter
> =>
  HttpApiBuilder.group(api, "operator", (handlers) =>
    Effect.gen(function* () {
      const authorized = yield* AdminAccess.make
      const operators = yield* Operators

      const onList = () =>
        jsonReader(OperatorApi.ListOperators, () =>
          Effect.map(operators.list, (all) => ({ body: { operators: all.map(toResponse) } }))
        )

      const onCreate = (by: ActingOperator) =>
        jsonHandler(OperatorApi.CreateOperator, ({ delivery = "email", ...operator }) =>
          Effect.map(operators.create(operator, { by, delivery }), (invited) => ({ body: toInvited(invited) }))
        )

      const onGet = (text: string) => () =>
        jsonReader(OperatorApi.GetOperator, () =>
          Effect.map(Effect.flatMap(parse(text), operators.get), (operator) => ({ body: toResponse(operator) }))
        )

      const onUpdate = (text: string) => (by: ActingOperator) =>
        jsonHandler(OperatorApi.UpdateOperator, (patch) =>
          parse(text).pipe(
            Effect.flatMap((id) => operators.update({ id, by, patch })),
            Effect.map((operator) => ({ body: toResponse(operator) }))
          )
        )

      const onDelete = (text: string) => (by: ActingOperator) =>
        jsonReader(OperatorApi.DeleteOperator, () =>
          parse(text).pipe(
            Effect.flatMap((id) => operators.remove({ id, by })),
            Effect.as({ body: ok })
          )
        )

      const onInvite = (text: string) => (by: ActingOperator) =>
        jsonHandler(OperatorApi.InviteOperator, ({ delivery = "email" }) =>
          parse(text).pipe(
            Effect.flatMap((id) => operators.invite({ id, by, delivery })),
            Effect.map((invited) => ({ body: toInvited(invited) }))
          )
        )

      return handlers
        .handleRaw("listOperators", () => authorized("operators.read", onList))
        .handleRaw("createOperator", () => authorized("operators.write", onCreate))
        .handleRaw("getOperator", ({ path }) => authorized("operators.read", onGet(path.operatorId)))
        .handleRaw("updateOperator", ({ path }) => authorized("operators.write", onUpdate(path.operatorId)))
        .handleRaw("deleteOperator", ({ path }) => authorized("operators.write", onDelete(path.operatorId)))
        .handleRaw("inviteOperator", ({ path }) => authorized("operators.write", onInvite(path.operatorId)))
    })
  )
