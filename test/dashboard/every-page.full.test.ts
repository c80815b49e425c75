import { mkdirSync, writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { Email } from "@latchkey/domain/core/Email"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { screenshotOf, serveOtherSite } from "@latchkey/test-support/chromium"
import { clickTwice, holdForms } from "@latchkey/test-support/formsSentTwice"
import { serveInPieces, shiftsOf, watchShifts } from "@latchkey/test-support/layoutShifts"
import { asAdmin, instances, newEmail, requestLink } from "@latchkey/test-support/contract"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { desktop, phone, violationsInBoth } from "./support/accessibility.ts"
import { follow, inChromium } from "./support/chromium.ts"
import { invite, withApiKey } from "@latchkey/test-support/operator"
import { startPopulated } from "./support/populated.ts"

const instance = "/dashboard/instances/default"
const go = (path: string) => (page: Page, service: Service) => page.goto(`${service.origin}${path}`)

/** Invites an administrator, and opens their page, or the page with the link if the email is refused. */
const inviteGrace = async (page: Page, service: Service) => {
  await go("/dashboard/operators")(page, service)
  await page.fill("#email", newEmail())
  await page.fill("#name", "Grace Hopper")
  await page.selectOption("#role", "support")
  await follow(page, 'button:text-is("Invite")')
}

const openWebhook = async (page: Page, service: Service) => {
  await go(`${instance}/webhooks`)(page, service)
  await follow(page, "text=app.example.com/hooks")
}

const createApiKey = async (page: Page, service: Service) => {
  await go("/dashboard/api-keys")(page, service)
  await page.fill("#name", "Billing sync")
  await follow(page, 'button:text-is("Create key")')
}

/** Opens every page for a signed-in administrator, by name. */
const openers: Readonly<Record<string, (page: Page, service: Service) => Promise<unknown>>> = {
  instances: go("/dashboard"),
  "new-instance": go("/dashboard/instances/new"),
  "new-instance-rejected": async (page, service) => {
    await go("/dashboard/instances/new")(page, service)
    await follow(page, "main button")
  },
  overview: go(instance),
  "overview-table": async (page, service) => {
    await go(instance)(page, service)
    await page.click("main summary")
  },
  "delete-instance": async (page, service) => {
    await go("/dashboard")(page, service)
    await follow(page, "main >> text=Acme Shop")
    await follow(page, "text=Delete instance")
  },
  "delete-instance-rejected": async (page, service) => {
    await openers["delete-instance"]?.(page, service)
    await page.fill("#id", "Acme Shop")
    await follow(page, "main button")
  },
  "deleted-instances": async (page, service) => {
    await go("/dashboard/instances/new")(page, service)
    await page.fill("#name", "Closed")
    await follow(page, "main button")
    await follow(page, "text=Delete instance")
    await page.fill("#id", (await page.textContent("main code")) ?? "")
    await follow(page, "main button")
  },
  settings: go(`${instance}/settings/general?saved=1`),
  "auth-methods": go(`${instance}/settings/auth-methods`),
  "user-details": go(`${instance}/settings/user-details`),
  tokens: go(`${instance}/settings/tokens`),
  "settings-rejected": async (page, service) => {
    await go(`${instance}/settings`)(page, service)
    await page.fill("#name", "")
    await page.fill("#hosts", "a b\nc d")
    await follow(page, "#general button")
  },
  "settings-free": async (page, service) => {
    await go("/dashboard/instances/new")(page, service)
    await page.fill("#name", "Free")
    await follow(page, "main button")
    await page.goto(`${page.url()}/settings/password-policy`)
    await page.fill("#trial-password", "short")
    await follow(page, "#trial button")
  },
  providers: go(`${instance}/sign-in-providers`),
  "add-provider": go(`${instance}/add-sign-in-provider/apple`),
  "add-provider-rejected": async (page, service) => {
    await go(`${instance}/add-sign-in-provider/oidc`)(page, service)
    await page.fill("#issuer", "http://id.example.com")
    await follow(page, "main .save button")
  },
  provider: go(`${instance}/sign-in-providers/google?done=added`),
  "provider-checked": async (page, service) => {
    await openers["provider"]?.(page, service)
    await follow(page, 'button:text-is("Check")')
  },
  "delete-provider": go(`${instance}/sign-in-providers/google/delete`),
  webhooks: go(`${instance}/webhooks`),
  "webhooks-rejected": async (page, service) => {
    await go(`${instance}/webhooks`)(page, service)
    await page.fill("#url", "ftp://app.example.com")
    await follow(page, 'button:text-is("Add webhook")')
  },
  "webhook-added-shown": async (page, service) => {
    await go(`${instance}/webhooks`)(page, service)
    await page.fill("#url", "https://other.example.com/hooks")
    await page.check("text=session.created")
    await follow(page, 'button:text-is("Add webhook")')
    await follow(page, "text=Go to the webhook")
    await follow(page, "text=Replace the secret…")
    await follow(page, 'button:text-is("Replace secret")')
    const id = /webhook_[0-9a-f-]{36}/.exec(await page.content())?.[0]
    await service.browser().send("DELETE", `${instances}/default/webhooks/${id}`, { headers: asAdmin })
  },
  webhook: openWebhook,
  "webhook-tested-shown": async (page, service) => {
    await openWebhook(page, service)
    await follow(page, 'button:text-is("Send a test")')
  },
  "webhook-secret": async (page, service) => {
    await openWebhook(page, service)
    await follow(page, "text=Replace the secret…")
  },
  "delete-webhook": async (page, service) => {
    await openWebhook(page, service)
    await follow(page, "text=Delete…")
  },
  users: go(`${instance}/users`),
  "no-users": go(`${instance}/users?q=unknown`),
  user: async (page, service) => {
    await go(`${instance}/users`)(page, service)
    await follow(page, "text=ada@example.com")
  },
  disable: async (page, service) => {
    await go(`${instance}/users`)(page, service)
    await follow(page, "text=ada@example.com")
    await follow(page, "text=Disable")
  },
  "no-invitations": go(`${instance}/invitations`),
  invitations: async (page, service) => {
    await go(`${instance}/invitations`)(page, service)
    await page.fill("#email", "lin@example.com")
    await follow(page, "main section:first-of-type button")
  },
  "invitations-rejected": async (page, service) => {
    await go(`${instance}/invitations`)(page, service)
    await page.fill("#email", "ada@example.com")
    await follow(page, "main section:first-of-type button")
  },
  emails: go(`${instance}/emails`),
  "sender-records": go(`${instance}/emails#sender`),
  "no-suppressed": go(`${instance}/suppressed?done=lifted`),
  suppressed: async (page, service) => {
    const email = Email.make("charles@example.com")
    await service.run(
      Effect.flatMap(DateTime.now, (suppressedAt) =>
        Effect.flatMap(EmailSuppressions, ({ put }) =>
          put(Samples.emailSuppression(defaultId, { email, suppressedAt }))
        )
      )
    )
    await go(`${instance}/suppressed`)(page, service)
  },
  "email-texts": go(`${instance}/email-texts`),
  "email-text": go(`${instance}/email-texts/magic_link/en`),
  "email-text-preview": go(`${instance}/email-texts/magic_link/en#preview-heading`),
  "email-text-rejected": async (page, service) => {
    await go(`${instance}/email-texts/magic_link/en`)(page, service)
    await page.fill("#text", "Hello {{firstName}}")
    await follow(page, 'button:text-is("Save")')
  },
  access: async (page, service) => {
    await invite(service)
    await go("/dashboard/access?done=revoked")(page, service)
  },
  "no-administrators": go("/dashboard/operators"),
  "administrators-rejected": async (page, service) => {
    await go("/dashboard/operators")(page, service)
    await follow(page, "main button")
  },
  administrators: async (page, service) => {
    await inviteGrace(page, service)
    await go("/dashboard/operators?done=delete")(page, service)
  },
  administrator: inviteGrace,
  "administrator-rejected": async (page, service) => {
    await inviteGrace(page, service)
    await page.fill("#name", "")
    await follow(page, 'button:text-is("Save")')
  },
  "administrator-delete": async (page, service) => {
    await inviteGrace(page, service)
    await follow(page, "text=Delete…")
  },
  "administrator-link-shown": async (page, service) => {
    const error = new MailerError({ reason: "permanent", detail: "refused", cause: new Error("550") })
    await service.run(Effect.flatMap(Sent, ({ failNext }) => failNext(1, error)) as Effect.Effect<void>)
    await inviteGrace(page, service)
  },
  "no-api-keys": go("/dashboard/api-keys?done=revoked"),
  "api-keys-rejected": async (page, service) => {
    await go("/dashboard/api-keys")(page, service)
    await page.fill("#expires", "2020-02-22")
    await follow(page, 'button:text-is("Create key")')
  },
  "api-key-shown": createApiKey,
  "api-keys": async (page, service) => {
    await createApiKey(page, service)
    await follow(page, "text=Back to the API keys")
  },
  audit: go("/dashboard/audit"),
  "not-found": go(`${instance}/users/unknown`),
  "sign-in": go("/dashboard/sign-in?signed-out=1"),
  "sign-in-rejected": async (page, service) => {
    await go("/dashboard/sign-in")(page, service)
    await page.fill("#key", "wrong")
    await follow(page, "main button")
  },
  enter: async (page, service) => page.goto((await invite(service)).url),
  "enter-rejected": go("/dashboard/enter?token=used")
}

const names = Object.keys(openers)

inChromium(
  "Every page of the dashboard",
  startPopulated,
  (scene) => {
    test.each(names)(
      "is one request of at most 14 kB without scripts, layout shifts, console messages and violations in axe, and fits a narrow screen: %s",
      async (name) => {
        const page = await scene().open("/dashboard", { javaScriptEnabled: true, viewport: phone })
        await watchShifts(page)
        await openers[name]?.(page, scene().service)
        expect(page.url().includes("/dashboard/sign-in")).toBe(name.startsWith("sign-in"))
        const requested: Array<string> = []
        const messages: Array<string> = []
        page.on("request", (request) => requested.push(request.url()))
        page.on("console", (message) => messages.push(message.text()))
        // The preview of an email is a separate page.
        const previews = name.startsWith("email-text") && name !== "email-texts" ? 1 : 0
        // Pages that are the reply to a form: loading them again would send the form again.
        const isForm = /-(?:rejected|shown)$/.test(name) && name !== "enter-rejected"
        if (!isForm && name !== "settings-free") {
          const reply = await page.reload({ waitUntil: "load" })
          const url = page.url().replace(/#.*$/, "")
          const pages = requested.filter((other) => !/\/pages-[\w-]+\.js$/.test(other))
          expect(pages).toEqual([url, `${url}/preview`].slice(0, 1 + previews))
          expect(gzipSync(await (reply?.body() ?? Buffer.alloc(0))).length).toBeLessThan(14_000)
          const headers = reply?.headers() ?? {}
          expect(headers["content-security-policy"]).toMatch(
            /^default-src 'none'; style-src 'nonce-[^']+'; script-src 'sha256-[^']+'; (frame-src 'self'; )?form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/
          )
          expect([headers["cache-control"], headers["referrer-policy"]]).toEqual(["no-store", "strict-origin"])
        }
        expect(gzipSync(await page.content()).length).toBeLessThan(14_000)
        expect(await page.locator("script:not([src]), [style], [onclick], link:not([rel=expect]), img").count()).toBe(0)
        expect(await page.locator("iframe").count()).toBe(previews)
        expect(await shiftsOf(page)).toEqual([])
        expect(await page.locator("h1").count()).toBe(1)
        expect(await page.title()).toMatch(/ · Latchkey$/)
        await page.setViewportSize({ width: 320, height: 640 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
        // Those in closed details have a size only when they are shown.
        await page.locator("main details").evaluateAll((all) => {
          for (const one of all) one.setAttribute("open", "")
        })
        const heights = await page
          .locator("main button, main .button, main input:visible, main select, main summary")
          .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height))
        // WCAG 2.2, 2.5.8: 24 by 24, or that much space around it.
        expect(Math.min(...heights, 44)).toBeGreaterThanOrEqual(22)
        // The console also shows the status of a rejected form, and that the sandbox of a preview blocks `watchShifts`.
        const expected = /^Failed to load resource|^Blocked script execution in '[^']+\/preview' /
        expect(messages.filter((text) => !expected.test(text))).toEqual([])
        expect(await violationsInBoth(page)).toEqual([])
      }
    )

    test.each(["long", "unbroken"])("fits a narrow screen with the longest names, %s", async (kind) => {
      const name = (kind === "long" ? "Donaudampfschifffahrtsgesellschaft " : "W").repeat(100).slice(0, 100).trim()
      const email = Email.make(`${(kind === "long" ? "v" : "w").repeat(64)}@${"w".repeat(63)}.example.com`)
      const { service } = scene()
      const set = (fields: InstancePatch) => service.instances((all) => all.update(defaultId, fields))
      await set({ name, hosts: [`${"w".repeat(63)}.${"w".repeat(63)}.example`] })
      try {
        await service.browser().post(requestLink, { email })
        await service.deliver()
        await withApiKey(service, "admin", name)
        const page = await scene().open("/dashboard", { viewport: { width: 320, height: 640 } })
        const width = () => page.evaluate(() => document.documentElement.scrollWidth)
        const paths = ["", "/settings", "/users", "/invitations", "/emails", "/email-texts", "/suppressed", "/delete"]
        const others = ["/dashboard", "/dashboard/operators", "/dashboard/api-keys", "/dashboard/audit"]
        for (const path of [...paths.map((path) => `${instance}${path}`), ...others]) {
          await page.goto(`${service.origin}${path}`)
          expect([path, await width()]).toEqual([path, 320])
        }
        await page.goto(`${service.origin}/dashboard/operators`)
        await page.fill("#email", email)
        await page.fill("#name", name)
        await follow(page, 'button:text-is("Invite")')
        expect([await page.textContent("h1"), await width()]).toEqual([name, 320])
        await follow(page, "text=Delete…")
        expect(await width()).toBe(320)
      } finally {
        await set({ name: "Latchkey", hosts: [] })
      }
    })

    test("has no layout shift while it arrives in pieces", async () => {
      const slow = await serveInPieces(scene().service.origin)
      try {
        const page = await scene().open("/dashboard", { javaScriptEnabled: true, viewport: desktop })
        await watchShifts(page)
        for (const path of [instance, `${instance}/users`, "/dashboard/audit"]) {
          await page.goto(`${slow.origin}${path}`, { waitUntil: "load" })
          expect([path, await page.locator("h1").count(), await shiftsOf(page)]).toEqual([path, 1, []])
        }
      } finally {
        await slow.stop()
      }
    })
  },
  1000
)

const pictured = ["overview", "auth-methods", "users", "sender-records", "suppressed", "email-text-preview"]

inChromium(
  "Pictures of the dashboard",
  startPopulated,
  (scene) => {
    test.each(pictured)("are small, and not empty: %s", async (name) => {
      const page = await scene().open("/dashboard")
      await openers[name]?.(page, scene().service)
      for (const [size, viewport] of Object.entries({ phone, desktop })) {
        await page.setViewportSize(viewport)
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme })
          const picture = await screenshotOf(page)
          expect(picture.length).toBeGreaterThan(5000)
          expect(picture.length).toBeLessThan(140_000)
          // The documentation has wide pictures.
          if (process.env["UPDATE_DOCS"] !== "1" || size === "phone") continue
          const folder = new URL("../../docs/images/dashboard/", import.meta.url)
          mkdirSync(folder, { recursive: true })
          writeFileSync(new URL(`${name}-${size}-${colorScheme}.png`, folder), picture)
        }
      }
    })
  },
  0
)

inChromium("A form of the dashboard that is sent twice", startPopulated, (scene) => {
  for (const javaScriptEnabled of [true, false]) {
    test(`makes one API key, and shows it, ${javaScriptEnabled ? "with" : "without"} the script`, async () => {
      const { service } = scene()
      const name = `Twice ${javaScriptEnabled}`
      const page = await scene().open("/dashboard/api-keys", { javaScriptEnabled })
      await page.fill("#name", name)
      const statuses = await holdForms(page)
      await clickTwice(page, 'button:text-is("Create key")')
      await page.waitForSelector("text=Back to the API keys")
      expect(statuses).toEqual(javaScriptEnabled ? [200] : [200, 200])
      const key = (await page.textContent("main code")) ?? ""
      const answer = await service.browser().get("/v1/admin/api-keys", { authorization: `Bearer ${key.trim()}` })
      const { apiKeys } = answer.json as { apiKeys: ReadonlyArray<{ name: string }> }
      expect(apiKeys.filter((found) => found.name === name)).toHaveLength(1)
    })
  }
})

inChromium("Signing in and out", startPopulated, (scene) => {
  test("works with the keyboard only, and sets a session cookie", async () => {
    const { service } = scene()
    const page = await scene().newPage()
    await page.goto((await invite(service)).url)
    await page.locator("button:focus").waitFor()
    await Promise.all([page.waitForEvent("domcontentloaded"), page.keyboard.press("Enter")])
    expect(page.url()).toBe(`${service.origin}/dashboard`)
    const cookies = async () =>
      (await page.context().cookies()).filter(({ name }) => /^__dashboard(_client)?$/.test(name))
    const attributes = { domain: "127.0.0.1", path: "/dashboard", httpOnly: true, sameSite: "Strict", expires: -1 }
    expect((await cookies()).map(({ name }) => name).sort()).toEqual(["__dashboard", "__dashboard_client"])
    for (const cookie of await cookies()) expect(cookie).toMatchObject(attributes)
    await page.keyboard.press("Tab")
    expect(await page.locator(":focus").textContent()).toBe("Skip to main content")
    await page.click(".side .up summary")
    await follow(page, "text=Sign out")
    expect(await page.textContent("[role=status]")).toBe("You're signed out.")
    expect((await cookies()).map(({ name }) => name)).toEqual(["__dashboard_client"])
    await page.fill("#key", adminKey)
    await Promise.all([page.waitForEvent("domcontentloaded"), page.keyboard.press("Enter")])
    expect(page.url()).toBe(`${service.origin}/dashboard`)
  })

  test("a page of another site cannot post its forms", async () => {
    const { service } = scene()
    const { token } = await invite(service)
    const otherSite = await serveOtherSite(
      ({ searchParams }) =>
        `<!doctype html><title>Trap</title><form method="post" action="${searchParams.get("action")}"><input name="name" value="Forged"><input name="token" value="${token}"><input name="key" value="${adminKey}"><button>Win</button></form>`
    )
    const page = await scene().open("/dashboard")
    for (const path of ["instances/new", "instances/default/settings/general", "sign-out", "sign-in", "enter"]) {
      const action = `${service.origin}/dashboard/${path}`
      await page.goto(`${otherSite.origin}/trap?action=${encodeURIComponent(action)}`)
      const [reply] = await Promise.all([page.waitForResponse(action), page.click("button")])
      expect(reply.status(), path).toBe(403)
    }
    await page.goto(`${service.origin}/dashboard`)
    expect(await page.locator("main a").allTextContents()).not.toContain("Forged")
    expect(await page.textContent("h1")).toBe("Instances")
    await otherSite.stop()
  })
})
