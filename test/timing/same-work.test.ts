import { defaultId } from "@latchkey/domain/instance/Instance"
import { type LimitName, defaultRateLimits } from "@latchkey/domain/instance/RateLimits"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { minute, requestLink, session, signIn, signUpNew, wrongPassword } from "../conformance/actions.ts"
import { exchange, rawPost } from "../http/support/wire.ts"
import { onServer, servers } from "../support/postgres/databases.ts"
import { type Service, startService } from "../support/Service.ts"
import { type Deed, makeDiary } from "./Diary.ts"
import { type Kind, kindNames, kinds } from "./Kinds.ts"

const diary = makeDiary()
const [server = expect.fail("There is no PostgreSQL server")] = servers()
let service: Service
const emails = {} as Record<Kind, string>

beforeAll(async () => {
  const storage = Layer.provide(Postgres.layer, onServer(server).migrated)
  service = await startService({ storage, crypto: diary.crypto, settings: { trustedProxies: ["127.0.0.0/8"] } })
  for (const kind of kindNames) emails[kind] = await kinds[kind].make(service)
})
afterAll(() => service.stop())
afterAll(() => vi.restoreAllMocks())
// So that no test spends the budgets of another.
beforeEach(() => service.advance(60 * minute))

let addresses = 0
const newAddress = () => `10.0.${100 + (++addresses >> 7)}.${100 + (addresses & 127)}`

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const all = { connection: "close", "x-forwarded-for": newAddress(), ...headers }
  const reply = await exchange(service.port, rawPost(path, body, all))
  return reply.replace(/^date: .*$/im, "date: …").replace(/(^set-cookie: __client)=[\w-]{43};/im, "$1=…;")
}

const guess = (email: string, headers?: Record<string, string>) =>
  post(signIn, { email, password: wrongPassword }, headers)
const askForLink = (email: string, headers?: Record<string, string>) => post(requestLink, { email }, headers)

/** With a budget of one while `use` runs. */
const withLimit = async (budget: LimitName, use: () => Promise<void>) => {
  const change = (limit: number) =>
    service.instances((instances) => instances.update(defaultId, { rateLimits: { [budget]: { limit } } }))
  await change(1)
  try {
    await use()
  } finally {
    await change(defaultRateLimits[budget].limit)
  }
}

/** Expects one reply, byte for byte, and one list of work for all kinds of addresses, whichever comes first. */
const expectSame = async (
  status: string,
  work: (parameters: string) => ReadonlyArray<string>,
  ask: (email: string) => Promise<string>,
  prepare: (email: string) => Promise<unknown> = async () => {}
) => {
  // Settings of instances are looked up again every now and then, whoever asks.
  await service.browser().get(session)
  const answerTo = async (kind: Kind) => {
    await prepare(emails[kind])
    return diary.during(() => ask(emails[kind]))
  }
  const first = await answerTo("without an account")
  expect(first.answer).toContain(`HTTP/1.1 ${status} `)
  const isStatement = ({ digest }: Deed) => digest !== ""
  for (const kind of [...kindNames, "without an account"] as const) {
    const next = await answerTo(kind)
    expect(next.answer, kind).toBe(first.answer)
    expect(
      next.deeds.map(({ what }) => what),
      kind
    ).toEqual(work(kinds[kind].parameters))
    expect(next.deeds.filter(isStatement), kind).toEqual(first.deeds.filter(isStatement))
  }
}

describe("An address with an account gives the same reply for the same work as one without", () => {
  const [address, account] = ["signInPerIp", "signInPerEmail"]
  const attempt = ["SELECT users", `INSERT rate_limits (${address}, ${account})`]
  const verified = (parameters: string) => [...attempt, `verify ${parameters}`]

  test("to a wrong password", () => expectSame("401", verified, (email) => guess(email)))

  test("to a wrong password from a browser that knows another account", async () => {
    const { browser } = await signUpNew(service.browser())
    const cookie = `__client=${await browser.cookie("__client")}; __session=${await browser.cookie("__session")}`
    await expectSame("401", verified, (email) => guess(email, { cookie }))
  })

  test("when the budget of the account is spent", () =>
    withLimit("signInPerEmail", () =>
      expectSame(
        "429",
        () => [...attempt, `UPDATE rate_limits (${address})`],
        (email) => guess(email),
        (email) => guess(email)
      )
    ))

  test("when the budget of the caller's address is spent", () => {
    let spent = {}
    return withLimit("signInPerIp", () =>
      expectSame(
        "429",
        () => attempt,
        (email) => guess(email, spent),
        () => {
          spent = { "x-forwarded-for": newAddress() }
          return guess("somebody@example.com", spent)
        }
      )
    )
  })

  const request = ["INSERT rate_limits (magicLinkPerIp, magicLinkPerEmail)", "INSERT magic_link_requests"]

  test("to the request for a link", () =>
    expectSame(
      "200",
      () => request,
      (email) => askForLink(email)
    ))
})
