/** What the room of languages consists of. */
import { Languages } from "@latchkey/domain/language/Languages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Catalogues } from "./Catalogues.ts"

/** The languages that emails are written in. */
export const templates = [
  Layer.effect(
    Languages,
    Effect.map(Catalogues, ({ languages }) => languages)
  )
] as const
