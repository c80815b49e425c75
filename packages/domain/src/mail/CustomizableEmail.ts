/** Emails whose text operators can change: what they are, which placeholders their texts can use, and sample values. */
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { Branding } from "../instance/Branding.ts"
import type { Instance } from "../instance/Instance.ts"
import { hostOf, type PublicUrls } from "../instance/PublicUrls.ts"
import type { Language } from "../language/Language.ts"
import type { EmailKind } from "./MailDeliveryLog.ts"
import type { EmailContent } from "./Mailer.ts"

/**
 * What a placeholder stands for, which decides where a text can use it:
 *
 * - `link`: a URL with a token. Every text must have it. Only as the whole `href` of a link, or as text between spaces,
 *   so that the token never becomes part of another URL.
 * - `code`: a code that the user types, or `null`, which is empty. As text, and not in the subject.
 * - `url`: a URL without a token, or `null`, which is empty. As the whole `href` of a link, or as text.
 * - `image`: the URL of an image, or `null`, which removes the image. Only as the whole `src` of an image.
 * - `color`: a color such as `#1f5eff`, or `null`, which is Latchkey's own. `text-color`: white or black, whichever has
 *   more contrast on that color. Both only in a `style`.
 * - `text`, `number`, `time`: as text, formatted for the language.
 * - `device`: the name of the device with that `User-Agent`, as text.
 */
export type PlaceholderValue =
  | { readonly type: "link" | "text"; readonly value: string }
  | { readonly type: "code" | "url" | "image" | "color" | "text-color"; readonly value: string | null }
  | { readonly type: "number"; readonly value: number }
  | { readonly type: "time"; readonly value: DateTime.Utc }
  | { readonly type: "device"; readonly value: Option.Option<string> }

/** A value of an email. `description`: tells operators what it is. */
export type Placeholder = PlaceholderValue & { readonly description: string }

/** The placeholders of an email, by their names. */
export type Placeholders = Readonly<Record<string, Placeholder>>

/** An email with its default text, and what a custom one is made of. `description`: when it is sent. */
export interface ComposedEmail extends EmailContent {
  readonly customizable?:
    | { readonly kind: EmailKind; readonly language: Language; readonly placeholders: Placeholders }
    | undefined
}

/**
 * What every email knows of the instance that sends it. `host`: host and port of its public origin, such as
 * `auth.example.com`.
 */
export interface Sender {
  readonly instanceName: string
  readonly host: string
  readonly branding: Branding
}

/** The values that every text can use. */
export interface CommonValues extends Sender {
  readonly signInUrl: string
}

/**
 * Values for previews and test emails: no token of them works.
 *
 * - `link`: a URL in the place of one with a token.
 * - `code`: a code in the place of one that signs in; none if the instance sends none.
 * - `hasLinks`, `hasPasswords`: how users of the instance can sign in.
 * - `at`, `until`: when something happened, and when a link expires or an account is deleted.
 */
export interface Sample extends CommonValues {
  readonly language: Language
  readonly link: string
  readonly code: string | null
  readonly forgotPasswordUrl: string
  readonly hasLinks: boolean
  readonly hasPasswords: boolean
  readonly lifetimeMinutes: number
  readonly lifetimeDays: number
  readonly userAgent: string
  readonly at: DateTime.Utc
  readonly until: DateTime.Utc
}

/**
 * What a module says about a kind of email.
 *
 * - `kind`: usually the kind of the queued email. A composer that writes two different emails has two.
 * - `description`: when it is sent, for operators.
 * - `placeholders`: the values that custom texts can use, in addition to those of all emails.
 * - `sample`: the email with sample values.
 */
export interface Definition<Email> {
  readonly kind: EmailKind
  readonly description: string
  readonly placeholders: (email: Email) => Placeholders
  readonly sample: (sample: Sample) => Email
}

/** A kind of email whose text operators can change. */
export interface CustomizableEmail {
  readonly kind: EmailKind
  readonly description: string
  /** Returns its own placeholders with sample values. */
  readonly placeholders: (sample: Sample) => Placeholders
  /** Makes the email with sample values. */
  readonly sample: (sample: Sample) => ComposedEmail
}

/** Makes the function that composes the emails of a definition, and what registers them. */
export const make = <Email extends { readonly language: Language }>(
  { description, kind, placeholders, sample }: Definition<Email>,
  render: (email: Email) => EmailContent
): CustomizableEmail & { readonly compose: (email: Email) => ComposedEmail } => {
  const compose = (email: Email): ComposedEmail => ({
    ...render(email),
    customizable: { kind, language: email.language, placeholders: placeholders(email) }
  })
  return {
    kind,
    description,
    compose,
    placeholders: (values) => placeholders(sample(values)),
    sample: (values) => compose(sample(values))
  }
}

/** Returns what emails say of an instance. */
export const senderOf = (urls: PublicUrls["Type"], instance: Instance): Sender => ({
  instanceName: instance.name,
  host: hostOf(urls, instance),
  branding: instance.branding
})

/** Returns the common values of an instance. */
export const commonValues = (urls: PublicUrls["Type"], instance: Instance): CommonValues => ({
  ...senderOf(urls, instance),
  signInUrl: urls.signIn(instance)
})

const common = ({ branding, host, instanceName, signInUrl }: CommonValues): Placeholders => ({
  instanceName: { type: "text", value: instanceName, description: "The name of the instance." },
  host: { type: "text", value: host, description: "The host of the instance, such as auth.example.com." },
  signInUrl: { type: "url", value: signInUrl, description: "The URL of the sign-in page." },
  supportUrl: {
    type: "url",
    value: branding.supportUrl,
    description: "The support URL of the branding; may be empty."
  },
  logoUrl: { type: "image", value: branding.logoUrl, description: "The logo of the branding. Without one, no image." },
  accentColor: { type: "color", value: branding.accentColor, description: "The accent color of the branding." },
  accentTextColor: {
    type: "text-color",
    value: branding.accentColor,
    description: "White or black, whichever has more contrast on the accent color."
  }
})

/** Adds the placeholders that every text can use to those of an email, which come first. */
export const withCommon = (own: Placeholders, values: CommonValues): Placeholders => ({ ...own, ...common(values) })

/** Returns what the sample of an email takes over as it is. */
export const sender = ({ branding, host, instanceName, language }: Sample) => ({
  language,
  instanceName,
  host,
  branding
})

/** Returns what the sample of an email with a link that a user requested takes over as it is. */
export const requestedLink = (sample: Sample) => ({
  ...sender(sample),
  lifetimeMinutes: sample.lifetimeMinutes,
  userAgent: Option.some(sample.userAgent),
  requestedAt: sample.at,
  expiresAt: sample.until
})

/** Makes the placeholders of an email with a link that contains a token: `link`, how long it works, and until when. */
export const ofLink = (
  url: string,
  description: string,
  lifetime: { readonly lifetimeMinutes: number } | { readonly lifetimeDays: number },
  expiresAt: DateTime.Utc
): Placeholders => ({
  link: { type: "link", value: url, description },
  ...("lifetimeDays" in lifetime
    ? { lifetimeDays: { type: "number", value: lifetime.lifetimeDays, description: "How many days the link works." } }
    : {
        lifetimeMinutes: {
          type: "number",
          value: lifetime.lifetimeMinutes,
          description: "How many minutes the link works."
        }
      }),
  expiresAt: { type: "time", value: expiresAt, description: "When the link stops working." }
})
