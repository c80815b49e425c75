import { Email } from "@latchkey/domain/core/Email"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import type { Options } from "@latchkey/smtp/SmtpMailer"
import * as SmtpUrl from "@latchkey/smtp/SmtpUrl"
import * as certificates from "@latchkey/test-support/certificates"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

export const token = "k7Qd0Zr3XyLw9sTnVb2cHf5uJm8aPe1gRi4oKt6YqWA"
export const login = { user: "relay@example.com", password: "p@ss/wörd: 100%" }

export const email: EmailMessage = {
  to: Email.make("ann@example.com"),
  reference: "default/email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708",
  subject: "Sign in to Café Ünïcode ☕",
  text: `Open it:\n\nhttps://auth.example.com/v1/auth/magic-link/verify?token=${token}\n`,
  html: `<p lang="de">Grüße! <a href="https://auth.example.com/v1/auth/magic-link/verify?token=${token}">Sign in</a></p>`
}

/** Signs the certificates that the tests trust. */
export const authority = certificates.authority()
export const certificate = authority.issue({ names: ["localhost"] })

/** Returns the options for a URL, which must be valid. */
export const options = (url: string, others: Partial<Options> = {}): Options => ({
  from: "no-reply@example.com",
  server: Option.getOrThrow(SmtpUrl.parse(Redacted.make(url))),
  authorities: [authority.cert],
  ...others
})

export const plainUrl = ({ port }: { readonly port: number }) => `smtp://localhost:${port}`
export const startTlsUrl = ({ port }: { readonly port: number }) => `smtp://localhost:${port}?tls=required`
export const tlsUrl = ({ port }: { readonly port: number }) => `smtps://localhost:${port}`

/** Returns the URL with the right login. */
export const withLogin = (url: string) =>
  url.replace("://", `://${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`)
