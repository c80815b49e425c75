import { assert, describe, it } from "@effect/vitest"
import { UserName } from "@latchkey/domain/account/UserData"
import * as UserMetadataSchema from "@latchkey/domain/account/UserMetadataSchema"
import { defaultSignUpConfig } from "@latchkey/domain/instance/Instance"
import type { UserFields } from "@latchkey/domain/instance/UserField"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ann, instance, layer, rightPassword, signedUp, storedUser, test } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"

const fields: UserFields = [
  { name: "name", label: "Name", type: "string", required: true },
  { name: "seats", label: "Seats", type: "integer", minimum: 1, required: false }
]
const asking = instance({ signUp: { ...defaultSignUpConfig, fields } })
const name = Option.some(UserName.make("Ann"))

describe("ChangeUserData", () => {
  test(
    "changes nothing if a field of the instance does not accept a value, or a required one is removed",
    Effect.gen(function* () {
      const client = (yield* signedUp).at(asking)
      yield* client.changeUserData({ name, userMetadata: Option.some({ seats: 3 }) })
      const errorsOf = (change: Parameters<typeof client.changeUserData>[0]) =>
        Effect.map(Effect.flip(client.changeUserData(change)), (error) => ("errors" in error ? error.errors : []))
      assert.deepStrictEqual(yield* errorsOf({ name: Option.none(), userMetadata: Option.some({ seats: 0, a: 1 }) }), [
        { field: "name", reason: "is required" },
        { field: "userMetadata.seats", reason: "must be a whole number of at least 1" }
      ])
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.deepStrictEqual([user.name, user.userMetadata], [name, '{"seats":3}'])
    })
  )
})

describe("UserMetadataSchema", () => {
  const schema = Schema.Struct({ theme: Schema.Literal("dark", "light"), size: Schema.optional(Schema.Number) })
  const withSchema = Layer.provide(layer, UserMetadataSchema.layer(schema))

  it.scoped("names the members that it does not decode, and no value of them", () =>
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      const change = (data: object) => client.changeUserData({ userMetadata: Option.some({ ...data }) })
      const error = yield* Effect.flip(change({ size: "secret" }))
      assert.deepInclude(error, {
        _tag: "UserDataRejected",
        errors: [
          { field: "userMetadata.theme", reason: "is required" },
          { field: "userMetadata.size", reason: "must be a value that the app accepts" }
        ]
      })
      yield* change({ theme: "dark", size: 1 })
      // The name is not part of it.
      yield* client.changeUserData({ name })
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.deepStrictEqual([user.name, user.userMetadata], [name, '{"theme":"dark","size":1}'])
    }).pipe(Effect.provide(withSchema))
  )
})
