/** What a `MemoryDatabase` holds about a user. */
import type { User } from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import * as Order from "effect/Order"
import {
  type KnownClient,
  PersonalData,
  type StoredData,
  type StoredLimit,
  type StoredLink
} from "@latchkey/domain/personal-data/PersonalData"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { auditEntries, rateLimits } from "./internal/counts.ts"
import { emailsAbout, emailSuppressions, newestFirst as newestEmailFirst } from "./internal/emails.ts"
import { invitations, magicLinks } from "./internal/links.ts"
import { key, type MemoryState } from "./internal/MemoryState.ts"
import { clients, newestFirst, sessions, toSummary } from "./internal/sessions.ts"
import { failuresOf } from "./internal/signInFailures.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const latestFirst = Order.reverse(DateTime.Order)

const knownClients = (
  state: MemoryState,
  { id, instanceId }: Pick<User, "id" | "instanceId">
): ReadonlyArray<KnownClient> =>
  pipe(
    HashMap.toEntries(clients.rows(state)),
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
  { instanceId, keys }: Parameters<(typeof PersonalData.Service)["readLimits"]>[0]
): ReadonlyArray<StoredLimit> =>
  pipe(
    [...keys],
    Arr.sort(Order.string),
    Arr.filterMap((name) =>
      Option.map(rateLimits.get(state, key(instanceId, name)), ({ times }) => ({
        key: name,
        countedAt: times.map((at) => DateTime.unsafeMake(at))
      }))
    )
  )

const read = (
  state: MemoryState,
  { addresses, limit, user }: Parameters<(typeof PersonalData.Service)["read"]>[0]
): StoredData => {
  const { id, instanceId } = user
  const isOfAddress = (row: { readonly instanceId: string; readonly email: Email }) =>
    row.instanceId === instanceId && addresses.includes(row.email)
  return {
    sessions: pipe(
      sessions.values(state),
      Arr.filter(({ session }) => session.instanceId === instanceId && session.userId === id),
      Arr.sort(newestFirst),
      Arr.take(limit),
      Arr.map(toSummary(state))
    ),
    knownClients: Arr.take(knownClients(state, user), limit),
    links: pipe(
      magicLinks.values(state),
      Arr.filter((link) => isOfAddress(link) || (link.instanceId === instanceId && Option.contains(link.userId, id))),
      Arr.map(({ email, expiresAt }) => ({ email, expiresAt })),
      Arr.sort(Order.mapInput(latestFirst, ({ expiresAt }: StoredLink) => expiresAt)),
      Arr.take(limit)
    ),
    invitations: Arr.filter(invitations.values(state), isOfAddress),
    emails: pipe(
      emailsAbout(state, { instanceId, userId: id, addresses }),
      Arr.sort(newestEmailFirst),
      Arr.take(limit)
    ),
    suppressions: Arr.filterMap(addresses, (email) => emailSuppressions.get(state, key(instanceId, email))),
    failedSignIns: failuresOf(state, user),
    auditLog: pipe(
      auditEntries(state),
      Arr.filter((entry) => Option.contains(entry.instanceId, instanceId) && Option.contains(entry.userId, id)),
      Arr.sort(Order.reverse(Order.mapInput(Order.string, (entry: { readonly id: string }) => entry.id))),
      Arr.take(limit)
    )
  }
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  PersonalData.of({
    read: (query) => database.read((state) => read(state, query)),
    readLimits: (query) => database.read((state) => limitsOf(state, query))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<PersonalData, never, MemoryDatabase> = Layer.effect(PersonalData, make)
