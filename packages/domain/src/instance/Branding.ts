/**
 * How the pages of an instance look.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * - `logoUrl`: an https URL of an image, at most 500 characters; `null` shows only the name.
 * - `accentColor`: the color of buttons, as `#rrggbb`; `null` is Latchkey's own. Any color works: the text on it is white
 *   or black, whichever has more contrast.
 *
 * @since 0.1.0
 */
export const Branding = Schema.Struct({
  logoUrl: Schema.NullOr(
    Schema.String.pipe(
      Schema.pattern(/^https:\/\/[a-z0-9.-]+(:[0-9]{1,5})?\/[!-~]*$/, { message: () => "must be an https URL" }),
      Schema.maxLength(500, { message: () => "must be at most 500 characters" })
    )
  ),
  accentColor: Schema.NullOr(
    Schema.String.pipe(Schema.pattern(/^#[0-9a-f]{6}$/, { message: () => "must be a color such as #1f5eff" }))
  )
})
/** @since 0.1.0 */
export type Branding = typeof Branding.Type

/** No logo, and Latchkey's own color. @since 0.1.0 */
export const defaultBranding: Branding = { logoUrl: null, accentColor: null }
