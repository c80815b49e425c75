import * as Token from "@latchkey/domain/core/Token"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { invitationUrl } from "../../src/Dashboard.ts"
import * as DashboardPaths from "../../src/dashboard/core/DashboardPaths.ts"

const options = { baseUrl: "https://auth.example.com", home: "/auth/dashboard" }

describe("DashboardPaths", () => {
  it.each([
    ["/auth/dashboard", "/auth/dashboard"],
    ["/auth/dashboard/audit?before=x", "/auth/dashboard/audit?before=x"],
    ["https://auth.example.com/auth/dashboard/audit", "/auth/dashboard/audit"],
    ["/auth/dashboard/x/../audit", "/auth/dashboard/audit"]
  ])("afterSignIn returns the requested page of the dashboard: %s", (to, path) =>
    assert.strictEqual(DashboardPaths.afterSignIn(to, options), path)
  )

  it.each([
    "",
    "/",
    "/dashboard",
    "/auth/dashboards",
    "/auth/dashboard/../account",
    "/auth/dashboard/%2E%2e/account",
    "//evil.example/auth/dashboard",
    "\\\\evil.example/auth/dashboard",
    "https://evil.example/auth/dashboard",
    "https://evil.example/auth/dashboard/audit",
    "http://auth.example.com/auth/dashboard",
    "https://auth.example.com@evil.example/auth/dashboard",
    "https://auth.example.com:444/auth/dashboard",
    "javascript:/auth/dashboard",
    "\t//evil.example/auth/dashboard",
    "http://["
  ])("afterSignIn returns the home for any other URL: %j", (to) =>
    assert.strictEqual(DashboardPaths.afterSignIn(to, options), options.home)
  )

  it("names the saved section, and leaves out empty parameters", () => {
    const paths = DashboardPaths.make("/auth")
    assert.strictEqual(paths.saved(defaultId, "plan"), "/auth/dashboard/instances/default/settings/plan?saved=1")
    assert.strictEqual(paths.emails(defaultId, { email: "a+b@c&d" }), `${paths.emails(defaultId)}?q=a%2Bb%40c%26d`)
    assert.strictEqual(paths.emails(defaultId, { email: "" }), paths.emails(defaultId))
  })
})

describe("Dashboard.invitationUrl", () => {
  const token = Option.getOrThrow(Token.parse(`${"t".repeat(42)}A`))

  it("begins with the base URL and the prefix, if there is one", () => {
    const { baseUrl } = options
    assert.strictEqual(invitationUrl({ baseUrl, token }), `${baseUrl}/dashboard/enter?token=${"t".repeat(42)}A`)
    assert.match(
      invitationUrl({ baseUrl, prefix: "/auth", token }),
      /^https:\/\/auth\.example\.com\/auth\/dashboard\/enter\?/
    )
  })
})
