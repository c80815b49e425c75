/**
 * What a problem says in addition to a developer who has made a mistake in the set-up. Only `latchkey dev` has hints:
 * they tell which instances, origins and settings there are.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { RequestContext } from "./Endpoint.ts"
import type { Problem } from "./Problem.ts"

/** Returns in one sentence what is wrong, and which setting fixes it; `None` if there is nothing to say. */
export type Hint = (
  problem: Problem,
  request: Pick<RequestContext, "caller" | "instance" | "request">
) => Effect.Effect<Option.Option<string>>

/** The hints of problem documents. By default there are none. */
export class Hints extends Context.Reference<Hints>()("@latchkey/http/Hints", {
  defaultValue: (): Hint | undefined => undefined
}) {}
