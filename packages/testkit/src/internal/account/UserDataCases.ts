import { assert, type Vitest } from "@effect/vitest"
import { noData, UserData, UserName } from "@latchkey/domain/account/UserData"
import { User } from "@latchkey/domain/account/UserRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome, same } from "../Assertions.ts"
import { type Ports, setUp } from "./UserFixture.ts"

/** What stores that parse the objects would change: the order of members, the spelling of numbers, spaces. */
const data = {
  name: Option.some(UserName.make("Zoë 𝕏 王")),
  metadata: UserData.make(String.raw`{"z":1.50,"a":{"b":[null,"\"\\ 𝄞"]},"2":true, "1":12345678901234567890}`),
  userMetadata: UserData.make(`{"note":"${"ä".repeat(4000)}"}`)
}
const without = { name: Option.none(), metadata: noData, userMetadata: noData }

export const keeping = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("are stored by insert, insertAll and update as they are, and found by every query", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, data)
      isSome(yield* users.findById(instanceId, user.id), user)
      const empty = new User({ ...user, ...without })
      assert.isTrue(yield* users.update(empty, 0))
      isSome(yield* users.findByEmail(instanceId, user.email), empty)
      assert.isTrue(yield* users.update(user, 0))
      isSome(yield* users.findByEmailForUpdate(instanceId, user.email), user)
      const [first, second] = [Samples.user(instanceId, data), Samples.user(instanceId)]
      yield* users.insertAll(instanceId, [first, second])
      isSome(yield* users.findById(instanceId, first.id), first)
      isSome(yield* users.findById(instanceId, second.id), second)
      isSome(yield* users.delete(instanceId, first.id), first)
    })
  )

  it.effect("stay at a verification; when the account is claimed, only metadata stays", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const { id: userId } = yield* Samples.storedUser(instanceId, data)
      const after = (password: "drop_password" | "keep_password") =>
        Effect.map(users.verifyEmail({ instanceId, userId, now: Samples.now, password }), Option.getOrThrow)
      const verified = yield* after("keep_password")
      same(verified.name, data.name)
      assert.deepEqual([verified.metadata, verified.userMetadata], [data.metadata, data.userMetadata])
      const claimed = yield* after("drop_password")
      isNone(claimed.name)
      assert.deepEqual([claimed.metadata, claimed.userMetadata], [data.metadata, noData])
      isSome(yield* users.findById(instanceId, userId), claimed)
    })
  )
}
