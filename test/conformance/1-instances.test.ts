import { expect, test } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import {
  askForLink,
  errorOf,
  isSignedIn,
  newEmail,
  newInstance,
  password,
  session,
  signIn,
  signInAgain,
  signOut,
  signOutAll,
  signUp,
  signUpNew,
  verify
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

onEveryStore("1 Application instances: not shown in the contract; decided: they share nothing", (fixture) => {
  const cookiesOf = async (browser: Browser) =>
    `__client=${await browser.cookie("__client")}; __session=${await browser.cookie("__session")}`

  test("the request's host selects the instance, regardless of port and letter case", async () => {
    const app = await newInstance(fixture.service)
    const { email } = await signUpNew(app.browser())
    for (const host of [app.host.toUpperCase(), `${app.host}:8443`]) {
      await signInAgain(fixture.service.browser({ host }), email)
    }
  })

  test("a host that belongs to no instance selects the default instance", async () => {
    const { email } = await signUpNew(fixture.service.browser())
    await signInAgain(fixture.service.browser({ host: "unknown.example" }), email)
  })

  test("the same email address belongs to a different user in another instance", async () => {
    const one = await newInstance(fixture.service)
    const two = await newInstance(fixture.service)
    const ada = await signUpNew(one.browser())
    const sameAddress = { email: ada.email, password: "another password" }
    const other = await two.browser().post(signUp, sameAddress)
    expect(other.status).toBe(200)
    expect(other.json["userId"]).not.toBe(ada.userId)
    expect((await two.browser().post(signIn, sameAddress)).status).toBe(200)
    expect((await one.browser().post(signIn, sameAddress)).status).toBe(401)
  })

  test("credentials of one instance are invalid in another", async () => {
    const { email } = await signUpNew((await newInstance(fixture.service)).browser())
    const elsewhere = await newInstance(fixture.service)
    const reply = await elsewhere.browser().post(signIn, { email, password })
    expect(errorOf(reply)).toEqual([401, "invalid_credentials"])
  })

  test("cookies of one instance are invalid in another, and revoke nothing there", async () => {
    const { browser } = await signUpNew((await newInstance(fixture.service)).browser())
    const elsewhere = (await newInstance(fixture.service)).browser({ cookie: await cookiesOf(browser) })
    expect((await elsewhere.get(session)).status).toBe(401)
    expect((await elsewhere.post(signOutAll)).status).toBe(401)
    expect((await elsewhere.post(signOut)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test("a link of one instance is invalid in another, and is not consumed there", async () => {
    const app = await newInstance(fixture.service)
    const browser = app.browser()
    const link = await askForLink(fixture.service, browser, newEmail())
    const elsewhere = await newInstance(fixture.service)
    expect(errorOf(await elsewhere.browser().get(link))).toEqual([401, "invalid_token"])
    expect(errorOf(await fixture.service.browser().get(link))).toEqual([401, "invalid_token"])
    expect((await browser.get(link)).status).toBe(200)
  })

  test("a link has the first host of its instance, with scheme and port of the base URL", async () => {
    const app = await newInstance(fixture.service)
    const email = newEmail()
    await askForLink(fixture.service, app.browser(), email)
    const [sent] = (await fixture.service.emails()).filter(({ to }) => to === email)
    expect(sent?.text).toContain(`http://${app.host}:${fixture.service.port}${verify}?token=`)
  })

  test("a limit that is reached in one instance does not restrict another", async () => {
    const rateLimits = { signInPerIp: { limit: 1, windowSeconds: 60 } }
    const one = await newInstance(fixture.service, { rateLimits })
    const two = await newInstance(fixture.service, { rateLimits })
    const attempt = { email: newEmail(), password }
    const statuses = []
    for (const app of [one, one, two]) statuses.push((await app.browser().post(signIn, attempt)).status)
    expect(statuses).toEqual([401, 429, 401])
  })
})
