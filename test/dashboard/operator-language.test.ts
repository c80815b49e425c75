import { newEmail } from "@latchkey/test-support/contract"
import { FormBrowser, signedInAs } from "@latchkey/test-support/operator"
import { describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"
import { passkeysOf } from "@latchkey/test-support/operatorPasskeys"

const home = "/dashboard"
const page = "/dashboard/language"
const langOf = (text: string) => /<html lang="([\w-]+)"/.exec(text)?.[1]

describe("The language that an administrator has chosen", () => {
  const { operator, service } = operatorScene({ host: "localhost" })
  const { signInWith, withPasskey } = passkeysOf(service)

  test("is theirs in other browsers, which open the page that was wanted in it", async () => {
    const { browser, keys } = await withPasskey("viewer")
    await signInWith(keys, browser)
    expect(langOf((await browser.get(home)).text)).toBe("en")
    await browser.submit(page, { language: "de" })
    expect(langOf((await browser.get(home)).text)).toBe("de")
    const { browser: other } = await signInWith(keys)
    const reply = await other.get("/dashboard/account?done=saved")
    expect([reply.status, reply.headers.location]).toEqual([303, "/dashboard/account?done=saved"])
    expect(langOf((await other.get("/dashboard/account")).text)).toBe("de")
  })

  test("does not change a browser in which another one was chosen", async () => {
    const { browser, keys } = await withPasskey("viewer")
    await browser.submit(page, { language: "de" })
    const other = new FormBrowser(service().origin)
    await other.submit(page, { language: "fr" })
    await signInWith(keys, other)
    expect(langOf((await other.get(home)).text)).toBe("fr")
  })

  test("is that of no other administrator", async () => {
    const { browser } = await signedInAs(service(), "viewer", newEmail())
    await browser.submit(page, { language: "ja" })
    const { browser: another } = await signedInAs(service(), "viewer", newEmail())
    expect(langOf((await another.get(home)).text)).toBe("en")
  })

  test("stays in the browser of someone without a name", async () => {
    await operator().submit(page, { language: "es" })
    expect(langOf((await operator().get(home)).text)).toBe("es")
    const reply = await new FormBrowser(service().origin).get("/dashboard/sign-in")
    expect(langOf(reply.text)).toBe("en")
  })
})
