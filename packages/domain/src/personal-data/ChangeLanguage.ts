/** Users choose the language of their pages and emails. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import type { Unauthenticated } from "../session/SessionErrors.ts"
import { traced } from "../core/Tracing.ts"
import type { Language } from "../language/Language.ts"
import type { SessionRequest } from "../session/Sessions.ts"
import * as OwnRecord from "./internal/OwnRecord.ts"

/** What a user chooses. `None` lets the request decide. */
export interface LanguageChange extends SessionRequest {
  readonly language: Option.Option<Language>
}

/** The use case of choosing one's language. */
export class ChangeLanguage extends Context.Tag("@latchkey/domain/ChangeLanguage")<
  ChangeLanguage,
  {
    /**
     * Stores the language of the signed-in user, whether or not it is an available one: an app may know it, and a later
     * version may speak it.
     */
    readonly change: (change: LanguageChange) => Effect.Effect<void, Unauthenticated | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const changeOwn = yield* OwnRecord.make

  const change: (typeof ChangeLanguage.Service)["change"] = (request) =>
    changeOwn(request, () => Effect.succeed({ language: request.language })).pipe(traced("ChangeLanguage.change"))

  return ChangeLanguage.of({ change })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(ChangeLanguage, make)
