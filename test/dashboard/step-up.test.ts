import { start } from "@latchkey/test-support/HttpService"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { asAdmin, newEmail } from "@latchkey/test-support/contract"
import { type FormBrowser, inviteAgain } from "@latchkey/test-support/operator"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { adminKey, mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { passkeysOf } from "@latchkey/test-support/operatorPasskeys"

const minute = 60_000
const operators = "/dashboard/operators"
const apiKeys = "/dashboard/api-keys"
const signIn = "/dashboard/sign-in"
const user = "/dashboard/instances/default/users/user_01980000-0000-7000-8000-000000000000"

// The mount with `HttpApiBuilder` has no dashboard.
const mountsWithDashboard = mountsUnderTest().filter((mount) => mount !== "HttpApiBuilder")

const expectStepUp = ({ status, text }: Reply) =>
  expect([status, text.includes("Sign in again to show that it&#39;s you.")]).toEqual([401, true])

/** Returns what a form of a page would send: its action, and its hidden fields. */
const formIn = (text: string, action: string) => {
  const form = new RegExp(`<form method="post" action="${action}"[^]*?</form>`).exec(text)?.[0] ?? ""
  const fields = [...form.matchAll(/<input type="hidden" name="((?!page_view)[^"]+)" value="([^"]*)">/g)]
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, decoded(value)]))
}
const decoded = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name as keyof typeof entities])
const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

/** Starts a service for the tests of a suite, each an hour after the one before. */
const startedWith = (mount: (typeof mountsWithDashboard)[number]) => {
  let service: Service
  beforeAll(async () => {
    service = await start({ mount, host: "localhost" })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(60 * minute))
  return () => service
}

describe.each(mountsWithDashboard)("Someone who has an invitation email of an admin, mounted with %s", (mount) => {
  const service = startedWith(mount)
  const { newBrowser, signInWith, withPasskey } = passkeysOf(service)

  const list = async () => {
    const { json } = await service().browser().get("/v1/admin/operators", asAdmin)
    return json["operators"] as ReadonlyArray<{
      readonly id: string
      readonly email: string
      readonly passkeys: number
    }>
  }
  const keys = async () => {
    const { json } = await service().browser().get("/v1/admin/api-keys", asAdmin)
    return json["apiKeys"] as ReadonlyArray<unknown>
  }
  /** An admin with a passkey, and a thief who has opened an invitation of theirs. */
  const scene = async () => {
    const email = newEmail()
    const alice = await withPasskey("admin", email)
    const thief = newBrowser()
    expect((await thief.submit("/dashboard/enter", { token: await inviteAgain(service(), alice.id) })).status).toBe(303)
    expect((await thief.get("/dashboard/operators")).headers.location).toBe(
      `${signIn}?${new URLSearchParams({ again: "1", return_to: "/dashboard/operators" })}`
    )
    return { ...alice, email, thief }
  }
  test("makes no API key, so that no program removes the passkeys for them", async () => {
    const { id, keys: own, thief } = await scene()
    const before = (await keys()).length
    const reply = await thief.submit(apiKeys, { name: "Sync", role: "admin", expires: "" })
    expect(reply.text).not.toMatch(/latchkey_[\w-]{43}/)
    expectStepUp(reply)
    expect((await keys()).length).toBe(before)
    expect((await list()).find((found) => found.id === id)?.passkeys).toBe(1)
    expect((await signInWith(own)).reply.status).toBe(303)
  })

  test("does not delete the admin to invite them again", async () => {
    const { email, id, keys: own, thief } = await scene()
    await withPasskey("admin")
    expectStepUp(await thief.submit(`${operators}/${id}/delete`))
    expect((await list()).find((found) => found.email === email)).toMatchObject({ id, passkeys: 1 })
    expect((await signInWith(own)).reply.status).toBe(303)
  })

  test("invites no second admin at an own mailbox", async () => {
    const { thief } = await scene()
    const mailbox = newEmail()
    expectStepUp(await thief.submit(operators, { email: mailbox, name: "Mallory", role: "admin" }))
    expect((await list()).some(({ email }) => email === mailbox)).toBe(false)
    expect((await service().emails()).some(({ to }) => to === mailbox)).toBe(false)
  })

  test.each([
    ["make a link that signs in as a user", `${user}/make-link`, {}],
    ["reset a user's second factor", `${user}/reset-factor`, {}],
    ["change a user's address", `${user}/edit`, { email: "thief@example.com", emailVerified: "true" }],
    ["lead the links of an instance elsewhere", "/dashboard/instances/default/settings/general", {}],
    [
      "make another administrator an admin",
      `${operators}/user_01980000-0000-7000-8000-000000000000`,
      { role: "admin" }
    ],
    ["end the sessions of the others", "/dashboard/access/revoke-others", {}]
  ])("does not %s", async (_, path, fields) => {
    const { thief } = await scene()
    expectStepUp(await thief.submit(path, fields))
  })
})

describe.each(mountsWithDashboard)("An administrator who has to sign in again, mounted with %s", (mount) => {
  const service = startedWith(mount)
  const { newBrowser, signInWith, withPasskey } = passkeysOf(service)
  const withKey = (browser: FormBrowser, fields: Readonly<Record<string, string>>) =>
    browser.submit(signIn, { ...fields, key: adminKey })

  test("loses nothing that they have typed, and presses one button more", async () => {
    const { browser, keys } = await withPasskey("admin")
    const email = newEmail()
    const fields = { email, name: `<b>"Grace" & 'Ada' ü +%20`, role: "support" }
    const asked = await browser.submit(operators, fields)
    expectStepUp(asked)
    expect(asked.headers["cache-control"]).toBe("no-store")
    const kept = formIn(asked.text, `${signIn}/passkey`)
    expect(kept["return_to"]).toBe(`${service().origin}${operators}`)
    // A passkey that is rejected keeps them, too.
    const failed = await browser.submit(`${signIn}/passkey`, { ...kept, credential: "{}" })
    expect([failed.status, formIn(failed.text, `${signIn}/passkey`)]).toEqual([401, kept])
    const { reply } = await signInWith(keys, browser, "", kept)
    expect(reply.status).toBe(200)
    expect(reply.text).toContain("What you submitted is kept, and not done yet.")
    expect(formIn(reply.text, operators)).toEqual(fields)
    const listed = await service().browser().get("/v1/admin/operators", asAdmin)
    expect(listed.text).not.toContain(email)
    const done = await browser.submit(operators, formIn(reply.text, operators))
    expect(done.status).toBe(303)
    expect((await browser.get(done.headers.location ?? "")).text).toContain("The invitation is on its way by email.")
  })

  test("sees what was submitted before they submit it: someone else may have, on a device that was left open", async () => {
    const { browser, keys } = await withPasskey("admin")
    const left = { email: "thief@evil.example", name: "<b>Support", role: "admin" }
    const kept = formIn((await browser.submit(operators, left)).text, `${signIn}/passkey`)
    const { text } = (await signInWith(keys, browser, "", kept)).reply
    const list = /<dl.*?<\/dl>/s.exec(text)?.[0] ?? ""
    for (const seen of [operators, "thief@evil.example", "&lt;b&gt;Support", "admin"]) expect(list).toContain(seen)
  })

  test("does so with the admin key, too, also for a button without fields", async () => {
    const browser = newBrowser()
    await withKey(browser, {})
    service().advance(10 * minute)
    const path = "/dashboard/access/revoke-others"
    const kept = formIn((await browser.submit(path)).text, signIn)
    const wrong = await browser.submit(signIn, { ...kept, key: "wrong" })
    expect([wrong.status, formIn(wrong.text, signIn)]).toEqual([401, kept])
    const reply = await withKey(browser, kept)
    expect([reply.status, reply.text.includes(`action="${path}"`)]).toEqual([200, true])
    expect((await browser.submit(path)).headers.location).toBe("/dashboard/access?done=revoked-others")
  })

  test("loses nothing to a rate limit", async () => {
    const { browser } = await withPasskey("admin")
    const kept = formIn((await browser.submit(operators, { email: newEmail() })).text, signIn)
    for (let count = 0; count < 30; count++) await browser.submit(signIn, { key: "wrong" })
    const { headers, status, text } = await browser.submit(signIn, { ...kept, key: adminKey })
    expect([status, headers["retry-after"], formIn(text, signIn)]).toEqual([429, "60", kept])
    expect(text).toContain("Try again in 60 seconds.")
  })

  test("gets to the page that they wanted, before they fill in its form", async () => {
    const { browser, id, keys } = await withPasskey("admin")
    for (const page of [`${operators}/${id}/delete?x=1`, "/dashboard/instances/new"]) {
      const { headers, status } = await browser.get(page)
      expect([status, headers.location]).toEqual([
        303,
        `${signIn}?${new URLSearchParams({ again: "1", return_to: page })}`
      ])
    }
    const { reply } = await signInWith(keys, browser, "/dashboard/instances/new")
    expect(reply.headers.location).toBe("/dashboard/instances/new")
    expect((await browser.get("/dashboard/instances/new")).status).toBe(200)
  })

  test("types a password again: no page shows it", async () => {
    const { browser } = await withPasskey("admin")
    const path = "/dashboard/instances/default/users/new"
    const reply = await browser.submit(path, { email: newEmail(), password: "correct horse battery" })
    expect([reply.status, reply.headers.location]).toEqual([
      303,
      `${signIn}?${new URLSearchParams({ again: "1", return_to: path })}`
    ])
  })

  test("is led to no other site, and no link makes them submit a form", async () => {
    const { browser, keys } = await withPasskey("admin")
    for (const to of ["https://evil.example/dashboard", "//evil.example/dashboard", "/v1/auth/sign-out/all"]) {
      const { reply } = await signInWith(keys, browser, to, { form: "name=x" })
      expect(reply.text).toMatch(/<form method="post" action="\/dashboard">/)
    }
    const query = new URLSearchParams({
      again: "1",
      return_to: operators,
      form: "email=thief%40example.com&role=admin"
    })
    expect((await browser.get(`${signIn}?${query}`)).text).not.toContain("thief")
    const elsewhere = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const planted = { key: adminKey, return_to: operators, form: "email=thief%40example.com&role=admin" }
    expect((await browser.submit(signIn, planted, elsewhere)).status).toBe(403)
  })
})

describe.each(mountsWithDashboard)("An administrator with an authenticator app, mounted with %s", (mount) => {
  const service = startedWith(mount)
  const { add, newBrowser, open, withPasskey } = passkeysOf(service)
  const confirm = `${signIn}/code`
  const app = "/dashboard/account/second-factor"
  const codeFor = (key: string) => codeAt(key, service().now())
  const newOperator = () => ({ email: newEmail(), name: "Grace", role: "support" })

  const setUpOn = async (browser: FormBrowser) => {
    const { text } = await browser.get(`${app}/set-up`)
    const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(" ", "") ?? ""
    const reply = await browser.submit(`${app}/confirm`, { ...formIn(text, `${app}/confirm`), code: codeFor(key) })
    service().advance(minute)
    return { key, reply }
  }
  const withApp = async () => {
    const opened = await open("admin")
    return { ...opened, ...(await setUpOn(opened.browser)) }
  }

  test("sets it up first, and signs in with an invitation and its code afterwards", async () => {
    const { browser, id } = await open("admin")
    expect((await browser.get("/dashboard")).headers.location).toBe("/dashboard/account")
    const { key, reply } = await setUpOn(browser)
    expect([...reply.text.matchAll(/<li><code>/g)].length).toBe(10)
    expect((await browser.get("/dashboard")).status).toBe(200)
    const again = newBrowser()
    const entered = await again.submit("/dashboard/enter", { token: await inviteAgain(service(), id) })
    expect(entered.headers.location).toBe(`${signIn}/second-factor`)
    expect((await again.get("/dashboard")).headers.location).toBe(`${signIn}?return_to=%2Fdashboard`)
    const wrong = await again.submit(`${signIn}/second-factor`, { code: "000000" })
    expect([wrong.status, wrong.text.includes("This code doesn&#39;t work.")]).toEqual([401, true])
    const right = await again.submit(`${signIn}/second-factor`, { code: codeFor(key) })
    expect([right.status, right.headers.location]).toEqual([303, "/dashboard/account/passkeys/offer"])
    expect((await again.get("/dashboard")).status).toBe(200)
  })

  test("confirms with a code, and loses nothing that they have typed", async () => {
    const { browser, key } = await withApp()
    service().advance(10 * minute)
    const fields = newOperator()
    const asked = await browser.submit(operators, fields)
    expectStepUp(asked)
    const kept = formIn(asked.text, confirm)
    expect(kept["return_to"]).toBe(`${service().origin}${operators}`)
    for (const [code, status, text] of [
      ["000000", 401, "This code doesn&#39;t work."],
      ["12", 400, "Enter"]
    ] as const) {
      const failed = await browser.submit(confirm, { ...kept, code })
      expect([failed.status, formIn(failed.text, confirm)]).toEqual([status, kept])
      expect(failed.text).toContain(text)
    }
    const { status, text } = await browser.submit(confirm, { ...kept, code: codeFor(key) })
    expect([status, formIn(text, operators)]).toEqual([200, fields])
    expect((await browser.submit(operators, fields)).status).toBe(303)
  })

  test("is asked for the passkey, too, if they have one, and no one else for a code", async () => {
    const { browser } = await withApp()
    const { browser: other } = await withPasskey("admin")
    await add(browser)
    service().advance(10 * minute)
    const actionsOf = async (page: Promise<Reply>) =>
      [...(await page).text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action]) => action)
    const again = `${signIn}?again=1`
    expect(await actionsOf(browser.get(again))).toEqual([confirm, `${signIn}/passkey`, signIn])
    expect(await actionsOf(other.get(again))).toEqual([`${signIn}/passkey`, signIn])
    expect(await actionsOf(newBrowser().get(again))).toEqual([`${signIn}/passkey`, signIn])
  })

  test("goes to the sign-in page if their session has ended meanwhile", async () => {
    const { key } = await withApp()
    const reply = await newBrowser().submit(confirm, { return_to: operators, code: codeFor(key) })
    expect([reply.status, reply.headers.location]).toEqual([
      303,
      `${signIn}?${new URLSearchParams({ return_to: operators })}`
    ])
  })
})
