import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { IdKind } from "./Id.ts"

/**
 * The port for new ids: UUIDv7 (RFC 9562, 5.7), with the time from the `Clock`. No two are ever equal. Those of a kind
 * that increases are each greater than the one before, also after the clock was set back.
 */
export class IdGenerator extends Context.Tag("@latchkey/domain/IdGenerator")<
  IdGenerator,
  {
    /** Returns a new id of that kind, such as `UserId`. That of an instance is never `default`. */
    readonly next: <Id extends string>(kind: IdKind<Id>) => Effect.Effect<Id>
  }
>() {}
