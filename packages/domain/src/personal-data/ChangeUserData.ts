/** Users change their name, and the data that they may write. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { UserDataTooLarge } from "../account/AccountErrors.ts"
import * as UserData from "../account/UserData.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { traced } from "../core/Tracing.ts"
import type { Unauthenticated } from "../session/SessionErrors.ts"
import type { SessionRequest } from "../session/Sessions.ts"
import * as OwnRecord from "./internal/OwnRecord.ts"

/** What a user changes; absent fields stay. `None` removes the name, or every member of `userMetadata`. */
export interface UserDataChange extends SessionRequest {
  readonly name?: Option.Option<UserData.UserName> | undefined
  readonly userMetadata?: Option.Option<UserData.DataPatch> | undefined
}

/** The use case of changing one's name and data. */
export class ChangeUserData extends Context.Tag("@latchkey/domain/ChangeUserData")<
  ChangeUserData,
  {
    /** Changes the signed-in user. Fails with `UserDataTooLarge`, and changes nothing, if it would be too long. */
    readonly change: (
      change: UserDataChange
    ) => Effect.Effect<void, Unauthenticated | UserDataTooLarge | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const changeOwn = yield* OwnRecord.make

  const change: (typeof ChangeUserData.Service)["change"] = (request) =>
    changeOwn(request, (user) =>
      Effect.map(UserData.change("userMetadata", user, request.userMetadata), (userMetadata) => ({
        name: request.name ?? user.name,
        userMetadata
      }))
    ).pipe(traced("ChangeUserData.change"))

  return ChangeUserData.of({ change })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(ChangeUserData, make)
