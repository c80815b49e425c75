import * as StartupBanner from "@latchkey/server/development/StartupBanner"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"

const greeting = {
  baseUrl: "http://localhost:3000",
  adminKey: "the-admin-key",
  catchesMail: true,
  docs: true,
  pages: true,
  dashboard: Option.some("http://localhost:3000/dashboard/enter?token=t"),
  data: "/home/ada/.latchkey (new)",
  cookieJar: "/home/ada/.latchkey/cookies.txt"
}

describe("The greeting", () => {
  it("says what runs where", () => {
    const text = StartupBanner.render(greeting)
    for (const part of [
      "http://localhost:3000/sign-in",
      "http://localhost:3000/dashboard/enter?token=t",
      "http://localhost:3000/docs",
      "http://localhost:3000/dev/inbox",
      "the-admin-key",
      greeting.data
    ]) {
      assert.include(text, part)
    }
  })

  it("speaks of no pages that are switched off", () => {
    const text = StartupBanner.render({ ...greeting, docs: false, pages: false, dashboard: Option.none() })
    assert.notMatch(text, /Sign-in page|Dashboard|\/dashboard|API reference|\/docs/)
  })

  it("leaves a path alone that a shell takes as one word", () => {
    assert.include(StartupBanner.render(greeting), "-b /home/ada/.latchkey/cookies.txt -c /home/ada/.latchkey/cookies.txt ")
  })

  it("quotes a path that a shell would take apart", () => {
    const text = StartupBanner.render({ ...greeting, cookieJar: "/home/ada's files/$(rm)/cookies.txt" })
    assert.include(text, `-b '/home/ada'\\''s files/$(rm)/cookies.txt' -c`)
  })

  it("speaks of no inbox where mail is really sent", () => {
    const text = StartupBanner.render({ ...greeting, catchesMail: false })
    assert.notInclude(text, "/dev/inbox")
    assert.include(text, "is sent, because EMAIL_FROM is set")
  })
})
