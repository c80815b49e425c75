import type { Browser } from "../../../../test/support/Browser.ts"
import type { Reply } from "../../../../test/support/HttpClient.ts"
import { newEmail, password, type Replica, requestLink, session, signUp, visitor } from "./Replica.ts"
import type { SesEndpoint } from "./SesEndpoint.ts"
import { until, within } from "./until.ts"

/** Whom a service has told what, and which answers never came. */
export interface Ledger {
  /** Signed up and not signed out. */
  readonly signedIn: Map<string, Browser>
  /** Their cookies, when they were told that they are signed out. */
  readonly signedOut: Map<string, string>
  /** May be signed out: they have not been told. */
  readonly leaving: Set<string>
  /** Were told that a link is on its way, and have not tried to use one. */
  readonly waiting: Set<string>
  /** May have used their link: they have not been told. */
  readonly using: Set<string>
  /** The path of the link that signed them in. */
  readonly used: Map<string, string>
  /** What nobody should be told, whatever happens. */
  readonly unexpected: Array<string>
}

/** Come back later, it was said: what became of the request is not known. */
class Postponed extends Error {}

export const makeLedger = (): Ledger => ({
  signedIn: new Map(),
  signedOut: new Map(),
  leaving: new Set(),
  waiting: new Set(),
  using: new Set(),
  used: new Map(),
  unexpected: []
})

export const acknowledged = ({ signedIn, signedOut, used, waiting }: Ledger): number =>
  signedIn.size + signedOut.size + used.size + waiting.size

/** Signs up and looks whether that worked; every second one signs out again. */
const comeAndGo = async (service: Replica, ledger: Ledger, check: (reply: Reply) => void) => {
  const email = newEmail()
  const browser = visitor(service)
  check(await browser.post(signUp, { email, password }))
  ledger.signedIn.set(email, browser)
  check(await browser.get(session))
  if ((ledger.signedIn.size + ledger.signedOut.size) % 2 === 0) return
  const cookies = await browser.jar.getCookieString(service.origin)
  ledger.signedIn.delete(email)
  ledger.leaving.add(email)
  check(await browser.post("/v1/auth/sign-out"))
  ledger.leaving.delete(email)
  ledger.signedOut.set(email, cookies)
}

/** Asks for a link, waits for the mail and uses the link. */
const comeByLink = async (service: Replica, ledger: Ledger, ses: SesEndpoint, check: (reply: Reply) => void) => {
  const email = newEmail()
  const browser = visitor(service)
  check(await browser.post(requestLink, { email }))
  ledger.waiting.add(email)
  let isGone = false
  service.ended.then(() => {
    isGone = true
  })
  const mail = await until(`the mail to ${email}`, () => isGone || ses.mailsTo(email)[0])
  if (mail === true) return
  ledger.waiting.delete(email)
  ledger.using.add(email)
  check(await browser.get(mail.path))
  ledger.using.delete(email)
  ledger.used.set(email, mail.path)
}

/** Some people who come and go until the service is gone. Answers how to wait until all of them have noticed. */
export const startTraffic = (service: Replica, ledger: Ledger, ses: SesEndpoint): (() => Promise<unknown>) => {
  const check = ({ status, text }: Reply) => {
    if (status === 503) throw new Postponed()
    if (status !== 200) ledger.unexpected.push(`${status} ${text}`)
  }
  const isGone = (error: unknown) =>
    error instanceof Error && "code" in error && /^(ECONN|EPIPE)/.test(String(error.code))
  const forever = async (context: () => Promise<void>) => {
    for (;;) {
      try {
        await context()
      } catch (error) {
        if (isGone(error)) return
        if (!(error instanceof Postponed)) throw error
      }
    }
  }
  const people = [
    ...[1, 2].map(() => forever(() => comeAndGo(service, ledger, check))),
    ...[1, 2, 3].map(() => forever(() => comeByLink(service, ledger, ses, check)))
  ]
  const all = Promise.all(people)
  // Whoever waits for it hears of it; until then it is nobody's.
  all.catch(() => {})
  return () => within(20, "the end of all requests", all)
}
