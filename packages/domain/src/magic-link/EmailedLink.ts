/** The links of emails. A token is generated when its email is sent and exists in the email only. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Token, TokenHash } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import type { QueuedEmail } from "../mail/EmailOutbox.ts"
import { MagicLink, MagicLinkRepository } from "./MagicLinkRepository.ts"

/** Makes the function that stores the link of an email that is being written, and returns its token. */
export const make = Effect.gen(function* () {
  const links = yield* MagicLinkRepository
  const tokens = yield* TokenGenerator

  return Effect.fnUntraced(function* (
    { clientHash, email, instanceId, userId }: QueuedEmail,
    hash: (tokens: TokenGenerator["Type"], token: Token) => TokenHash,
    expiresAt: DateTime.Utc
  ) {
    const linkToken = yield* tokens.generate
    const tokenHash = hash(tokens, linkToken)
    yield* links.insert(new MagicLink({ instanceId, tokenHash, email, clientHash, userId, expiresAt }))
    return linkToken
  })
})
