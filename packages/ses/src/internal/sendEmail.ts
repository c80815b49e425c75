import type { Content, SendEmailCommandInput } from "@aws-sdk/client-sesv2"
import type { Mail } from "@latchkey/domain/mail/Mailer"

const utf8 = (Data: string): Content => ({ Data, Charset: "UTF-8" })

// A subject is one line of the header, whatever template it came from.
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

/** The call that hands over one mail to one recipient. */
export const input = (from: string, mail: Mail): SendEmailCommandInput => ({
  FromEmailAddress: from,
  Destination: { ToAddresses: [mail.to] },
  Content: {
    Simple: {
      Subject: utf8(oneLine(mail.subject)),
      Body: { Text: utf8(mail.text), Html: utf8(mail.html) },
      // RFC 3834 section 5: keeps out-of-office replies and the like away.
      Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }]
    }
  },
  // Tracking rewrites the link, so that whoever runs the tracking sees the token; and it adds an image.
  ConfigurationOverrides: { Tracking: { ClickTrackingEnabled: "DISABLED", OpenTrackingEnabled: "DISABLED" } }
})
