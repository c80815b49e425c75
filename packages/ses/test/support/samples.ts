import { Email } from "@latchkey/domain/core/Email"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import type { Options } from "@latchkey/ses/SesMailer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

export const token = "k7Qd0Zr3XyLw9sTnVb2cHf5uJm8aPe1gRi4oKt6YqWA"
export const secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYzSecret"

export const email: EmailMessage = {
  to: Email.make("ann@example.com"),
  reference: "default/email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708",
  subject: "Sign in to Café Ünïcode ☕",
  text: `Open it:\n\nhttps://auth.example.com/v1/auth/magic-link/verify?token=${token}\n`,
  html: `<p lang="de">Grüße! <a href="https://auth.example.com/v1/auth/magic-link/verify?token=${token}">Sign in</a></p>`
}

export const options = (endpoint: string, others: Partial<Options> = {}): Options => ({
  from: "no-reply@example.com",
  credentials: Option.some({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: Redacted.make(secretAccessKey) }),
  region: Option.some("eu-central-1"),
  endpoint: Option.some(endpoint),
  ...others
})
