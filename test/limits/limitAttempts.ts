import type { RateLimit, RateLimits } from "@latchkey/domain/instance/RateLimits"
import {
  newEmail,
  newInstance,
  requestLink,
  signIn,
  signUp,
  signUpNew,
  verify,
  wrongPassword
} from "@latchkey/test-support/actions"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"

/** The name of a limit that instances configure, and that requesters notice. */
export type LimitName = Exclude<
  keyof RateLimits,
  "magicLinkToUnknownPerInstance" | "magicLinkCodePerInstance" | "signUpPerInstance"
>

let count = 0
/** Returns an unused IP address. */
export const newIpAddress = (): string => {
  count++
  return `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`
}

/** One attempt that only the limit under test can refuse, and that creates no session. */
export type Attempt = () => Promise<Reply>

interface App {
  readonly service: Service
  readonly browser: (headers?: Record<string, string>) => Browser
}

const fromNewIpAddress = () => ({ "x-forwarded-for": newIpAddress() })

const perIp =
  (path: string, body: object = {}) =>
  async ({ browser }: App): Promise<Attempt> => {
    const client = browser(fromNewIpAddress())
    return () => client.post(path, { email: newEmail(), ...body })
  }

const perEmail =
  (path: string, body: object = {}) =>
  async ({ browser }: App): Promise<Attempt> => {
    const email = newEmail()
    return () => browser(fromNewIpAddress()).post(path, { email, ...body })
  }

/** For each limit, returns attempts that count together: from one IP address, or for one account. */
export const attempts: Readonly<Record<LimitName, (app: App) => Promise<Attempt>>> = {
  signUpPerIp: perIp(signUp, { password: "short" }),
  signInPerIp: perIp(signIn, { password: wrongPassword }),
  signInPerEmail: perEmail(signIn, { password: wrongPassword }),
  signInPerKnownClient: async ({ browser }) => {
    const { browser: owner, email } = await signUpNew(browser(fromNewIpAddress()))
    return () => owner.post(signIn, { email, password: wrongPassword }, fromNewIpAddress())
  },
  magicLinkPerIp: perIp(requestLink),
  magicLinkPerEmail: perEmail(requestLink),
  magicLinkPerEmailPerDay: perEmail(requestLink),
  magicLinkVerifyPerIp: async ({ browser }) => {
    const client = browser(fromNewIpAddress())
    return () => client.get(`${verify}?token=none`)
  }
}

export const limitNames = Object.keys(attempts) as ReadonlyArray<LimitName>

/** Two limits count the same requests for links: the one that is not under test must not refuse any. */
const wide = { limit: 1000, windowSeconds: 1 }

/** Creates an instance with these limits. */
export const appWith = async (
  service: Service,
  rateLimits: Partial<Record<LimitName, Partial<RateLimit>>>
): Promise<App> => {
  const { browser } = await newInstance(service, {
    rateLimits: { magicLinkPerEmail: wide, magicLinkPerEmailPerDay: wide, ...rateLimits }
  })
  return { service, browser }
}

export const isAllowed = ({ status, text }: Reply): boolean => {
  if (![200, 400, 401, 429].includes(status)) throw new Error(`${status}: ${text}`)
  return status !== 429
}

export const retryAfter = ({ headers }: Reply): number => Number(headers["retry-after"])
