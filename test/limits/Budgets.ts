import type { LimitName, RateLimit } from "@latchkey/domain/instance/RateLimits"
import type { Browser } from "../support/Browser.ts"
import type { Reply } from "../support/HttpClient.ts"
import type { Service } from "../support/Service.ts"
import {
  newEmail,
  newInstance,
  requestLink,
  signIn,
  signUp,
  signUpNew,
  verify,
  wrongPassword
} from "../conformance/actions.ts"

let addresses = 0
/** An address of the Internet that nobody has called from. */
export const newAddress = (): string => {
  addresses++
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** One attempt that only the budget in question can refuse, and that costs no session. */
export type Attempt = () => Promise<Reply>

interface App {
  readonly service: Service
  readonly browser: (headers?: Record<string, string>) => Browser
}

const somewhere = () => ({ "x-forwarded-for": newAddress() })

const perAddress =
  (path: string, body: object = {}) =>
  async ({ browser }: App): Promise<Attempt> => {
    const visitor = browser(somewhere())
    return () => visitor.post(path, { email: newEmail(), ...body })
  }

const perEmail =
  (path: string, body: object = {}) =>
  async ({ browser }: App): Promise<Attempt> => {
    const email = newEmail()
    return () => browser(somewhere()).post(path, { email, ...body })
  }

/** For each budget: makes a subject of it, an address or an account, and attempts that are counted together. */
export const attempts: Readonly<Record<LimitName, (app: App) => Promise<Attempt>>> = {
  signUpPerIp: perAddress(signUp, { password: "short" }),
  signInPerIp: perAddress(signIn, { password: wrongPassword }),
  signInPerEmail: perEmail(signIn, { password: wrongPassword }),
  signInPerKnownClient: async ({ browser }) => {
    const { browser: owner, email } = await signUpNew(browser(somewhere()))
    return () => owner.post(signIn, { email, password: wrongPassword }, somewhere())
  },
  magicLinkPerIp: perAddress(requestLink),
  magicLinkPerEmail: perEmail(requestLink),
  magicLinkVerifyPerIp: async ({ browser }) => {
    const visitor = browser(somewhere())
    return () => visitor.get(`${verify}?token=none`)
  }
}

export const budgetNames = Object.keys(attempts) as ReadonlyArray<LimitName>

/** An app with limits of its own. */
export const appWith = async (
  service: Service,
  rateLimits: Partial<Record<LimitName, Partial<RateLimit>>>
): Promise<App> => {
  const { browser } = await newInstance(service, { rateLimits })
  return { service, browser }
}

export const isAdmitted = ({ status, text }: Reply): boolean => {
  if (![200, 400, 401, 429].includes(status)) throw new Error(`${status}: ${text}`)
  return status !== 429
}

export const retryAfter = ({ headers }: Reply): number => Number(headers["retry-after"])
