import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password, sessions, signUp } from "@latchkey/test-support/contract"
import * as Devices from "@latchkey/test-support/devices"
import { start } from "@latchkey/test-support/HttpService"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { until } from "@latchkey/test-support/process/until"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

describe("latchkey login", () => {
  let service: Service
  let browser: Browser
  let email: string
  let userId: string

  beforeAll(async () => {
    service = await start()
    browser = service.browser()
    email = newEmail()
    userId = String((await browser.post(signUp, { email, password })).json["userId"])
  })
  afterAll(() => service.stop())

  const set = (tokenConfig: object) => service.instances((all) => all.update(defaultId, { tokenConfig }))
  const login = (...args: ReadonlyArray<string>) =>
    run(["login", "--url", service.origin, ...args], { directory: folder() })

  /** Waits for the code, and decides about it. */
  const decided = async (decision: "approve" | "deny", ...args: ReadonlyArray<string>) => {
    const program = login(...args)
    const read = () => /^Open (\S+) and enter the code (\S+)\n$/.exec(program.err())
    await until("the code is printed", () => read() !== null)
    const [, page, code] = read() ?? []
    await Devices.decide(service, browser, decision, code)
    return { page, code: await program.ended, out: program.out(), err: program.err() }
  }

  it("prints who has signed in, and keeps no session", async () => {
    await set({ deviceSignIn: true })
    const { code, out, page } = await decided("approve")
    assert.strictEqual(page, `${service.origin}/device`)
    assert.deepStrictEqual(
      [code, out],
      [0, `Signed in as ${email} (${userId}). Nothing is stored: the session has ended again.\n`]
    )
    assert.lengthOf((await browser.get(sessions)).json["sessions"] as ReadonlyArray<unknown>, 1)
  })

  it("prints the tokens as JSON, and keeps the session", async () => {
    await set({ deviceSignIn: true, audiences: ["https://api.example.com"] })
    const { code, out } = await decided("approve", "--json")
    const printed: Record<string, unknown> = JSON.parse(out)
    assert.strictEqual(code, 0)
    assert.strictEqual(printed["userId"], userId)
    assert.match(String(printed["refreshToken"]), /^lkr_/)
    const listed = (await browser.get(sessions)).json["sessions"] as ReadonlyArray<Record<string, unknown>>
    assert.match(JSON.stringify(listed), /"userAgent":"latchkey\//)
  })

  it("says that the user has refused", async () => {
    await set({ deviceSignIn: true })
    const { code, err, out } = await decided("deny")
    assert.deepStrictEqual([code, out], [1, ""])
    assert.include(err, "\nlatchkey: The user has refused.\n")
  })

  it("says what is missing: the setting, an audience for tokens, a service, or https", async () => {
    const failed = async (process: ReturnType<typeof run>) => [await process.ended, process.err()]
    await set({ deviceSignIn: false, audiences: [] })
    assert.deepStrictEqual(await failed(login()), [
      1,
      "latchkey: Signing in command lines and televisions is turned off. Turn it on in the dashboard, under Tokens, or with tokenConfig.deviceSignIn.\n"
    ])
    const [, missing] = await failed(login("--json"))
    assert.include(String(missing), "requires tokenConfig.audiences of the instance")
    const elsewhere = (url: string) => run(["login", "--url", url], { directory: folder() })
    assert.deepStrictEqual(await failed(elsewhere("http://127.0.0.1:1")), [
      1,
      "latchkey: Latchkey does not answer at http://127.0.0.1:1.\n"
    ])
    assert.deepStrictEqual(await failed(elsewhere("http://auth.example.com")), [
      1,
      "latchkey: --url must be an https URL, or http on this machine.\n"
    ])
  })
})
