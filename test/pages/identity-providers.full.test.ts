import { gzipSync } from "node:zlib"
import { newEmail, password } from "@latchkey/test-support/contract"
import * as GoodProvider from "@latchkey/test-support/oidc/GoodProvider"
import { layerAtRealTime } from "@latchkey/test-support/oidc/openIdClient"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { inChromium, type Scene } from "./support/chromium.ts"
import { openPage } from "./support/everyPage.ts"
import { identityOpeners } from "./support/identityPages.ts"
import { acme, configure, silentProviders } from "./support/providers.ts"
import { fill } from "./support/steps.ts"

const callback = "/v1/auth/identity-providers/callback"

const stops: Array<() => unknown> = []
const provider = await GoodProvider.start((stop) => stops.push(stop))
afterAll(async () => {
  for (const stop of stops) await stop()
})

/** Says what the provider knows about a new user. */
const knownAs = (email = newEmail(), email_verified = true) => {
  const login = email.split("@", 1).join("")
  provider.users.set(login, { email, email_verified })
  return { email, login }
}

/** Signs in on the provider's pages, and agrees. */
const signInThere = async (page: Page, login: string) => {
  await page.waitForURL(`${provider.origin}/**`)
  await page.fill("[name=login]", login)
  await page.fill("[name=password]", "any")
  await page.click("[type=submit]")
  await page.click("[type=submit]:has-text('Continue')")
}

// The provider is at 127.0.0.1: for a service at `localhost` that is another site.
const options = { host: "localhost", identityProviders: layerAtRealTime([provider.origin]) } as const

const beforeTests = ({ service }: Scene) =>
  beforeAll(async () => {
    const redirectUris = [`${service().origin}${callback}`]
    const { clientId } = provider.register({ redirectUris, authentication: "none" })
    await configure(service(), [{ ...acme, issuer: provider.issuer, clientId }])
  })

const button = "text=Continue with Acme"

inChromium(
  "Identity providers",
  (scene) => {
    const { emailOf, newPage, otherSite, service, signedUp } = scene
    beforeTests(scene)

    describe.each([
      ["with scripts", true],
      ["without scripts", false]
    ])("%s", (_, javaScriptEnabled) => {
      test("a user signs up with the button on the sign-up page, and signs in with the one on the sign-in page", async () => {
        const { email, login } = knownAs()
        for (const path of ["/sign-up", "/sign-in"]) {
          const page = await newPage({ javaScriptEnabled })
          await page.goto(path)
          await page.click(button)
          await signInThere(page, login)
          await page.waitForURL(`${otherSite()}/home`)
          expect(await emailOf(page)).toBe(email)
        }
      })

      test("a user who cancels there is back on the sign-in page, and can choose another way", async () => {
        const { email } = await signedUp()
        const page = await newPage({ javaScriptEnabled })
        await page.goto("/sign-in")
        await page.click(button)
        await page.click("text=Cancel")
        await page.waitForURL(`${service().origin}${callback}**`)
        expect(await page.locator("[role=alert]").textContent()).toContain("Signing in with Acme was cancelled.")
        await page.fill("#email", email)
        await page.fill("#password", password)
        await page.click("main button:not([type],.quiet)")
        await page.waitForURL(`${otherSite()}/home`)
        expect(await emailOf(page)).toBe(email)
      })

      test("a user connects an account, signs in with it, and disconnects it", async () => {
        const { email, page: first } = await signedUp({ javaScriptEnabled })
        await first.goto("/account")
        await first.click("text=Manage your connected accounts")
        await first.click("text=Connect Acme")
        const { login } = knownAs()
        await signInThere(first, login)
        await first.waitForURL("**/account/identities?done=added")
        expect(await first.locator("[role=status].notice").textContent()).toContain("The account is connected.")
        const second = await newPage({ javaScriptEnabled })
        await second.goto("/sign-in")
        await second.click(button)
        await signInThere(second, login)
        await second.waitForURL(`${otherSite()}/home`)
        expect(await emailOf(second)).toBe(email)
        await first.click("text=Disconnect")
        await first.waitForURL("**/account/identities?done=removed")
        expect(await first.locator("main").textContent()).toContain("No account is connected yet.")
      })

      test("a user whose account has to be proved signs in, connects the account, and goes on", async () => {
        const email = newEmail()
        const asked = await newPage({ javaScriptEnabled })
        await fill(asked, "/sign-in", { email }, 'button[formaction$="/sign-in/link"]')
        await asked.waitForURL("**/check-your-email")
        await asked.goto(await service().lastLink(email)).catch(() => undefined)
        await asked.waitForURL(`${otherSite()}/home`)
        const { login } = knownAs(email)
        const returnTo = `${otherSite()}/cart`
        await service().instances((all) => all.update("default" as never, { origins: [otherSite()] }))
        const page = await newPage({ javaScriptEnabled })
        await page.goto(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)
        await page.click(button)
        await signInThere(page, login)
        expect(await page.locator("[role=alert]").textContent()).toContain("Sign in another way first.")
        // The account has no password: only the link is offered.
        await page.fill("#email", email)
        await page.click("text=Email me a sign-in link")
        await page.waitForURL("**/check-your-email")
        await page.goto(await service().lastLink(email))
        expect(await page.locator("h1").textContent()).toBe("Connect your Acme account?")
        await page.click("text=Connect Acme")
        // The provider remembers the user.
        await page.waitForURL("**/account/identities?done=added**")
        await page.click("text=Continue")
        await page.waitForURL(returnTo)
      })

      test("a response that the provider posts signs in, too", async () => {
        const { email, login } = knownAs()
        const page = await newPage({ javaScriptEnabled })
        await page.goto("/sign-in")
        const reply = await page.request.get(`${service().origin}/sign-in/with/acme`, { maxRedirects: 0 })
        await page.goto(`${reply.headers()["location"]}&response_mode=form_post`)
        await signInThere(page, login)
        if (!javaScriptEnabled) {
          await page.click("[type=submit]")
          await page.waitForURL(`${service().origin}${callback}`)
          expect(await page.locator("h1").textContent()).toBe("Almost done")
          await page.click("main button")
        }
        await page.waitForURL(`${otherSite()}/home`)
        expect(await emailOf(page)).toBe(email)
      })
    })
  },
  options
)

inChromium(
  "The pages of five identity providers",
  (scene) => {
    test.each(Object.keys(identityOpeners))("%s: at most 7 kB", async (name) => {
      const page = await openPage(scene, name)
      expect(gzipSync(await page.content()).length).toBeLessThanOrEqual(7000)
    })
  },
  { host: "localhost", identityProviders: silentProviders }
)

inChromium(
  "Identity providers, with strict cookies",
  (scene) => {
    const { emailOf, newPage, otherSite } = scene
    beforeTests(scene)

    test("a user who comes back signs in: the page sends the response again, from its own origin", async () => {
      const { email, login } = knownAs()
      const page = await newPage()
      const posted = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith(callback))
      await page.goto("/sign-in")
      await page.click(button)
      await signInThere(page, login)
      await page.waitForURL(`${otherSite()}/home`)
      expect((await (await posted).allHeaders())["sec-fetch-site"]).toBe("same-origin")
      expect(await emailOf(page)).toBe(email)
    })
  },
  { ...options, settings: { cookieSameSite: "strict" } }
)
