import { setUpApp } from "./authenticatorApp.ts"
import { requestLink, signIn, signInFactorRecovery, signUp } from "./contract.ts"
import type { Service } from "./Service.ts"

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Signs up with an address, verifies it, and sets up an authenticator app; then gives the password on another browser.
 * The instance lets users have a second factor.
 */
export const loseApp = async (service: Service, credentials: Credentials) => {
  const [owner, browser] = [service.browser(), service.browser()]
  await owner.post(signUp, credentials)
  await owner.post(requestLink, { email: credentials.email })
  await owner.get(await service.lastLink(credentials.email))
  const app = await setUpApp(service, owner)
  service.advance(60_000)
  await browser.post(signIn, credentials)
  return { ...app, browser, owner }
}

/** Returns the token in the newest email about a recovery to an address. */
export const recoveryTokenTo = async (service: Service, email: string): Promise<string> =>
  /token=(.+)$/.exec(await service.lastFactorRecovery(email))?.[1] ?? ""

/** The same as `loseApp` with a requested recovery, and the token in the email about it. */
export const requestRecovery = async (service: Service, credentials: Credentials) => {
  const lost = await loseApp(service, credentials)
  const reply = await lost.browser.post(signInFactorRecovery)
  return { ...lost, reply, token: await recoveryTokenTo(service, credentials.email) }
}
