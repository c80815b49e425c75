/** What the room of magic links consists of. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import type { AuthenticationMethod } from "../instance/AuthenticationMethods.ts"
import * as EmailVerification from "./EmailVerification.ts"
import * as MagicLinkComposer from "./MagicLinkComposer.ts"
import { MagicLinkRepository } from "./MagicLinkRepository.ts"
import { MagicLinkTemplate } from "./MagicLinkTemplate.ts"
import * as RequestMagicLink from "./RequestMagicLink.ts"
import * as SignInWithMagicLink from "./SignInWithMagicLink.ts"

/** The ports that store data. */
export const storage = [MagicLinkRepository] as const

/** The ports that write emails. */
export const templates = [MagicLinkTemplate] as const

/** The ways in. Every user has an email address. */
export const methods = Effect.succeed([
  {
    id: "magic_link",
    amr: ["email"],
    level: 1,
    isPossible: ({ authConfig }) => authConfig.magic_link,
    needsEmail: true,
    admits: ({ authConfig }) => Effect.succeed(authConfig.magic_link)
  }
] satisfies ReadonlyArray<AuthenticationMethod>)

/** What the use cases of this room and of later ones share. */
export const internal = { EmailVerification }

/** The use cases. Each may use those before it. */
export const useCases = { RequestMagicLink, SignInWithMagicLink }

/** The composers of emails. */
export const composers = [MagicLinkComposer.make] as const

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const magicLinkRepository = yield* MagicLinkRepository
  return [{ kind: "magic_links", deleteExpired: magicLinkRepository.deleteExpired }] satisfies ReadonlyArray<Expiring>
})

/** The rate limits. */
export * as limits from "./MagicLinkLimits.ts"

/** What it records. */
export { attempts, accountChanges } from "./MagicLinkRecords.ts"
