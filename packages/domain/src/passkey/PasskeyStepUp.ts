/** Step-up for users with stored passkeys. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PublicUrls } from "../instance/PublicUrls.ts"
import * as StepUp from "../session/StepUp.ts"
import * as UsableParty from "./internal/UsableParty.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"

const make = Effect.gen(function* () {
  const passkeys = yield* PasskeyRepository
  const usableParty = yield* UsableParty.make

  const hasUsablePasskey: StepUp.HasUsablePasskey = (instance, userId) =>
    Option.match(usableParty(instance), {
      onNone: () => Effect.succeed(false),
      onSome: ({ id }) => Effect.map(passkeys.list(instance.id, userId), (all) => all.some(({ rpId }) => rpId === id))
    })
  return StepUp.make(hasUsablePasskey)
})

/** The service `StepUp` as a layer. `Domain.layer` includes it. */
export const layer: Layer.Layer<StepUp.StepUp, never, PasskeyRepository | PublicUrls> = Layer.effect(
  StepUp.StepUp,
  make
)
