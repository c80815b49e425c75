/** An email with sample values. No link in it works. */
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import type { Language } from "@latchkey/domain/language/Language"
import type { Definition, Sample } from "@latchkey/domain/mail/CustomizableEmail"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as DateTime from "effect/DateTime"
import type { Catalogue } from "../language/Catalogue.ts"

/** An email. `kind`: the one under which operators change its text. */
export interface EmailSample extends EmailContent {
  readonly kind: string
}

const origin = "https://login.acme.example"
const at = DateTime.unsafeMake("2026-11-22T15:04:05Z")

const sampleIn = (language: Language): Sample => ({
  language,
  instanceName: "Acme",
  host: "login.acme.example",
  signInUrl: `${origin}/sign-in`,
  forgotPasswordUrl: `${origin}/forgot-password`,
  branding: { ...defaultBranding, supportUrl: "mailto:help@acme.example" },
  link: `${origin}/sample?token=${"sample".repeat(7)}A`,
  code: null,
  hasLinks: true,
  hasPasswords: true,
  lifetimeMinutes: 15,
  lifetimeDays: 7,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  at,
  until: DateTime.add(at, { days: 7 })
})

/** Makes the function that writes one kind of email, in the language of a catalogue. */
export const sampleOf =
  <Email>({ kind, sample }: Definition<Email>, render: (catalogue: Catalogue, email: Email) => EmailContent) =>
  (catalogue: Catalogue): EmailSample => ({
    kind,
    ...render(catalogue, sample(sampleIn(catalogue.language)))
  })
