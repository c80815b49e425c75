/** Keeps addresses for the users who had them before. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { EmailTaken } from "./AccountErrors.ts"
import { FormerEmails } from "./FormerEmails.ts"
import type { User } from "./UserRepository.ts"

/**
 * Makes the function that fails with `EmailTaken` if the user's address is the former one of another user. Call it
 * after the statement that stores the address, and in its transaction: that statement waits for a user who is leaving
 * the address, and only afterwards the reservation is visible.
 */
export const makeCheck = Effect.map(FormerEmails, ({ find }) =>
  Effect.fnUntraced(function* ({ email, id, instanceId }: Pick<User, "email" | "id" | "instanceId">) {
    const former = yield* find(instanceId, email, yield* DateTime.now)
    if (Option.exists(former, ({ userId }) => userId !== id)) return yield* new EmailTaken()
  })
)

/** Makes the function that returns why an email with a link to sign up is not sent: a reserved address gets none. */
export const makeRefusal = Effect.map(FormerEmails, ({ find }) =>
  Effect.fnUntraced(function* ({ email, instanceId }: Pick<User, "email" | "instanceId">) {
    const former = yield* find(instanceId, email, yield* DateTime.now)
    return Option.map(former, () => "no_account" as const)
  })
)
