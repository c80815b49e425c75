/** Users choose the language of their pages and emails. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { User, UserRepository } from "../account/UserRepository.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { violated } from "../core/Invariant.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { Unauthenticated } from "../session/SessionErrors.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Language } from "../language/Language.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"

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
  const { authenticate } = yield* Sessions
  const events = yield* EventRecorder
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const change: (typeof ChangeLanguage.Service)["change"] = Effect.fnUntraced(
    function* (request) {
      const { userId } = yield* authenticate(request)
      const locked = yield* users.findByIdForUpdate(request.instance.id, userId)
      const user = yield* Effect.mapError(locked, () => new Unauthenticated())
      const next = new User({ ...user, language: request.language })
      const same = violated("A user whose address and external id stay the same can be stored")
      yield* Effect.catchTags(users.update(next, user.credentialVersion), { EmailTaken: same, ExternalIdTaken: same })
      yield* events.record({ type: "user.updated", user: next, actor: "user", details: { changed: ["language"] } })
    },
    transaction.run,
    traced("ChangeLanguage.change")
  )

  return ChangeLanguage.of({ change })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(ChangeLanguage, make)
