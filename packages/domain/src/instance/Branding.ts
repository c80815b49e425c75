/**
 * How an instance looks to the people who sign in: its logo and its colour.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * - `logoUrl`: an https URL of a picture, at most 500 characters; null shows the name alone.
 * - `accentColor`: of buttons, as `#rrggbb`; null is Latchkey's own. Any colour will do: the text on it is white or
 *   black, whichever can be read.
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
    Schema.String.pipe(Schema.pattern(/^#[0-9a-f]{6}$/, { message: () => "must be a colour such as #1f5eff" }))
  )
})
/** @since 0.1.0 */
export type Branding = typeof Branding.Type

/** No logo, and Latchkey's own colour. @since 0.1.0 */
export const defaultBranding: Branding = { logoUrl: null, accentColor: null }

/** The relative luminance of a channel (WCAG 2.2). */
const linear = (channel: number): number => {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = (color: string): number => {
  const channel = (start: number) => linear(Number.parseInt(color.slice(start, start + 2), 16))
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/**
 * The colour of text on `color`: white or black, whichever has more contrast. That is 4.58 at the least, so it always
 * satisfies WCAG 2.2 AA (1.4.3).
 *
 * @since 0.1.0
 */
export const textOn = (color: string): "#ffffff" | "#000000" => {
  const light = luminance(color)
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? "#ffffff" : "#000000"
}
