/** How the pages of an instance look, and what their footer links to. */
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

/**
 * - `logoUrl`: an https URL of an image, at most 500 characters; `null` shows only the name.
 * - `accentColor`: the color of buttons, as `#rrggbb`; `null` is Latchkey's own. Any color works: the text on it is
 *   white or black, whichever has more contrast.
 * - `termsUrl`, `privacyUrl`, `supportUrl`: the links of the footer, https URLs of at most 500 characters; `null` shows
 *   no link. `supportUrl` may be a `mailto:` URL too.
 */
export const Branding = Schema.Struct({
  logoUrl: httpsUrl,
  accentColor: Schema.NullOr(
    Schema.String.pipe(Schema.pattern(/^#[0-9a-f]{6}$/, { message: () => "must be a color such as #1f5eff" }))
  ),
  termsUrl: httpsUrl,
  privacyUrl: httpsUrl,
  supportUrl: url(
    /^(https:\/\/[a-z0-9.-]+(:[0-9]{1,5})?\/[!-~]*|mailto:[\w.+-]+@[a-z0-9.-]+)$/,
    "an https URL, or a mailto URL such as mailto:help@example.com"
  )
})
export type Branding = typeof Branding.Type

/** No logo, Latchkey's own color, and no links. */
export const defaultBranding: Branding = {
  logoUrl: null,
  accentColor: null,
  termsUrl: null,
  privacyUrl: null,
  supportUrl: null
}
