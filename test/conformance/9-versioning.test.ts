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
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

const contract = [
  ["POST", signUp],
  ["POST", signIn],
  ["POST", signOut],
  ["POST", signOutAll],
  ["POST", requestLink],
  ["GET", verify]
] as const

onEveryStore("9 Versioning", (fixture) => {
  describe("the version is part of the path prefix: all endpoints start with /v1", () => {
    test.each(contract)("%s %s", async (method, path) => {
      expect(path).toMatch(/^\/v1\//)
      const at = (prefix: string) => fixture.service.browser().send(method, path.replace("/v1", prefix))
      expect((await at("/v1")).status).not.toBe(404)
      for (const prefix of ["", "/v0", "/v2", "/api/v1"]) expect(errorOf(await at(prefix))).toEqual([404, "not_found"])
    })

    test("the link in the email, too", async () => {
      expect(await askForLink(fixture.service, fixture.service.browser(), newEmail())).toMatch(/^\/v1\//)
    })
  })

  test("rules for future versions: not shown in the contract; decided: no header selects or reveals a version", async () => {
    const { email } = await signUpNew(fixture.service.browser())
    const headers = { accept: "application/vnd.latchkey.v2+json", "accept-version": "2", "api-version": "2" }
    const reply = await fixture.service.browser(headers).post(signIn, { email, password })
    expect(reply.status).toBe(200)
    for (const name of ["server", "x-powered-by", "api-version", "deprecation", "sunset"]) {
      expect(reply.headers[name]).toBeUndefined()
    }
  })
})

onEveryStore(
  "All paths are relative to {base_url}",
  (fixture) => {
    test("the link in the email starts with the configured base URL, regardless of the request's host", async () => {
      const email = newEmail()
      const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" }
      await fixture.service.browser(headers).post(requestLink, { email })
      await fixture.service.deliver()
      const [sent] = (await fixture.service.emails()).filter(({ to }) => to === email)
      expect(sent?.text).toContain(`https://auth.example.com${verify}?token=`)
      expect(`${sent?.text}${sent?.html}`).not.toContain("evil.example")
    })

    test.each([signUp, signIn, signOut, session])("%s is served below it, without a prefix", async (path) => {
      expect((await fixture.service.browser().send("OPTIONS", path)).status).toBe(204)
    })
  },
  { settings: { baseUrl: "https://auth.example.com" } }
)
