import { inspect } from "node:util"
import { describe, expect, test } from "vitest"
import {
  errorOf,
  isSignedIn,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signInAgain,
  signInWithLink,
  signUp,
  signUpNew
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

const uuidv7 = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
const notStrings = [null, 1, true, ["a@example.com"], { value: "a@example.com" }]
const notAddresses = [
  "",
  "ada",
  "@example.com",
  "ada@",
  "a b@example.com",
  "a@b@example.com",
  "ada@example",
  "<a@b.cc>"
]

onEveryStore("2 Resources and their fields", (fixture) => {
  const post = (path: string, body: unknown) => fixture.service.browser().post(path, body)
  const fieldsOf = async (path: string, body: unknown) => {
    const reply = await post(path, body)
    expect(errorOf(reply), `${inspect(body)} ${reply.text}`).toEqual([400, "invalid_request"])
    return (reply.json["errors"] as ReadonlyArray<{ readonly field: string }>).map(({ field }) => field)
  }

  describe.each([
    ["sign-up", signUp],
    ["sign-in", signIn]
  ])("2.1 %s request (email + password)", (_, path) => {
    test("email | string: any other type is invalid_request", async () => {
      for (const email of notStrings) expect(await fieldsOf(path, { email, password })).toEqual(["email"])
    })

    test("email | required: yes: without it a request is invalid_request", async () => {
      expect(await fieldsOf(path, { password })).toEqual(["email"])
      expect(await fieldsOf(path, {})).toEqual(["email", "password"])
    })

    test("email | an <EMAIL> address: any other text is invalid_request", async () => {
      for (const email of notAddresses) expect(await fieldsOf(path, { email, password })).toEqual(["email"])
    })

    test("password | string: any other type is invalid_request", async () => {
      for (const wrong of notStrings) {
        expect(await fieldsOf(path, { email: newEmail(), password: wrong })).toEqual(["password"])
      }
    })

    test("password | required: yes: without it a request is invalid_request", async () => {
      expect(await fieldsOf(path, { email: newEmail() })).toEqual(["password"])
    })

    test("not shown in the contract; decided: other fields are ignored", async () => {
      const email = newEmail()
      if (path === signIn) await signUpNew(fixture.service.browser(), email)
      expect((await post(path, { email, password, remember: true, userId: "user_1" })).status).toBe(200)
    })
  })

  describe("2.1 password | must satisfy the instance password policy on sign-up", () => {
    test("on sign-up one that breaks it is password_too_short", async () => {
      const reply = await post(signUp, { email: newEmail(), password: "1234567" })
      expect(errorOf(reply)).toEqual([400, "password_too_short"])
      expect((await post(signUp, { email: newEmail(), password: "12345 78" })).status).toBe(200)
    })

    test("on sign-in one that breaks it is only invalid_credentials", async () => {
      const { email } = await signUpNew(fixture.service.browser())
      expect(errorOf(await post(signIn, { email, password: "1234567" }))).toEqual([401, "invalid_credentials"])
    })
  })

  describe("2.1 email: not shown in the contract; decided: how addresses are compared", () => {
    test("surrounding white space and letter case are ignored", async () => {
      const { email, userId } = await signUpNew(fixture.service.browser())
      const reply = await post(signIn, { email: ` ${email.toUpperCase()}\n`, password })
      expect(reply.json["userId"]).toBe(userId)
      expect(errorOf(await post(signUp, { email: email.toUpperCase(), password }))).toEqual([
        400,
        "email_already_exists"
      ])
    })

    test("dots and plus tags distinguish addresses", async () => {
      const { email } = await signUpNew(fixture.service.browser())
      const [local, domain] = email.split("@")
      expect((await post(signUp, { email: `${local}+tag@${domain}`, password })).status).toBe(200)
      expect((await post(signUp, { email: `p.${local}@${domain}`, password })).status).toBe(200)
    })

    test("an internationalized domain is converted to its IDNA ASCII form", async () => {
      const { browser } = await signUpNew(fixture.service.browser(), `${newEmail()}.bücher.example`)
      expect((await browser.get(session)).json["email"]).toMatch(/@example\.com\.xn--bcher-kva\.example$/)
    })
  })

  describe("2.2 Magic-link request", () => {
    test("email | string: any other type is invalid_request", async () => {
      for (const email of notStrings) expect(await fieldsOf(requestLink, { email })).toEqual(["email"])
    })

    test("email | required: yes: without it a request is invalid_request", async () => {
      expect(await fieldsOf(requestLink, {})).toEqual(["email"])
    })

    test("email | an <EMAIL> address: any other text is invalid_request", async () => {
      for (const email of notAddresses) expect(await fieldsOf(requestLink, { email })).toEqual(["email"])
    })
  })

  describe.each([
    ["sign-up", () => signUpNew(fixture.service.browser())],
    ["sign-in", async () => signInAgain(fixture.service.browser(), (await signUpNew(fixture.service.browser())).email)]
  ])("2.3 Session response (%s)", (_, succeed) => {
    test("it has exactly these two fields", async () => {
      const { reply } = await succeed()
      expect(reply.headers["content-type"]).toMatch(/^application\/json\b/)
      expect(Object.keys(reply.json).sort()).toEqual(["sessionId", "userId"])
    })

    test("userId | string | identifier of the user", async () => {
      const { browser, email, userId } = await succeed()
      expect(userId).toMatch(new RegExp(`^user_${uuidv7}$`))
      expect((await browser.get(session)).json["userId"]).toBe(userId)
      expect((await signInAgain(fixture.service.browser(), email)).userId).toBe(userId)
      expect((await signUpNew(fixture.service.browser())).userId).not.toBe(userId)
    })

    test("sessionId | string | identifier of the created session", async () => {
      const { browser, email, sessionId } = await succeed()
      expect(sessionId).toMatch(new RegExp(`^sess_${uuidv7}$`))
      expect((await browser.get(session)).json["sessionId"]).toBe(sessionId)
      expect((await signInAgain(browser, email)).sessionId).not.toBe(sessionId)
    })
  })

  describe("2.4 Magic-link acknowledgement", () => {
    test("ok | boolean | always true on a successful request", async () => {
      const { email } = await signInWithLink(fixture.service, fixture.service.browser())
      for (const address of [newEmail(), email]) {
        const reply = await post(requestLink, { email: address })
        expect([reply.status, reply.json]).toEqual([200, { ok: true }])
      }
    })

    test("it does not sign in", async () => {
      const browser = fixture.service.browser()
      await browser.post(requestLink, { email: newEmail() })
      expect(await isSignedIn(browser)).toBe(false)
    })
  })
})
