import { expect, test } from "vitest"
import type { Browser } from "../support/Browser.ts"
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
} from "./actions.ts"
import { onEveryStore } from "./support.ts"

onEveryStore("1 Application instances: not shown in the contract; decided: they share nothing", (the) => {
  const cookiesOf = async (browser: Browser) =>
    `__client=${await browser.cookie("__client")}; __session=${await browser.cookie("__session")}`

  test("the host of the request chooses the instance, whatever its port and case", async () => {
    const app = await newInstance(the.service)
    const { email } = await signUpNew(app.browser())
    for (const host of [app.host.toUpperCase(), `${app.host}:8443`]) {
      await signInAgain(the.service.browser({ host }), email)
    }
  })

  test("a host that no instance claims goes to the default instance", async () => {
    const { email } = await signUpNew(the.service.browser())
    await signInAgain(the.service.browser({ host: "unclaimed.example" }), email)
  })

  test("one address is two users in two instances", async () => {
    const one = await newInstance(the.service)
    const two = await newInstance(the.service)
    const ada = await signUpNew(one.browser())
    const sameAddress = { email: ada.email, password: "another password of hers" }
    const other = await two.browser().post(signUp, sameAddress)
    expect(other.status).toBe(200)
    expect(other.json["userId"]).not.toBe(ada.userId)
    expect((await two.browser().post(signIn, sameAddress)).status).toBe(200)
    expect((await one.browser().post(signIn, sameAddress)).status).toBe(401)
  })

  test("credentials of one instance are wrong at another", async () => {
    const { email } = await signUpNew((await newInstance(the.service)).browser())
    const elsewhere = await newInstance(the.service)
    const reply = await elsewhere.browser().post(signIn, { email, password })
    expect(errorOf(reply)).toEqual([401, "invalid_credentials"])
  })

  test("cookies of one instance are worthless at another, and do no harm there", async () => {
    const { browser } = await signUpNew((await newInstance(the.service)).browser())
    const elsewhere = (await newInstance(the.service)).browser({ cookie: await cookiesOf(browser) })
    expect((await elsewhere.get(session)).status).toBe(401)
    expect((await elsewhere.post(signOutAll)).status).toBe(401)
    expect((await elsewhere.post(signOut)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test("a link of one instance is invalid at another, and is not used up there", async () => {
    const app = await newInstance(the.service)
    const browser = app.browser()
    const link = await askForLink(the.service, browser, newEmail())
    const elsewhere = await newInstance(the.service)
    expect(errorOf(await elsewhere.browser().get(link))).toEqual([401, "invalid_token"])
    expect(errorOf(await the.service.browser().get(link))).toEqual([401, "invalid_token"])
    expect((await browser.get(link)).status).toBe(200)
  })

  test("links begin with the first host of their instance, on the scheme and port of the base URL", async () => {
    const app = await newInstance(the.service)
    const email = newEmail()
    await askForLink(the.service, app.browser(), email)
    const [mail] = (await the.service.mails()).filter(({ to }) => to === email)
    expect(mail?.text).toContain(`http://${app.host}:${the.service.port}${verify}?token=`)
  })

  test("a limit that is reached in one instance is not reached in another", async () => {
    const rateLimits = { signInPerIp: { limit: 1, windowSeconds: 60 } }
    const one = await newInstance(the.service, { rateLimits })
    const two = await newInstance(the.service, { rateLimits })
    const attempt = { email: newEmail(), password }
    const statuses = []
    for (const app of [one, one, two]) statuses.push((await app.browser().post(signIn, attempt)).status)
    expect(statuses).toEqual([401, 429, 401])
  })
})
