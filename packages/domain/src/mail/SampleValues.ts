/** Values for emails that are sent as a test or shown as an example. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Instance } from "../instance/Instance.ts"
import * as MagicLinkCodes from "../instance/MagicLinkCodes.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import type { Language } from "../language/Language.ts"
import * as CustomizableEmail from "./CustomizableEmail.ts"

const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

const waysIn = ({ authConfig }: Instance) => ({ hasLinks: authConfig.magic_link, hasPasswords: authConfig.password })

/** Makes the functions that return sample values of an instance. */
export const make = Effect.gen(function* () {
  const hasCodes = yield* MagicLinkCodes.makeHasCodes
  const urls = yield* PublicUrls

  /** Returns values for previews and test emails. The link leads to the sign-in page. */
  const readable = (instance: Instance, language: Language): Effect.Effect<CustomizableEmail.Sample> =>
    Effect.map(DateTime.now, (now) => ({
      language,
      ...CustomizableEmail.commonValues(urls, instance),
      ...waysIn(instance),
      code: hasCodes(instance) ? "123456" : null,
      link: `${urls.signIn(instance)}#example`,
      forgotPasswordUrl: urls.forgotPassword(instance),
      lifetimeMinutes: 15,
      lifetimeDays: 7,
      userAgent,
      at: now,
      until: DateTime.add(now, { days: 7 })
    }))

  /**
   * Returns values that no text contains by itself, to find where a default text has them. An instance without a
   * support page or a logo has none here either, because default texts differ without one.
   */
  const marked = (instance: Instance, language: Language): CustomizableEmail.Sample => ({
    language,
    instanceName: "Z0instanceNameZ",
    host: "Z0hostZ",
    signInUrl: "https://z0.invalid/sign-in",
    forgotPasswordUrl: "https://z0.invalid/forgot-password",
    branding: {
      ...instance.branding,
      supportUrl: instance.branding.supportUrl === null ? null : "https://z0.invalid/support",
      logoUrl: instance.branding.logoUrl === null ? null : "https://z0.invalid/logo",
      accentColor: "#123abd"
    },
    code: hasCodes(instance) ? "908172" : null,
    link: "https://z0.invalid/link",
    ...waysIn(instance),
    // With the plural forms of 15 and 7 in every language.
    lifetimeMinutes: 715,
    lifetimeDays: 707,
    userAgent: "-",
    at: DateTime.unsafeMake("2001-02-03T04:05:00Z"),
    until: DateTime.unsafeMake("2002-03-04T05:06:00Z")
  })

  return { readable, marked }
})
