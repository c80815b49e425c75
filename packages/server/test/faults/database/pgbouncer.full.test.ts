import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it, type TestContext } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import * as PgBouncer from "@latchkey/test-support/postgres/PgBouncer"
import { database } from "@latchkey/test-support/postgres/database"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { openSesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { until } from "@latchkey/test-support/process/until"
import { Load } from "./Load.ts"
import * as service from "./service.ts"

const patience = 60_000

const ada = { email: "ada@example.com", password: "correct horse battery" }

/** The settings with which PgBouncer accepts the timeouts of a connection. */
const ignoringTimeouts = {
  ignore_startup_parameters: "statement_timeout, lock_timeout, idle_in_transaction_session_timeout"
}

const bouncer = async ({ skip, onTestFinished }: TestContext, settings: Readonly<Record<string, string>>) => {
  skip(PgBouncer.program === undefined, "PgBouncer is not installed")
  const started = await PgBouncer.start(await database(), settings)
  onTestFinished(started.stop)
  return started
}

describe("PgBouncer in transaction mode", () => {
  it("makes serve fail without ignore_startup_parameters, and the error names what to ignore", {
    timeout: patience
  }, async (context) => {
    const { url } = await bouncer(context, {})
    const environment = { BASE_URL: "https://auth.example.com", DATABASE_URL: url }
    const latchkey = run(["serve"], { directory: folder(), environment })
    assert.strictEqual(await latchkey.ended, 1)
    const [[name, value] = []] = Object.entries(ignoringTimeouts)
    assert.include(latchkey.err(), "it rejected the connection's timeouts.")
    assert.include(latchkey.err(), `In PgBouncer, set ${name} = ${value}.\n`)
  })

  it("supports the whole service: migrations, accounts, sessions, links, exact limits", {
    timeout: patience
  }, async (context) => {
    const { url } = await bouncer(context, ignoringTimeouts)
    const ses = await openSesEndpoint(context.onTestFinished)
    const latchkey = await service.start(context.onTestFinished, url, { emailProvider: ses.url })
    const { origin } = latchkey
    assert.include(latchkey.out(), "Migrations applied")

    const browser = new Browser(origin)
    const signedUp = await browser.post("/v1/auth/sign-up/email-password", ada)
    assert.strictEqual(signedUp.status, 200)
    const { userId } = signedUp.json
    assert.deepInclude((await browser.get("/v1/auth/session")).json, { userId, emailVerified: false })
    assert.strictEqual((await browser.post("/v1/auth/sign-in/email-password", ada)).json["userId"], userId)
    assert.strictEqual((await browser.post("/v1/auth/sign-in/magic-link", { email: ada.email })).status, 200)
    const { path } = await until("the email", () => ses.emailsTo(ada.email)[0])
    assert.strictEqual((await browser.get(path)).json["userId"], userId)
    assert.strictEqual((await browser.get(path)).json["code"], "invalid_token")
    assert.deepInclude((await browser.get("/v1/auth/session")).json, { userId, emailVerified: true })
    assert.strictEqual((await browser.post("/v1/auth/sign-out/all")).status, 200)
    assert.strictEqual((await browser.get("/v1/auth/session")).status, 401)

    // One attempt was consumed above, and all come from this IP address.
    await service.limit(latchkey, { magicLinkPerIp: { limit: 8 } })
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        new Browser(origin).post("/v1/auth/sign-in/magic-link", { email: `user-${index}@example.com` })
      )
    )
    const allowed = replies.filter(({ status }) => status === 200).length
    const refused = replies.filter(({ status }) => status === 429).length
    assert.deepStrictEqual({ allowed, refused }, { allowed: 7, refused: 18 })
  })

  it("can be restarted under load: nothing acknowledged is lost, and the service recovers", {
    timeout: patience
  }, async (context) => {
    const { url, restart } = await bouncer(context, ignoringTimeouts)
    const latchkey = await service.start(context.onTestFinished, url)
    await service.limit(latchkey, service.wideLimits)
    const load = new Load(latchkey.origin)
    assert.isTrue(await load.works())
    load.start()
    await sleep(300)
    await restart()
    await load.untilItWorks(15_000)
    await load.stop()
    assert.deepStrictEqual(load.wrong, [])
    assert.deepStrictEqual(await load.lost(), [])
    assert.deepStrictEqual(service.leaks(latchkey), [])
    assert.strictEqual(latchkey.err(), "")
  })
})
