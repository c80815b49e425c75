import { Fragment, type Page } from "@latchkey/http/core/Page"
import type { PageLanguage } from "../../src/language/PageLanguage.ts"
import * as PageSamples from "../../src/PageSamples.ts"

/**
 * Every page for users. `value`: takes the place of every text that is not the page's own, such as a name or an address.
 */
export const everyPage = (
  language: PageLanguage,
  { logoUrl, value }: { readonly value: string; readonly logoUrl: string }
): Readonly<Record<string, () => Page>> =>
  PageSamples.ofLanguage(language, {
    ...{ name: value, email: value, url: value, token: value, label: value, key: value, code: value },
    ...{ scope: value, secret: value },
    ...{ reason: value, notice: value, userAgent: `${value}/1.0 (${value})`, logoUrl, accentColor: "#00ff00" },
    picture: new Fragment("<svg></svg>"),
    languages: [{ language: language.tag, name: value }]
  })
