/** What expires and is used once, in a `MemoryDatabase`. */
import { isUsable } from "@latchkey/domain/account/UserRepository"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import {
  type OneTimeToken,
  type OneTimeTokenKey,
  OneTimeTokenRepository,
  type TokensOfSubject
} from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { isExpired, isOfUser, key, type MemoryState, Table } from "./internal/MemoryState.ts"
import { users } from "./internal/users.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** By subject, hash and kind. */
const oneTimeTokens = new Table<string, OneTimeToken>("one_time_tokens", {
  letsIn: true,
  isOf: ({ instanceId, owner }, user) => Option.exists(owner, ({ userId }) => isOfUser({ instanceId, userId }, user))
})

const keyOf = ({
  instanceId,
  kind,
  subject,
  tokenHash
}: Pick<OneTimeToken, "instanceId" | "kind" | "subject" | "tokenHash">): string =>
  key(instanceId, `${subject} ${tokenHash} ${kind}`)

const lastFirst = Order.reverse(Order.mapInput(DateTime.Order, ({ expiresAt }: OneTimeToken) => expiresAt))

const tokensOf = (state: MemoryState, instanceId: InstanceId, subject: string): ReadonlyArray<OneTimeToken> =>
  oneTimeTokens.values(state).filter((token) => token.instanceId === instanceId && token.subject === subject)

const ofKind = (state: MemoryState, { instanceId, kind, subject }: Omit<TokensOfSubject, "now">) =>
  tokensOf(state, instanceId, subject).filter((token) => token.kind === kind)

const removed = (state: MemoryState, tokens: ReadonlyArray<OneTimeToken>): MemoryState =>
  oneTimeTokens.update(state, HashMap.removeMany(tokens.map(keyOf)))

/** Returns the owner with the credentials that were checked. */
const ownerOf = (state: MemoryState, { instanceId, owner }: OneTimeToken) =>
  Option.flatMap(owner, ({ credentialVersion, userId }) =>
    Option.filter(users.get(state, key(instanceId, userId)), (user) => user.credentialVersion === credentialVersion)
  )

const isValid = (state: MemoryState, now: DateTime.Utc) => (token: OneTimeToken) =>
  !isExpired(token.expiresAt, now) && (Option.isNone(token.owner) || Option.isSome(ownerOf(state, token)))

const find = (state: MemoryState, { now, ...wanted }: OneTimeTokenKey) =>
  Option.filter(oneTimeTokens.get(state, keyOf(wanted)), isValid(state, now))

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  OneTimeTokenRepository.of({
    put: (token, { maxPerSubject, now }) =>
      database.modify((state) => {
        const isOwned = Option.isSome(token.owner)
        if (isOwned && !Option.exists(ownerOf(state, token), (user) => isUsable(user, now))) return [false, state]
        const others = ofKind(state, token).filter(({ tokenHash }) => tokenHash !== token.tokenHash)
        const kept = removed(state, Arr.drop(Arr.sort(others, lastFirst), maxPerSubject - 1))
        return [true, oneTimeTokens.set(kept, keyOf(token), token)]
      }),

    find: (wanted) => database.read((state) => find(state, wanted)),

    list: (of) => database.read((state) => ofKind(state, of).filter(isValid(state, of.now))),

    consume: (wanted) =>
      database.modify((state) => {
        const found = find(state, wanted)
        return [found, removed(state, Option.toArray(found))]
      }),

    consumeAll: (of) =>
      database.modify((state) => {
        const all = ofKind(state, of)
        return [all.filter(isValid(state, of.now)), removed(state, all)]
      }),

    deleteAll: (instanceId, subjects) =>
      database.update((state) =>
        removed(
          state,
          subjects.flatMap((subject) => tokensOf(state, instanceId, subject))
        )
      ),

    deleteExpired: (now, limit) =>
      database.modify((state) => oneTimeTokens.delete(state, limit, ({ expiresAt }) => isExpired(expiresAt, now)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<OneTimeTokenRepository, never, MemoryDatabase> = Layer.effect(
  OneTimeTokenRepository,
  make
)
