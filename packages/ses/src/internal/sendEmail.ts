import type { Content, SendEmailCommandInput } from "@aws-sdk/client-sesv2"
import * as EmailReference from "@latchkey/domain/mail/EmailReference"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"

const utf8 = (Data: string): Content => ({ Data, Charset: "UTF-8" })

// A subject is one line of the header, whatever the template contains.
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

/** Makes the input of the call that sends one email to one recipient. */
export const input = (from: string, email: EmailMessage): SendEmailCommandInput => ({
  FromEmailAddress: from,
  Destination: { ToAddresses: [email.to] },
  Content: {
    Simple: {
      Subject: utf8(oneLine(email.subject)),
      Body: { Text: utf8(email.text), Html: utf8(email.html) },
      // RFC 3834, 5: suppresses out-of-office replies and other automatic responses.
      Headers: [
        { Name: "Auto-Submitted", Value: "auto-generated" },
        { Name: EmailReference.header, Value: email.reference }
      ]
    }
  },
  // Tracking rewrites the link, which exposes the token to the tracking server, and adds an image.
  ConfigurationOverrides: { Tracking: { ClickTrackingEnabled: "DISABLED", OpenTrackingEnabled: "DISABLED" } }
})
