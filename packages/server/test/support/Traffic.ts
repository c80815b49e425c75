import type { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import {
  newEmail,
  password,
  type Replica,
  requestLink,
  session,
  signUp,
  visitor
} from "@latchkey/test-support/process/Replica"
import type { SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { until, within } from "@latchkey/test-support/process/until"

/** What a service has acknowledged to each user, by email address, and which responses never arrived. */
export interface Ledger {
  /** Signed up, and not signed out. */
  readonly signedIn: Map<string, Browser>
  /** The cookies of users whose sign-out was acknowledged. */
  readonly signedOut: Map<string, string>
  /** Users who may be signed out: the response did not arrive. */
  readonly signingOut: Set<string>
  /** Users whose link request was acknowledged, and who have not used a link. */
  readonly awaitingLink: Set<string>
  /** Users who may have used their link: the response did not arrive. */
  readonly usingLink: Set<string>
  /** The path of the link that signed a user in. */
  readonly usedLinks: Map<string, string>
  /** Responses that no user should get. */
  readonly unexpected: Array<string>
}

/** The service responded with 503: whether it carried out the request is unknown. */
class Unavailable extends Error {}

export const makeLedger = (): Ledger => ({
  signedIn: new Map(),
  signedOut: new Map(),
  signingOut: new Set(),
  awaitingLink: new Set(),
  usingLink: new Set(),
  usedLinks: new Map(),
  unexpected: []
})

export const acknowledged = ({ awaitingLink, signedIn, signedOut, usedLinks }: Ledger): number =>
  signedIn.size + signedOut.size + usedLinks.size + awaitingLink.size

/** Signs up and checks the session. Every second user signs out again. */
const signUpAndOut = async (service: Replica, ledger: Ledger, check: (reply: Reply) => void) => {
  const email = newEmail()
  const browser = visitor(service)
  check(await browser.post(signUp, { email, password }))
  ledger.signedIn.set(email, browser)
  check(await browser.get(session))
  if ((ledger.signedIn.size + ledger.signedOut.size) % 2 === 0) return
  const cookies = await browser.jar.getCookieString(service.origin)
  ledger.signedIn.delete(email)
  ledger.signingOut.add(email)
  check(await browser.post("/v1/auth/sign-out"))
  ledger.signingOut.delete(email)
  ledger.signedOut.set(email, cookies)
}

/** Requests a link, waits for the email and uses the link. */
const signInWithLink = async (service: Replica, ledger: Ledger, ses: SesEndpoint, check: (reply: Reply) => void) => {
  const email = newEmail()
  const browser = visitor(service)
  check(await browser.post(requestLink, { email }))
  ledger.awaitingLink.add(email)
  let hasEnded = false
  service.ended.then(() => {
    hasEnded = true
  })
  const received = await until(`the email to ${email}`, () => hasEnded || ses.emailsTo(email)[0])
  if (received === true) return
  ledger.awaitingLink.delete(email)
  ledger.usingLink.add(email)
  check(await browser.get(received.path))
  ledger.usingLink.delete(email)
  ledger.usedLinks.set(email, received.path)
}

/** Runs several users until the service has ended. Returns a function that waits until all of them have stopped. */
export const startTraffic = (service: Replica, ledger: Ledger, ses: SesEndpoint): (() => Promise<unknown>) => {
  const check = ({ status, text }: Reply) => {
    if (status === 503) throw new Unavailable()
    if (status !== 200) ledger.unexpected.push(`${status} ${text}`)
  }
  const isDisconnected = (error: unknown) =>
    error instanceof Error && "code" in error && /^(ECONN|EPIPE)/.test(String(error.code))
  const forever = async (act: () => Promise<void>) => {
    for (;;) {
      try {
        await act()
      } catch (error) {
        if (isDisconnected(error)) return
        if (!(error instanceof Unavailable)) throw error
      }
    }
  }
  const users = [
    ...[1, 2].map(() => forever(() => signUpAndOut(service, ledger, check))),
    ...[1, 2, 3].map(() => forever(() => signInWithLink(service, ledger, ses, check)))
  ]
  const all = Promise.all(users)
  // An error is reported to the caller of the returned function, and must not be an unhandled rejection before.
  all.catch(() => {})
  return () => within(20, "the end of all requests", all)
}
