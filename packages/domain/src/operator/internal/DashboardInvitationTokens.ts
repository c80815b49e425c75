/** One-time links to the dashboard, as one-time tokens of the reserved instance. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Actor } from "../../audit/AuditLog.ts"
import { UserId } from "../../core/Ids.ts"
import type { Token, TokenHash } from "../../core/Token.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { operatorInstanceId } from "../../instance/OperatorInstance.ts"
import type { TokenOwner } from "../../one-time-token/OneTimeTokenRepository.ts"
import * as OneTimeTokens from "../../one-time-token/OneTimeTokens.ts"
import { DashboardInvitationId, invitationLifetime } from "../DashboardInvitation.ts"
import { type AdminKeys, keysOf } from "./AdminKeys.ts"

/** `operatorId`: whom it signs in; none if it signs in without a name. */
const Data = Schema.Struct({
  id: DashboardInvitationId,
  operatorId: Schema.OptionFromNullOr(UserId),
  createdBy: Actor,
  createdAt: Schema.DateTimeUtc
})

const kind = {
  name: "dashboard_invitation",
  lifetime: invitationLifetime,
  // None pushes another one out.
  maxPerSubject: 10_000,
  data: Data
} satisfies OneTimeTokens.Kind<typeof Data.Type, typeof Data.Encoded>

const all = { instanceId: operatorInstanceId, subject: "dashboard" }

/** An invitation to store. `owner`: none if it signs in without a name. */
export interface NewInvitation extends Schema.Schema.Type<typeof Data> {
  readonly tokenHash: TokenHash
  readonly owner: Option.Option<TokenOwner>
  readonly expiresAt: DateTime.Utc
}

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const stored = yield* OneTimeTokens.make(kind)
  const tokens = yield* TokenGenerator

  const list = stored.list(all)

  const remove = ({ tokenHash }: Pick<OneTimeTokens.Found<unknown>, "tokenHash">) =>
    Effect.map(stored.consume({ ...all, tokenHash }), Option.isSome)

  /** Returns the hashes that a presented token may be stored under. */
  const candidates = (keys: AdminKeys, token: Token): ReadonlyArray<TokenHash> => [
    tokens.hash(token),
    ...keysOf(keys).map((key) => tokens.keyedHash(key, token))
  ]

  return {
    /** Stores an invitation. Returns `false`, and stores nothing, for an operator who cannot sign in. */
    put: ({ expiresAt, owner, tokenHash, ...data }: NewInvitation) =>
      stored.put({ ...all, tokenHash, owner, expiresAt, data }),

    /** Returns those that are valid, in any order. */
    list,

    /** Returns the invitation of a presented token. */
    find: (keys: AdminKeys, token: Token) =>
      Effect.reduce(
        candidates(keys, token),
        Option.none<OneTimeTokens.Found<typeof Data.Type>>(),
        (found, tokenHash) => (Option.isSome(found) ? Effect.succeed(found) : stored.find({ ...all, tokenHash }))
      ),

    /** Deletes an invitation that was found, once. Returns `true` if this call deleted it. */
    consume: remove,

    /** Deletes the invitation with that id. Returns `true` if there was one. */
    withdraw: Effect.fnUntraced(function* (id: DashboardInvitationId) {
      const found = (yield* list).find(({ data }) => data.id === id)
      return found === undefined ? false : yield* remove(found)
    }),

    /** Deletes the invitations of an operator. */
    withdrawAllOf: Effect.fnUntraced(function* (id: UserId) {
      const found = (yield* list).filter(({ data }) => Option.contains(data.operatorId, id))
      yield* Effect.forEach(found, remove, { discard: true })
    })
  }
})
