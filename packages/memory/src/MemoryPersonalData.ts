/**
 * What a `MemoryDatabase` holds about a user.
 *
 * @since 0.1.0
 */
import type { User } from "@latchkey/domain/account/UserRepository"
import * as Order from "effect/Order"
import { type KnownClient, PersonalData, type StoredLimit } from "@latchkey/domain/personal-data/PersonalData"
import type { KeysOfEmail } from "@latchkey/domain/rate-limit/LimitKey"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { emailsOf, newestFirst as newestEmailFirst } from "./internal/emailDelivery.ts"
import { failuresOf, key, type MemoryState, newestFirst, toSummary } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const latestFirst = Order.reverse(DateTime.Order)

const knownClients = (state: MemoryState, { id, instanceId }: User): ReadonlyArray<KnownClient> =>
  pipe(
    HashMap.toEntries(state.clients),
    Arr.filterMap(([name, client]) =>
      name.startsWith(key(instanceId, ""))
        ? Option.map(HashMap.get(client.users, id), (knownAt) => ({
            id: client.id,
            knownAt,
            expiresAt: client.expiresAt
          }))
        : Option.none()
    ),
    Arr.sort(Order.mapInput(latestFirst, ({ knownAt }: KnownClient) => knownAt))
  )

const limitsOf = (
  state: MemoryState,
  { instanceId }: User,
  { keys, prefix }: KeysOfEmail
): ReadonlyArray<StoredLimit> => {
  const ofInstance = key(instanceId, "")
  return pipe(
    HashMap.toEntries(state.rateLimits),
    Arr.filter(([name]) => name.startsWith(ofInstance)),
    Arr.map(([name, { times }]) => ({
      key: name.slice(ofInstance.length),
      countedAt: times.map((at) => DateTime.unsafeMake(at))
    })),
    Arr.filter((limit) => keys.includes(limit.key) || limit.key.startsWith(prefix)),
    Arr.sort(Order.mapInput(Order.string, (limit: StoredLimit) => limit.key))
  )
}

const read = (
  state: MemoryState,
  { limit, user, windows }: Parameters<(typeof PersonalData.Service)["read"]>[0]
): Effect.Effect.Success<ReturnType<(typeof PersonalData.Service)["read"]>> => {
  const { email, id, instanceId } = user
  const ofAddress = <A extends { readonly instanceId: string; readonly email: string }>(row: A) =>
    row.instanceId === instanceId && row.email === email
  return {
    sessions: pipe(
      HashMap.toValues(state.sessions),
      Arr.filter(({ session }) => session.instanceId === instanceId && session.userId === id),
      Arr.sort(newestFirst),
      Arr.take(limit),
      Arr.map(toSummary)
    ),
    knownClients: Arr.take(knownClients(state, user), limit),
    links: pipe(
      HashMap.toValues(state.magicLinks),
      Arr.filter(ofAddress),
      Arr.map(({ expiresAt }) => expiresAt),
      Arr.sort(latestFirst),
      Arr.take(limit)
    ),
    invitations: Arr.filter(HashMap.toValues(state.invitations), ofAddress),
    emails: pipe(
      emailsOf(state, instanceId),
      Arr.filter((delivery) => delivery.email === email),
      Arr.sort(newestEmailFirst),
      Arr.take(limit)
    ),
    suppressions: Option.toArray(HashMap.get(state.emailSuppressions, key(instanceId, email))),
    rateLimits: Arr.take(limitsOf(state, user, windows), limit),
    failedSignIns: failuresOf(state, user),
    auditLog: pipe(
      HashMap.toValues(state.auditLog),
      Arr.filter((entry) => Option.contains(entry.instanceId, instanceId) && Option.contains(entry.userId, id)),
      Arr.sort(Order.reverse(Order.mapInput(Order.string, (entry: { readonly id: string }) => entry.id))),
      Arr.take(limit)
    )
  }
}

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  PersonalData.of({ read: (query) => database.read((state) => read(state, query)) })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<PersonalData, never, MemoryDatabase> = Layer.effect(PersonalData, make)
