/** What users change of their own record: name, data and language. */
import { assert, describe } from "@effect/vitest"
import { UserName } from "@latchkey/domain/account/UserData"
import { Events } from "@latchkey/domain/event/Events"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { Language } from "@latchkey/domain/language/Language"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ann, linkTokenFor, outcome, signedUp, storedUser, test } from "../support.ts"
import { beforeNext } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const data = { name: Option.some(UserName.make("Ann")), userMetadata: Option.some({ theme: "dark" }) }
const german = Option.some(Language.make("de"))

const changes = {
  "ChangeUserData.change": (client: TestClient.Actions) => client.changeUserData(data),
  "ChangeLanguage.change": (client: TestClient.Actions) => client.changeLanguage(german)
}

/** What was changed, in the order of the events. */
const changed = Effect.gen(function* () {
  const { page } = yield* Events
  const { events } = yield* page({ instance: defaultInstance, after: Option.none(), limit: 100 })
  return events.flatMap((event) => (event.type === "user.updated" ? [event.data.changed] : []))
})

describe.each(Object.entries(changes).map(([name, change]) => ({ name, change })))(
  "A change with $name",
  ({ change }) => {
    test(
      "fails with Unauthenticated if the owner of the address claims the account meanwhile",
      Effect.gen(function* () {
        const attacker = yield* signedUp
        const owner = yield* TestClient.make
        const token = yield* linkTokenFor(owner, ann)
        yield* beforeNext("UserRepository.findByIdForUpdate", Effect.orDie(owner.verifyLink(token)))
        assert.strictEqual(yield* outcome(change(attacker)), "Unauthenticated")
        const user = Option.getOrThrow(yield* storedUser(ann))
        assert.deepStrictEqual([user.name, user.language], [Option.none(), Option.none()])
      })
    )

    test(
      "fails with Unauthenticated without a session, and if it was revoked meanwhile",
      Effect.gen(function* () {
        const client = yield* signedUp
        assert.strictEqual(yield* outcome(change(yield* TestClient.make)), "Unauthenticated")
        yield* beforeNext("UserRepository.findByIdForUpdate", Effect.orDie(client.signOutAll))
        assert.strictEqual(yield* outcome(change(client)), "Unauthenticated")
        assert.deepStrictEqual(yield* changed, [])
      })
    )
  }
)

describe("The event of a change", () => {
  test(
    "has the fields that have changed, and there is none if nothing has",
    Effect.gen(function* () {
      const client = yield* signedUp
      for (const change of Object.values(changes)) yield* change(client)
      yield* client.changeUserData({ ...data, userMetadata: Option.some({ theme: "light" }) })
      yield* client.changeUserData({ name: data.name })
      yield* client.changeLanguage(german)
      assert.deepStrictEqual(yield* changed, [["name", "userMetadata"], ["language"], ["userMetadata"]])
    })
  )
})
