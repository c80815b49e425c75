/** Custom emails in a `MemoryDatabase`. */
import {
  type CustomEmail,
  type CustomEmailKey,
  CustomEmailRepository
} from "@latchkey/domain/mail/CustomEmailRepository"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import { key, Table } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** By kind and language. */
const customEmails = new Table<string, CustomEmail>("custom_emails")

const keyOf = ({ instanceId, kind, language }: CustomEmailKey) => key(instanceId, `${kind} ${language}`)

const byKey = Order.mapInput(Order.string, keyOf)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  CustomEmailRepository.of({
    put: (email) => database.modify((state) => [undefined, customEmails.set(state, keyOf(email), email)]),

    find: (of) => database.read((state) => customEmails.get(state, keyOf(of))),

    list: (of) =>
      database.read((state) =>
        HashMap.toValues(HashMap.filter(customEmails.rows(state), ({ instanceId }: CustomEmail) => instanceId === of))
          .sort(byKey)
          .map(({ kind, language, subject, updatedAt }) => ({ kind, language, subject, updatedAt }))
      ),

    delete: (of) =>
      database.modify((state) => [customEmails.has(state, keyOf(of)), customEmails.remove(state, keyOf(of))])
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<CustomEmailRepository, never, MemoryDatabase> = Layer.effect(
  CustomEmailRepository,
  make
)
