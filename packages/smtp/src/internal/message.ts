import * as EmailReference from "@latchkey/domain/mail/EmailReference"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import type { SendMailOptions } from "nodemailer"
import type { Sender } from "./sender.ts"

// A subject is one line of the header, whatever the template contains.
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

/** Makes the email to one recipient. nodemailer adds the date, the id, and the encoding of all that is not ASCII. */
export const from = (sender: Sender, email: EmailMessage): SendMailOptions => {
  // Objects, because nodemailer looks for several addresses in a text.
  const to = { name: "", address: email.to }
  return {
    from: { ...sender },
    to,
    envelope: { from: { ...sender }, to },
    subject: oneLine(email.subject),
    text: email.text,
    html: email.html,
    // RFC 5322, 2.1.1: no line has more than 998 characters. Lines of this encoding have at most 76.
    textEncoding: "quoted-printable",
    // RFC 3834, 5: suppresses out-of-office replies and other automatic responses.
    headers: { "Auto-Submitted": "auto-generated", [EmailReference.header]: email.reference },
    disableFileAccess: true,
    disableUrlAccess: true
  }
}
