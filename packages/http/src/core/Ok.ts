import * as Schema from "effect/Schema"

/** The reply of an endpoint that returns nothing else: `{ "ok": true }`. */
export const Ok = Schema.Struct({ ok: Schema.Literal(true) }).annotations({
  identifier: "Ok",
  description: "It worked.",
  examples: [{ ok: true }]
})

/** The one value of `Ok`. */
export const ok: typeof Ok.Type = { ok: true }
