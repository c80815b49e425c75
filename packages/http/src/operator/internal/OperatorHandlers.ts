import { UserId } from "@latchkey/domain/core/Ids"
import type { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorNotFound } from "@latchkey/domain/operator/OperatorErrors"
import { type InvitedOperator, Operators } from "@latchkey/domain/operator/Operators"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { parseId } from "../../core/parseId.ts"
import { OperatorApi, type OperatorResponse } from "../OperatorApi.ts"
import * as AdminAccess from "../AdminAccess.ts"

type Counts = ReadonlyMap<UserId, number>

const toResponse = (
  { disabledAt, joinedAt, signedInAt, ...operator }: Operator,
  passkeys: Counts
): OperatorResponse => ({
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

const idOf = ({ operatorId }: { readonly operatorId: string }) =>
  parseId(UserId, operatorId, () => new OperatorNotFound())

export const implementation = Implementation.makeGuarded(
  OperatorApi,
  AdminAccess.guard,
  Effect.gen(function* () {
    const operators = yield* Operators

    /**
     * Replies with what `toBody` makes of the value and of how many passkeys each operator has. Counts first: if that
     * fails, nothing is changed, and no invitation is lost.
     */
    const replyWith = <A, B, E>(value: Effect.Effect<A, E>, toBody: (value: A, passkeys: Counts) => B) =>
      Effect.flatMap(operators.countPasskeys, (passkeys) =>
        Effect.map(value, (found) => ({ body: toBody(found, passkeys) }))
      )

    return {
      listOperators: () =>
        replyWith(operators.list, (all, passkeys) => ({
          operators: all.map((operator) => toResponse(operator, passkeys))
        })),
      createOperator: ({ body: { delivery = "email", ...operator }, by }) =>
        replyWith(operators.create(operator, { by, delivery }), toInvited),
      getOperator: ({ path }) => replyWith(Effect.flatMap(idOf(path), operators.get), toResponse),
      updateOperator: ({ body: patch, by, path }) =>
        replyWith(
          Effect.flatMap(idOf(path), (id) => operators.update({ id, by, patch })),
          toResponse
        ),
      deleteOperator: ({ by, path }) =>
        idOf(path).pipe(
          Effect.flatMap((id) => operators.remove({ id, by })),
          Effect.as({ body: ok })
        ),
      inviteOperator: ({ body: { delivery = "email" }, by, path }) =>
        replyWith(
          Effect.flatMap(idOf(path), (id) => operators.invite({ id, by, delivery })),
          toInvited
        ),
      removeOperatorPasskeys: ({ by, path }) =>
        idOf(path).pipe(
          Effect.flatMap((id) => operators.removePasskeys({ id, by })),
          Effect.map((removed) => ({ body: { removed } }))
        )
    }
  })
)
