/** The mailbox that an email address belongs to, for the keys of limits. */
import type { Email } from "../../core/Email.ts"

const gmailDomains: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"])

/**
 * Returns one text for all spellings of a mailbox: without `+tag`, and for Gmail without dots and under one domain. For
 * keys of limits only: elsewhere, two spellings are two addresses.
 */
export const mailboxOf = (email: Email): string => {
  const at = email.lastIndexOf("@")
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const plus = local.indexOf("+")
  const untagged = plus > 0 ? local.slice(0, plus) : local
  return gmailDomains.has(domain) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`
}
