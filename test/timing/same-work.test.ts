import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { defaultRateLimits, type RateLimits } from "@latchkey/domain/instance/RateLimits"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import {
  minute,
  password,
  requestLink,
  session,
  signIn,
  signUp,
  signUpNew,
  tokenOf,
  verify,
  wrongPassword
} from "@latchkey/test-support/actions"
import { changeEmail, confirmEmail, forgotPassword, resetPassword } from "@latchkey/test-support/contract"
import { exchange, rawPost } from "@latchkey/test-support/wire"
import { onServer, newestServer } from "@latchkey/test-support/postgres/databases"
import { type Service, startService } from "@latchkey/test-support/Service"
import { type AccountKind, accountKinds, kindNames } from "./accountKinds.ts"
import { makeWorkLog, type WorkStep } from "./WorkLog.ts"

/** The warning about an email that waits reads the deliveries in the background, ten seconds after a request. */
const layerWithoutDeliveries = Layer.effect(
  MailDeliveryLog,
  Effect.map(MailDeliveryLog, (deliveries) => MailDeliveryLog.of({ ...deliveries, find: () => Effect.succeedNone }))
)

let reads = 0

/** Counts the reads of schemes that are on their way. */
const layerCountingReads = Layer.effect(
  UserRepository,
  Effect.map(UserRepository, (users) =>
    UserRepository.of({
      ...users,
      passwordSchemes: (instanceId) =>
        Effect.acquireUseRelease(
          Effect.sync(() => reads++),
          () => users.passwordSchemes(instanceId),
          () => Effect.sync(() => reads--)
        )
    })
  )
)

const workLog = makeWorkLog()
const server = newestServer()
let service: Service
const emails = {} as Record<AccountKind, string>

beforeAll(async () => {
  const stored = Layer.provide(Postgres.layer, onServer(server).migrated)
  const storage = Layer.provideMerge(Layer.merge(layerWithoutDeliveries, layerCountingReads), stored)
  service = await startService({ storage, crypto: workLog.crypto, settings: { trustedProxies: ["127.0.0.0/8"] } })
  for (const kind of kindNames) emails[kind] = await accountKinds[kind].make(service)
})
afterAll(() => service.stop())
afterAll(() => vi.restoreAllMocks())
// So that no test counts against the limits of another.
beforeEach(() => service.advance(60 * minute))

let count = 0
const newIpAddress = () => `10.0.${100 + (++count >> 7)}.${100 + (count & 127)}`

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const all = { connection: "close", "x-forwarded-for": newIpAddress(), ...headers }
  const reply = await exchange(service.port, rawPost(path, body, all))
  return reply.replace(/^date: .*$/im, "date: …").replace(/(^set-cookie: __client)=[\w-]{43};/im, "$1=…;")
}

const guess = (email: string, headers?: Record<string, string>) =>
  post(signIn, { email, password: wrongPassword }, headers)
const signInTo = (email: string) => post(signIn, { email, password })
const askForLink = (email: string, headers?: Record<string, string>) => post(requestLink, { email }, headers)

/** Sets the limit to one during `use`. */
const withLimit = async (name: keyof RateLimits, use: () => Promise<void>) => {
  const change = (limit: number) =>
    service.instances((instances) => instances.update(defaultId, { rateLimits: { [name]: { limit } } }))
  await change(1)
  try {
    await use()
  } finally {
    await change(defaultRateLimits[name].limit)
  }
}

/** Closes sign-up during `use`. */
const whileClosed = async (use: () => Promise<void>) => {
  const change = (mode: "open" | "closed") =>
    service.instances((instances) => instances.update(defaultId, { signUp: { mode } }))
  await change("closed")
  try {
    await use()
  } finally {
    await change("open")
  }
}

/** Turns codes on during `use`. */
const withCodes = async (use: () => Promise<void>) => {
  const change = (magicLinkCodes: boolean) =>
    service.instances((instances) => instances.update(defaultId, { emailConfig: { magicLinkCodes } }))
  await change(true)
  try {
    await use()
  } finally {
    await change(false)
  }
}

/** Requests a link, and returns the `Cookie` header of the client. */
const codeRequester = async (email: string): Promise<Record<string, string>> => {
  const headers = { connection: "close", "x-forwarded-for": newIpAddress() }
  const reply = await exchange(service.port, rawPost(requestLink, { email }, headers))
  return { cookie: /^set-cookie: (__client=[\w-]{43});/im.exec(reply)?.[1] ?? "" }
}

/** Verifies addresses before accounts are created, during `use`. */
const whileVerifying = async (use: () => Promise<void>) => {
  const change = (verification: "after" | "before") =>
    service.instances((instances) => instances.update(defaultId, { signUp: { verification } }))
  await change("before")
  try {
    await use()
  } finally {
    await change("after")
  }
}

/**
 * Expects the same response, byte for byte, and the same work for all kinds of accounts, except that the scheme of the
 * verified hash may be one of several.
 */
const expectSame = async (
  status: string,
  work: (scheme: string) => ReadonlyArray<string>,
  ask: (email: string) => Promise<string>,
  prepare: (email: string) => Promise<unknown> = async () => {},
  kinds: ReadonlyArray<AccountKind> = kindNames
) => {
  // Loads the instance now, because its cache expires after a second.
  await service.browser().get(session)
  // Reads the schemes of the accounts, which are read again in the background after two minutes.
  await guess("other@example.com")
  await vi.waitUntil(() => reads === 0, { timeout: 30_000 })
  const attemptOn = async (kind: AccountKind) => {
    await prepare(emails[kind])
    return workLog.during(() => ask(emails[kind]))
  }
  const first = await attemptOn("without an account")
  expect(first.result).toContain(`HTTP/1.1 ${status} `)
  const isStatement = ({ digest }: WorkStep) => digest !== ""
  for (const kind of [...kinds, "without an account"] as const) {
    const next = await attemptOn(kind)
    expect(next.result, kind).toBe(first.result)
    const expected = accountKinds[kind].schemes.map(work)
    expect(expected, kind).toContainEqual(next.steps.map(({ summary }) => summary))
    expect(next.steps.filter(isStatement), kind).toEqual(first.steps.filter(isStatement))
  }
}

describe("An address with an account gets the same response with the same work as one without", () => {
  const [perIp, perEmail] = ["signInPerIp", "signInPerEmail"]
  const first = `INSERT rate_limits (${perIp})`
  const attempt = [first, "SELECT users", `INSERT rate_limits (${perEmail})`]
  const failed = (scheme: string) => [...attempt, `verify ${scheme}`, "INSERT sign_in_failures"]

  test("for a wrong password", () => expectSame("401", failed, (email) => guess(email)))

  test("for a wrong password from a client that is known to another account", async () => {
    const { browser } = await signUpNew(service.browser())
    const cookie = `__client=${await browser.cookie("__client")}; __session=${await browser.cookie("__session")}`
    await expectSame("401", failed, (email) => guess(email, { cookie }))
  })

  test("for the right password after a hundred failures", () =>
    expectSame("401", failed, signInTo, undefined, ["with a password and a hundred failures"]))

  test("when the limit of the account is reached", () =>
    withLimit("signInPerEmail", () =>
      expectSame(
        "429",
        () => attempt,
        (email) => guess(email),
        (email) => guess(email)
      )
    ))

  test("when the limit of the caller's IP address is reached", () => {
    let limited = {}
    return withLimit("signInPerIp", () =>
      expectSame(
        "429",
        () => [first],
        (email) => guess(email, limited),
        () => {
          limited = { "x-forwarded-for": newIpAddress() }
          return guess("other@example.com", limited)
        }
      )
    )
  })

  /** The work of a request for a link whose limits per email address have that name. */
  const requestOf = (limit: string) => [
    `INSERT rate_limits (magicLinkPerIp, ${limit}PerEmail, ${limit}PerEmailPerDay)`,
    "INSERT queued_emails"
  ]

  test("for the request for a link", () =>
    expectSame(
      "200",
      () => requestOf("magicLink"),
      (email) => askForLink(email)
    ))

  test("for a wrong code, while sign-up is closed", () =>
    whileClosed(() =>
      withCodes(async () => {
        let client: Record<string, string> = {}
        await expectSame(
          "401",
          () => [
            "INSERT rate_limits (magicLinkVerifyPerIp)",
            "SELECT magic_links",
            "INSERT rate_limits (magicLinkCodePerEmail, magicLinkCodePerEmailPerDay, magicLinkCodePerInstance)"
          ],
          () => post("/v1/auth/magic-link/verify-code", { code: "000000" }, client),
          async (email) => {
            client = await codeRequester(email)
          }
        )
      })
    ))

  test("for the request for a link with a code, while sign-up is closed", () =>
    whileClosed(() =>
      withCodes(() =>
        expectSame(
          "200",
          () => [...requestOf("magicLink").slice(0, -1), "INSERT magic_links", "INSERT queued_emails"],
          (email) => askForLink(email)
        )
      )
    ))

  test("for the request for a link while sign-up is closed", () =>
    whileClosed(() =>
      expectSame(
        "200",
        () => requestOf("magicLink"),
        (email) => askForLink(email)
      )
    ))

  test("for a sign-up while sign-up is closed", () =>
    whileClosed(() =>
      expectSame(
        "403",
        () => ["INSERT rate_limits (signUpPerIp, signUpPerInstance)"],
        (email) => post(signUp, { email, password })
      )
    ))

  const pending = [
    "INSERT rate_limits (signUpPerIp, signUpPerInstance)",
    "INSERT rate_limits (signUpPerEmail, signUpPerEmailPerDay)"
  ]

  test("for a sign-up whose address is verified first", () =>
    whileVerifying(() =>
      expectSame(
        "200",
        () => [...pending, "hash", "BEGIN", "INSERT one_time_tokens", "INSERT queued_emails", "COMMIT"],
        (email) => post(signUp, { email, password })
      )
    ))

  test("for a sign-up whose address is verified first, with too many for the mailbox", () =>
    withLimit("magicLinkPerEmail", () =>
      whileVerifying(() =>
        expectSame(
          "429",
          () => pending,
          (email) => post(signUp, { email, password }),
          (email) => post(signUp, { email, password })
        )
      )
    ))

  test("for an expired link", () => {
    let token = ""
    return expectSame(
      "401",
      () => ["INSERT rate_limits (magicLinkVerifyPerIp)", "BEGIN", "SELECT magic_links", "ROLLBACK"],
      () => post(verify, { token }),
      async (email) => {
        await askForLink(email)
        token = tokenOf(await service.lastLink(email))
        await service.advance(16 * minute)
        await service.browser().get(session)
      },
      // A suppressed address gets no link.
      kindNames.filter((kind) => kind !== "with a suppressed address")
    )
  })

  test("for the request for a link to set a new password", () =>
    expectSame(
      "200",
      () => requestOf("passwordReset"),
      (email) => post(forgotPassword, { email })
    ))

  test("for a request to change to the address", async () => {
    let cookie = ""
    // Another account each time: one may request five in a quarter of an hour.
    const signedUp = async () => {
      const browser = service.browser()
      await signUpNew(browser, `mover-${++count}@example.com`)
      cookie = await browser.jar.getCookieString(service.origin)
    }
    const perMailbox = "emailChangePerEmail, emailChangePerEmailPerDay"
    await expectSame(
      "200",
      () => [
        "SELECT sessions",
        `INSERT rate_limits (magicLinkPerIp, emailChangePerAccount, emailChangePerAccountPerDay, ${perMailbox})`,
        "SELECT users",
        "INSERT rate_limits (signInPerIp)",
        "SELECT users",
        "INSERT rate_limits (signInPerKnownClient, signInKnownClientsPerAccount)",
        "verify $argon2id$v=19$m=19456,t=2,p=1",
        "UPDATE rate_limits (signInPerKnownClient)",
        "UPDATE rate_limits (signInKnownClientsPerAccount)",
        "INSERT queued_emails"
      ],
      (email) => post(changeEmail, { email, currentPassword: password }, { cookie }),
      signedUp
    )
  })

  test("for a sign-up with an address that is reserved, as with one that is taken", async () => {
    const browser = service.browser()
    const former = "former@example.com"
    await signUpNew(browser, former)
    await browser.post(requestLink, { email: former })
    await browser.get(await service.lastLink(former))
    await browser.post(changeEmail, { email: "latter@example.com", currentPassword: password })
    await browser.post(confirmEmail, { token: tokenOf(await service.lastEmailChange("latter@example.com")) })
    const attempt = async (email: string) => {
      await service.browser().get(session)
      return workLog.during(() => post(signUp, { email, password }))
    }
    const [reserved, taken] = [await attempt(former), await attempt("latter@example.com")]
    expect(reserved.result).toContain("HTTP/1.1 400 ")
    expect(reserved.result).toBe(taken.result)
    const summaries = (steps: ReadonlyArray<WorkStep>) => steps.map(({ summary }) => summary)
    const common = ["INSERT rate_limits (signUpPerIp, signUpPerInstance)", "hash", "BEGIN", "INSERT users"]
    expect(summaries(taken.steps)).toEqual([...common, "SELECT users", "ROLLBACK"])
    // As many statements, by primary keys: one reads the reservation in the place of the user.
    expect(summaries(reserved.steps)).toEqual([...common, "SELECT former_emails", "ROLLBACK"])
  })

  test("for a new password with an unknown token, and with one that was used", async () => {
    const newPassword = "another horse battery staple"
    const tokens: Record<string, string> = {}
    for (const kind of kindNames) {
      // A separate account: a new password changes it.
      const email = await accountKinds[kind].make(service)
      await post(forgotPassword, { email })
      await service.deliver()
      const hasLink = (await service.emails()).some(({ text, to }) => to === email && text.includes("/reset-password?"))
      const token = hasLink ? tokenOf(await service.lastResetLink(email)) : `${"t".repeat(42)}A`
      expect(await post(resetPassword, { token, password: newPassword })).toContain(`HTTP/1.1 ${hasLink ? 200 : 401} `)
      tokens[emails[kind]] = token
    }
    await expectSame(
      "401",
      () => ["INSERT rate_limits (magicLinkVerifyPerIp)", "SELECT magic_links"],
      (email) => post(resetPassword, { token: tokens[email], password: newPassword })
    )
  })
})
