import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import { OperatorNotFound } from "@latchkey/domain/operator/OperatorErrors"
import { OperatorId } from "@latchkey/domain/core/Ids"
import type { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import type { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorPasskeyAdministration } from "@latchkey/domain/operator/OperatorPasskeyAdministration"
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

type Counts = ReadonlyMap<OperatorId, number>

const toResponse = (
  { disabledAt, joinedAt, signedInAt, ...operator }: Operator,
  passkeys: Counts
): OperatorApi.OperatorResponse => ({
  id: operator.id,
  email: operator.email,
  name: operator.name,
  role: operator.role,
  disabled: Option.isSome(disabledAt),
  passkeys: passkeys.get(operator.id) ?? 0,
  createdAt: operator.createdAt,
  joinedAt: Option.getOrNull(joinedAt),
  signedInAt: Option.getOrNull(signedInAt)
})

const toInvited = ({ expiresAt, link, operator }: InvitedOperator, passkeys: Counts) => ({
  operator: toResponse(operator, passkeys),
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
  ApiKeys | Endpoint | HttpSettings | OperatorPasskeyAdministration | Operators | RateLimiter
> =>
  HttpApiBuilder.group(api, "operator", (handlers) =>
    Effect.gen(function* () {
      const authorized = yield* AdminAccess.make
      const operators = yield* Operators
      const { count, removeAll } = yield* OperatorPasskeyAdministration

      /**
       * Replies with what `toBody` makes of the value and of how many passkeys each operator has. Counts first: if that
       * fails, nothing is changed, and no invitation is lost.
       */
      const replyWith = <A, B, E>(value: Effect.Effect<A, E>, toBody: (value: A, passkeys: Counts) => B) =>
        Effect.flatMap(count, (passkeys) => Effect.map(value, (found) => ({ body: toBody(found, passkeys) })))

      const onList = () =>
        jsonReader(OperatorApi.ListOperators, () =>
          replyWith(operators.list, (all, passkeys) => ({
            operators: all.map((operator) => toResponse(operator, passkeys))
          }))
        )

      const onCreate = (by: ActingOperator) =>
        jsonHandler(OperatorApi.CreateOperator, ({ delivery = "email", ...operator }) =>
          replyWith(operators.create(operator, { by, delivery }), toInvited)
        )

      const onGet = (text: string) => () =>
        jsonReader(OperatorApi.GetOperator, () => replyWith(Effect.flatMap(parse(text), operators.get), toResponse))

      const onUpdate = (text: string) => (by: ActingOperator) =>
        jsonHandler(OperatorApi.UpdateOperator, (patch) =>
          replyWith(
            Effect.flatMap(parse(text), (id) => operators.update({ id, by, patch })),
            toResponse
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
          replyWith(
            Effect.flatMap(parse(text), (id) => operators.invite({ id, by, delivery })),
            toInvited
          )
        )

      const onRemovePasskeys = (text: string) => (by: ActingOperator) =>
        jsonReader(OperatorApi.RemoveOperatorPasskeys, () =>
          parse(text).pipe(
            Effect.flatMap((id) => removeAll({ id, by })),
            Effect.map((removed) => ({ body: { removed } }))
          )
        )

      return handlers
        .handleRaw("listOperators", () => authorized("operators.read", onList))
        .handleRaw("createOperator", () => authorized("operators.write", onCreate))
        .handleRaw("getOperator", ({ path }) => authorized("operators.read", onGet(path.operatorId)))
        .handleRaw("updateOperator", ({ path }) => authorized("operators.write", onUpdate(path.operatorId)))
        .handleRaw("deleteOperator", ({ path }) => authorized("operators.write", onDelete(path.operatorId)))
        .handleRaw("inviteOperator", ({ path }) => authorized("operators.write", onInvite(path.operatorId)))
        .handleRaw("removeOperatorPasskeys", ({ path }) =>
          authorized("operators.write", onRemovePasskeys(path.operatorId))
        )
    })
  )
