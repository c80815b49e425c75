import * as Effect from "effect/Effect"
import * as AccountCalls from "./calls/AccountCalls.ts"
import * as MailCalls from "./calls/MailCalls.ts"
import * as OperationCalls from "./calls/OperationCalls.ts"
import * as OperatorCalls from "./calls/OperatorCalls.ts"
import * as SignInCalls from "./calls/SignInCalls.ts"
import * as WebhookCalls from "./calls/WebhookCalls.ts"

/** Returns the calls of every port that stores data, by the key of its tag. */
export const make = Effect.map(
  Effect.all([
    AccountCalls.make,
    MailCalls.make,
    OperationCalls.make,
    OperatorCalls.make,
    SignInCalls.make,
    WebhookCalls.make
  ]),
  (parts): Record<string, Record<string, Effect.Effect<unknown, unknown>>> => Object.assign({}, ...parts)
)
