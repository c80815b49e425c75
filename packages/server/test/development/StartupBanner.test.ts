import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import * as StartupBanner from "../../src/development/StartupBanner.ts"

const banner: StartupBanner.StartupBanner = {
  baseUrl: "http://localhost:3000",
  adminKey: "the-admin-key",
  localOrigins: true,
  hasInbox: true,
  hasProvider: true,
  docs: true,
  pages: true,
  dashboard: Option.some("http://localhost:3000/dashboard/enter?token=t"),
  data: "/home/ada/.latchkey (new)",
  cookieJar: "/home/ada/.latchkey/cookies.txt"
}

describe("The startup banner", () => {
  it("lists every URL, the admin key and the data folder", () => {
    const text = StartupBanner.render(banner)
    for (const part of [
      "http://localhost:3000/sign-in",
      "http://localhost:3000/dashboard/enter?token=t",
      "http://localhost:3000/docs",
      "http://localhost:3000/dev/inbox",
      "Provider       sign in with “Development”",
      "Your app       on any port of localhost",
      "the-admin-key",
      banner.data
    ]) {
      assert.include(text, part)
    }
  })

  it("leaves out pages that are turned off", () => {
    const text = StartupBanner.render({ ...banner, docs: false, pages: false, dashboard: Option.none() })
    assert.notMatch(text, /Sign-in page|Dashboard|\/dashboard|API reference|\/docs/)
  })

  it("does not quote a path that is one word in a shell", () => {
    assert.include(
      StartupBanner.render(banner),
      "-b /home/ada/.latchkey/cookies.txt -c /home/ada/.latchkey/cookies.txt "
    )
  })

  it("quotes a path that a shell would split", () => {
    const text = StartupBanner.render({ ...banner, cookieJar: "/home/ada's files/$(rm)/cookies.txt" })
    assert.include(text, `-b '/home/ada'\\''s files/$(rm)/cookies.txt' -c`)
  })

  it("leaves out the inbox and the provider if emails are sent", () => {
    const text = StartupBanner.render({ ...banner, hasInbox: false, hasProvider: false })
    assert.notMatch(text, /\/dev\/inbox|Provider/)
    assert.include(text, "sent for real, because EMAIL_FROM is set")
  })
})
