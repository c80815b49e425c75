/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { MagicLink } from "./MagicLink.ts"
import type { SecretHash } from "../core/Token.ts"

/** The port for issued links. It knows hashes of tokens, and no token. @since 0.1.0 */
export class MagicLinkRepository extends Context.Tag("@latchkey/domain/MagicLinkRepository")<
  MagicLinkRepository,
  {
    /** Stores a link. Other links of the same address live on. */
    readonly insert: (link: MagicLink) => Effect.Effect<void, PersistenceError>

    /** The link of that token, still unused; none when there is none or `now` has reached its `expiresAt`. */
    readonly find: (
      instanceId: InstanceId,
      tokenHash: SecretHash,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<MagicLink>, PersistenceError>

    /**
     * Uses the link of that token: deletes it together with every other link of its address, and answers it. None, and
     * nothing is deleted, when there is none or `now` has reached its `expiresAt`. Of any number that race for the
     * links of one address exactly one gets an answer, unless its transaction is rolled back.
     */
    readonly consume: (
      instanceId: InstanceId,
      tokenHash: SecretHash,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<MagicLink>, PersistenceError>

    /** Deletes up to `limit` links that expired, of all instances. Answers how many went. */
    readonly sweep: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
