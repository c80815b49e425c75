import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import { Language } from "@latchkey/domain/language/Language"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome, same } from "../Assertions.ts"
import { type Ports, setUp } from "./UserFixture.ts"

const language = Option.some(Language.make("pt-BR"))

export const keeping = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("is stored by insert, insertAll and update, and found by every query", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { language })
      isSome(yield* users.findById(instanceId, user.id), user)
      const { email } = user
      const account = yield* users.findForSignIn({ instanceId, email, clientHash: Option.none(), now: Samples.now })
      isSome(account.user, user)
      const without = new User({ ...user, language: Option.none() })
      assert.isTrue(yield* users.update(without, 0))
      isSome(yield* users.findByEmail(instanceId, email), without)
      assert.isTrue(yield* users.update(user, 0))
      isSome(yield* users.findByEmailForUpdate(instanceId, email), user)
      const [first, second] = [Samples.user(instanceId, { language }), Samples.user(instanceId)]
      yield* users.insertAll(instanceId, [first, second])
      isSome(yield* users.findById(instanceId, first.id), first)
      isSome(yield* users.findById(instanceId, second.id), second)
    })
  )

  it.effect("ends when the account is claimed, and stays at any other verification", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const { id: userId } = yield* Samples.storedUser(instanceId, { language })
      const verification = { instanceId, userId, now: Samples.now }
      const languageAfter = (password: "drop_password" | "keep_password") =>
        Effect.map(
          users.verifyEmail({ ...verification, password }),
          Option.flatMap((user) => user.language)
        )
      same(yield* languageAfter("keep_password"), language)
      isNone(yield* languageAfter("drop_password"))
    })
  )
}
