import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it, type TestContext } from "vitest"
import { Browser } from "../../../../../test/support/Browser.ts"
import * as PgBouncer from "../../../../../test/support/postgres/PgBouncer.ts"
import { database } from "../../support/database.ts"
import { folder, run } from "../../support/latchkey.ts"
import { openSesEndpoint } from "../../support/SesEndpoint.ts"
import { until } from "../../support/until.ts"
import { Load } from "./Load.ts"
import * as service from "./service.ts"

const patience = 60_000

const ada = { email: "ada@example.com", password: "correct horse battery" }

/** What PgBouncer has to be told so that it lets the time limits of a connection pass. */
const indulgence = { ignore_startup_parameters: "statement_timeout, lock_timeout, idle_in_transaction_session_timeout" }

const bouncer = async ({ skip, onTestFinished }: TestContext, settings: Readonly<Record<string, string>>) => {
  skip(PgBouncer.program === undefined, "PgBouncer is not installed")
  const started = await PgBouncer.start(await database(), settings)
  onTestFinished(started.stop)
  return started
}

describe("PgBouncer in transaction mode", () => {
  it("is told by name what it has to ignore, when it refuses", { timeout: patience }, async (context) => {
    const { url } = await bouncer(context, {})
    const environment = { BASE_URL: "https://auth.example.com", DATABASE_URL: url }
    const latchkey = run(["serve"], { directory: folder(), environment })
    assert.strictEqual(await latchkey.ended, 1)
    const [[name, value] = []] = Object.entries(indulgence)
    assert.include(latchkey.err(), "cannot be used: it refuses the time limits of the connection.")
    assert.include(latchkey.err(), `${name} = ${value}.\n`)
  })

  it("carries the whole service: tables, accounts, sessions, links, exact limits", {
    timeout: patience
  }, async (context) => {
    const { url } = await bouncer(context, indulgence)
    const ses = await openSesEndpoint(context.onTestFinished)
    const latchkey = await service.start(context.onTestFinished, url, { mail: ses.url })
    const { origin } = latchkey
    assert.include(latchkey.out(), "Migrations applied")

    const browser = new Browser(origin)
    const signedUp = await browser.post("/v1/auth/sign-up/email-password", ada)
    assert.strictEqual(signedUp.status, 200)
    const { userId } = signedUp.json
    assert.deepInclude((await browser.get("/v1/auth/session")).json, { userId, emailVerified: false })
    assert.strictEqual((await browser.post("/v1/auth/sign-in/email-password", ada)).json["userId"], userId)
    assert.strictEqual((await browser.post("/v1/auth/sign-in/magic-link", { email: ada.email })).status, 200)
    const { path } = await until("the mail", () => ses.mailsTo(ada.email)[0])
    assert.strictEqual((await browser.get(path)).json["userId"], userId)
    assert.strictEqual((await browser.get(path)).json["code"], "invalid_token")
    assert.deepInclude((await browser.get("/v1/auth/session")).json, { userId, emailVerified: true })
    assert.strictEqual((await browser.post("/v1/auth/sign-out/all")).status, 200)
    assert.strictEqual((await browser.get("/v1/auth/session")).status, 401)

    // One of the twenty was used above, and all of them come from this address.
    await service.limit(latchkey, { magicLinkPerIp: { limit: 8 } })
    const asked = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        new Browser(origin).post("/v1/auth/sign-in/magic-link", { email: `person-${index}@example.com` })
      )
    )
    const admitted = asked.filter(({ status }) => status === 200).length
    const refused = asked.filter(({ status }) => status === 429).length
    assert.deepStrictEqual({ admitted, refused }, { admitted: 7, refused: 18 })
  })

  it("is restarted under load: nothing acknowledged is lost, and all is right again by itself", {
    timeout: patience
  }, async (context) => {
    const { url, restart } = await bouncer(context, indulgence)
    const latchkey = await service.start(context.onTestFinished, url)
    await service.limit(latchkey, service.wideLimits)
    const load = new Load(latchkey.origin)
    assert.isTrue(await load.isRight())
    load.start()
    await sleep(300)
    await restart()
    await load.untilRight(15_000)
    await load.stop()
    assert.deepStrictEqual(load.wrong, [])
    assert.deepStrictEqual(await load.lost(), [])
    assert.deepStrictEqual(service.indiscretions(latchkey), [])
    assert.strictEqual(latchkey.err(), "")
  })
})
