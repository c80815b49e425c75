/**
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/** The reply of an endpoint that returns nothing else: `{ "ok": true }`. @since 0.1.0 */
export const Ok = Schema.Struct({ ok: Schema.Literal(true) }).annotations({
  identifier: "Ok",
  description: "It worked.",
  examples: [{ ok: true }]
})

/** The one value of `Ok`. @since 0.1.0 */
export const ok: typeof Ok.Type = { ok: true }
