import { describe, expect, test } from "vitest"
import {
  askForLink,
  errorOf,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signOut,
  signOutAll,
  signUp,
  signUpNew,
  verify
} from "./actions.ts"
import { onEveryStore, withoutArgon2 } from "./support.ts"

const contract = [
  ["POST", signUp],
  ["POST", signIn],
  ["POST", signOut],
  ["POST", signOutAll],
  ["POST", requestLink],
  ["GET", verify]
] as const

onEveryStore(
  "9 Versioning",
  (the) => {
    describe("the version is part of the path prefix: all endpoints start with /v1", () => {
      test.each(contract)("%s %s", async (method, path) => {
        expect(path).toMatch(/^\/v1\//)
        const at = (prefix: string) => the.service.browser().send(method, path.replace("/v1", prefix))
        expect((await at("/v1")).status).not.toBe(404)
        for (const prefix of ["", "/v0", "/v2", "/api/v1"])
          expect(errorOf(await at(prefix))).toEqual([404, "not_found"])
      })

      test("the link of the email, too", async () => {
        expect(await askForLink(the.service, the.service.browser(), newEmail())).toMatch(/^\/v1\//)
      })
    })

    test("rules for future versions: not shown in the contract; decided: no header chooses a version or tells of one", async () => {
      const { email } = await signUpNew(the.service.browser())
      const headers = { accept: "application/vnd.latchkey.v2+json", "accept-version": "2", "api-version": "2" }
      const reply = await the.service.browser(headers).post(signIn, { email, password })
      expect(reply.status).toBe(200)
      for (const name of ["server", "x-powered-by", "api-version", "deprecation", "sunset"]) {
        expect(reply.headers[name]).toBeUndefined()
      }
    })
  },
  withoutArgon2
)

onEveryStore(
  "All paths are relative to {base_url}",
  (the) => {
    test("the link of the email is: it begins with the configured base URL, whatever host asks", async () => {
      const email = newEmail()
      const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" }
      await the.service.browser(headers).post(requestLink, { email })
      await the.service.deliver()
      const [mail] = (await the.service.mails()).filter(({ to }) => to === email)
      expect(mail?.text).toContain(`https://auth.example.com${verify}?token=`)
      expect(`${mail?.text}${mail?.html}`).not.toContain("evil.example")
    })

    test.each([signUp, signIn, signOut, session])("%s is served under it, with no other prefix", async (path) => {
      expect((await the.service.browser().send("OPTIONS", path)).status).toBe(204)
    })
  },
  { ...withoutArgon2, settings: { baseUrl: "https://auth.example.com" } }
)
