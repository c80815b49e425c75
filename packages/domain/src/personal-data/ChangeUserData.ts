/** Users change their name, and the data that they may write. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import { UserDataRejected } from "../account/AccountErrors.ts"
import * as FieldValues from "../account/FieldValues.ts"
import * as UserData from "../account/UserData.ts"
import { UserMetadataSchema } from "../account/UserMetadataSchema.ts"
import type { User } from "../account/UserRepository.ts"
import * as AppPart from "../core/AppPart.ts"
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
    /**
     * Changes the signed-in user. Fails with `UserDataRejected`, and changes nothing, if the data would be too long, if
     * a field of the instance or the schema of the app does not accept it, or if it removes a required field.
     */
    readonly change: (
      change: UserDataChange
    ) => Effect.Effect<void, Unauthenticated | UserDataRejected | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const changeOwn = yield* OwnRecord.make
  const { check } = yield* AppPart.read(UserMetadataSchema)

  const rejectedBy = (user: User, next: FieldValues.OwnData, { instance }: SessionRequest) => [
    ...FieldValues.rejected(instance.signUp.fields, user, next),
    ...(next.userMetadata === user.userMetadata ? [] : check(UserData.read(next.userMetadata)))
  ]

  const change: (typeof ChangeUserData.Service)["change"] = (request) =>
    changeOwn(
      request,
      Effect.fnUntraced(function* (user) {
        const userMetadata = yield* UserData.change("userMetadata", user, request.userMetadata)
        const next = { name: request.name ?? user.name, userMetadata }
        const errors = rejectedBy(user, next, request)
        return errors.length === 0 ? next : yield* new UserDataRejected({ errors })
      })
    ).pipe(traced("ChangeUserData.change"))

  return ChangeUserData.of({ change })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(ChangeUserData, make)
