/** What the code relies on, and what becomes of a request for which it does not hold. */
import * as Effect from "effect/Effect"

/** A defect of Latchkey or of an adapter: `message` says what was believed. It is a fixed text, which may be logged. */
export class InvariantViolation extends Error {
  override readonly name = "InvariantViolation"
}

/** Makes the function that dies where `belief` does not hold, such as "A locked user exists". */
export const violated = (belief: string) => (): Effect.Effect<never> =>
  Effect.dieSync(() => new InvariantViolation(belief))
