/** How the pages and emails of an instance look, and what the footer of the pages links to. */
import * as Schema from "effect/Schema"

const maxUrlLength = 500

const url = (pattern: RegExp, expected: string) =>
  Schema.NullOr(
    Schema.String.pipe(
      Schema.pattern(pattern, { message: () => `must be ${expected}` }),
      Schema.maxLength(maxUrlLength, { message: () => `must be at most ${maxUrlLength} characters` })
    )
  )

const httpsUrl = url(/^https:\/\/[a-z0-9.-]+(:[0-9]{1,5})?\/[!-~]*$/, "an https URL")

/** The corners of controls and cards: straight, rounded, or as round as controls are high. */
export const Corners = Schema.Literal("square", "rounded", "pill")
export type Corners = typeof Corners.Type

/** A font that readers already have, by its kind. Nothing is loaded. */
export const Font = Schema.Literal("system", "humanist", "geometric", "rounded", "serif")
export type Font = typeof Font.Type

/**
 * - `logoUrl`: an https URL of an image, at most 500 characters; `null` shows only the name.
 * - `accentColor`: the color of buttons, as `#rrggbb`; `null` is Latchkey's own. Any color works: the text on it is
 *   white or black, whichever has more contrast.
 * - `corners`, `font`: chosen by name, so that no setting contains CSS.
 * - `termsUrl`, `privacyUrl`, `supportUrl`: the links of the footer, https URLs of at most 500 characters; `null` shows
 *   no link. `supportUrl` may be a `mailto:` URL too.
 */
export const Branding = Schema.Struct({
  logoUrl: httpsUrl,
  accentColor: Schema.NullOr(
    Schema.String.pipe(Schema.pattern(/^#[0-9a-f]{6}$/, { message: () => "must be a color such as #1f5eff" }))
  ),
  corners: Corners,
  font: Font,
  termsUrl: httpsUrl,
  privacyUrl: httpsUrl,
  supportUrl: url(
    /^(https:\/\/[a-z0-9.-]+(:[0-9]{1,5})?\/[!-~]*|mailto:[\w.+-]+@[a-z0-9.-]+)$/,
    "an https URL, or a mailto URL such as mailto:help@example.com"
  )
})
export type Branding = typeof Branding.Type

/** No logo, Latchkey's own color, corners and font, and no links. */
export const defaultBranding: Branding = {
  logoUrl: null,
  accentColor: null,
  corners: "rounded",
  font: "system",
  termsUrl: null,
  privacyUrl: null,
  supportUrl: null
}
