/** Users who change their address, for the tests of this room. */
import type { Email } from "@latchkey/domain/core/Email"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { DeliveryResult } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ann, email, linkTokenFor, rightPassword, sentEmailChangeToken, sentEmailRestoreToken } from "../support.ts"
import { argsOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** The address that Ann changes to. */
export const annsNew = email("ann@new.example")
/** One more. */
export const annsThird = email("ann@third.example")

/** Makes a client that is signed in to an account with a password and a verified address. */
export const verified = (address: Email = ann) =>
  Effect.gen(function* () {
    const client = yield* TestClient.make
    yield* client.signUp(address, rightPassword)
    yield* client.verifyLink(yield* linkTokenFor(client, address))
    return client
  })

/** Requests a change on the client, and returns the token that was sent. */
export const changeTokenFor = (client: TestClient.TestClient, address: Email) =>
  Effect.zipRight(client.requestEmailChange(address, rightPassword), sentEmailChangeToken(address))

/** Changes the address of the client's user, and returns the token that restores the former one. */
export const changed = (client: TestClient.TestClient, from: Email, to: Email) =>
  Effect.gen(function* () {
    yield* client.confirmEmailChange(yield* changeTokenFor(client, to))
    return yield* sentEmailRestoreToken(from)
  })

/** Sends queued emails. */
export const dispatch = Effect.flatMap(EmailDispatcher, ({ dispatch }) => dispatch)

/** How the emails ended so far, with the reasons of those that were not sent. */
export const results = Effect.map(argsOf("EmailOutbox.complete"), (calls) =>
  calls.map(([, , result]) => result as DeliveryResult).map(({ reason, state }) => [state, Option.getOrNull(reason)])
)
