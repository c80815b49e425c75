import type { Role } from "@latchkey/domain/operator/Role"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PageScript from "../../packages/pages/src/core/PageScript.ts"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newEmail, password, signUp } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { FormBrowser, signedInAs } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"

const roles = ["viewer", "support", "admin"] as const satisfies ReadonlyArray<Role>

const one = "/dashboard/instances/:instance"
const user = `${one}/users/:user`
const webhook = `${one}/webhooks/:webhook`
const operator = "/dashboard/operators/:operator"

const settingsForms = [
  "accounts",
  "appearance",
  "auth-methods",
  "emails",
  "general",
  "lifetimes",
  "limits",
  "password-policy",
  "plan",
  "sign-up",
  "tokens",
  "user-details"
]
const userActions = [
  "disable",
  "enable",
  "make-link",
  "remove-passkeys",
  "reset-factor",
  "reset-failures",
  "send-link",
  "sign-out"
]

const webhookActions = [
  "delete",
  "deliveries/:event/redeliver",
  "disable",
  "enable",
  "redeliver-failed",
  "secret",
  "test"
]

/** The pages that users have, too. An administrator's role matters to none of them. */
const ofAccount: ReadonlyArray<string> = [
  "GET /dashboard/account/identities",
  "POST /dashboard/account/identities",
  "GET /dashboard/account/identities/:identity/remove",
  "POST /dashboard/account/identities/:identity/remove",
  "GET /dashboard/account/passkeys",
  "POST /dashboard/account/passkeys",
  "GET /dashboard/account/passkeys/:passkey/name",
  "POST /dashboard/account/passkeys/:passkey/name",
  "POST /dashboard/account/passkeys/:passkey/remove",
  "GET /dashboard/account/second-factor",
  ...["set-up", "confirm", "remove", "recovery-codes"].flatMap((name) => [
    `GET /dashboard/account/second-factor/${name}`,
    `POST /dashboard/account/second-factor/${name}`
  ]),
  "GET /dashboard/reauthenticate",
  "POST /dashboard/reauthenticate"
]

/** The least role for each route of the dashboard; `anyone` needs no session. */
const leastRoles: Readonly<Record<string, Role | "anyone">> = {
  "GET /dashboard/enter": "anyone",
  "POST /dashboard/enter": "anyone",
  "GET /dashboard/sign-in": "anyone",
  "POST /dashboard/sign-in": "anyone",
  "POST /dashboard/sign-in/passkey": "anyone",
  "POST /dashboard/sign-in/code": "anyone",
  "POST /dashboard/sign-out": "anyone",
  [`GET /dashboard${PageScript.path}`]: "anyone",
  "GET /dashboard/language": "viewer",
  "POST /dashboard/language": "anyone",
  "GET /dashboard/account": "viewer",
  ...Object.fromEntries(ofAccount.map((route) => [route, "viewer" as const])),
  "GET /dashboard/account/passkeys/offer": "anyone",
  "GET /dashboard/reauthenticate/with/:provider": "anyone",
  "GET /dashboard/sign-in/second-factor": "anyone",
  "POST /dashboard/sign-in/second-factor": "anyone",
  "GET /dashboard/sign-in/with/:provider": "anyone",
  "GET /dashboard/v1/auth/identity-providers/callback": "anyone",
  "POST /dashboard/v1/auth/identity-providers/callback": "anyone",
  "POST /dashboard/v1/auth/passkeys/registration/options": "viewer",
  "POST /dashboard/v1/auth/passkeys/sign-in/options": "anyone",
  "GET /dashboard": "viewer",
  "GET /dashboard/instances/new": "admin",
  "POST /dashboard/instances/new": "admin",
  [`GET ${one}`]: "viewer",
  [`GET ${one}/delete`]: "admin",
  [`POST ${one}/delete`]: "admin",
  [`GET ${one}/settings`]: "viewer",
  ...Object.fromEntries(settingsForms.map((name) => [`GET ${one}/settings/${name}`, "viewer" as const])),
  ...Object.fromEntries(settingsForms.map((name) => [`POST ${one}/settings/${name}`, "admin" as const])),
  [`GET ${one}/settings/password-trial`]: "viewer",
  [`POST ${one}/settings/password-trial`]: "viewer",
  [`GET ${one}/sign-in-providers`]: "viewer",
  [`GET ${one}/add-sign-in-provider/:kind`]: "admin",
  [`POST ${one}/add-sign-in-provider/:kind`]: "admin",
  [`GET ${one}/sign-in-providers/:provider`]: "viewer",
  [`POST ${one}/sign-in-providers/:provider`]: "admin",
  [`POST ${one}/sign-in-providers/:provider/check`]: "admin",
  [`POST ${one}/sign-in-providers/:provider/enable`]: "admin",
  [`POST ${one}/sign-in-providers/:provider/disable`]: "admin",
  [`GET ${one}/sign-in-providers/:provider/delete`]: "admin",
  [`POST ${one}/sign-in-providers/:provider/delete`]: "admin",
  [`GET ${one}/webhooks`]: "viewer",
  [`POST ${one}/webhooks`]: "admin",
  [`GET ${webhook}`]: "viewer",
  [`POST ${webhook}`]: "admin",
  ...Object.fromEntries(webhookActions.map((name) => [`POST ${webhook}/${name}`, "admin" as const])),
  [`GET ${webhook}/secret`]: "admin",
  [`GET ${webhook}/delete`]: "admin",
  [`GET ${one}/users`]: "viewer",
  [`GET ${one}/users.csv`]: "viewer",
  [`GET ${one}/users/new`]: "admin",
  [`POST ${one}/users/new`]: "admin",
  [`GET ${user}`]: "viewer",
  [`GET ${user}/edit`]: "admin",
  [`POST ${user}/edit`]: "admin",
  [`GET ${user}/delete`]: "admin",
  [`POST ${user}/delete`]: "admin",
  ...Object.fromEntries(
    userActions.flatMap((name) => ["GET", "POST"].map((method) => [`${method} ${user}/${name}`, "support" as const]))
  ),
  [`GET ${user}/identities/:identity/remove`]: "support",
  [`POST ${user}/identities/:identity/remove`]: "support",
  [`POST ${user}/sessions/:session/revoke`]: "support",
  [`POST ${user}/tokens/:token/revoke`]: "support",
  [`GET ${one}/invitations`]: "viewer",
  [`GET ${one}/invitations.csv`]: "viewer",
  [`POST ${one}/invitations`]: "support",
  [`POST ${one}/invitations/:userInvitation/withdraw`]: "support",
  [`GET ${one}/emails`]: "viewer",
  [`GET ${one}/emails.csv`]: "viewer",
  [`GET ${one}/suppressed.csv`]: "viewer",
  [`GET ${one}/suppressed`]: "viewer",
  [`POST ${one}/suppressed/:suppressedEmail/lift`]: "support",
  [`GET ${one}/email-texts`]: "viewer",
  [`GET ${one}/email-texts/:kind/:language`]: "viewer",
  [`POST ${one}/email-texts/:kind/:language`]: "admin",
  [`GET ${one}/email-texts/:kind/:language/preview`]: "viewer",
  [`POST ${one}/email-texts/:kind/:language/preview`]: "viewer",
  [`POST ${one}/email-texts/:kind/:language/reset`]: "admin",
  [`POST ${one}/email-texts/:kind/:language/test`]: "admin",
  "GET /dashboard/audit": "viewer",
  "GET /dashboard/audit.csv": "viewer",
  "GET /dashboard/access": "viewer",
  "POST /dashboard/access/revoke-others": "admin",
  "POST /dashboard/access/sessions/:operatorSession/revoke": "admin",
  "POST /dashboard/access/invitations/:invitation/withdraw": "admin",
  "GET /dashboard/operators": "viewer",
  "POST /dashboard/operators": "admin",
  [`GET ${operator}`]: "viewer",
  [`POST ${operator}`]: "admin",
  [`POST ${operator}/invite`]: "admin",
  [`GET ${operator}/delete`]: "admin",
  [`POST ${operator}/delete`]: "admin",
  [`GET ${operator}/disable`]: "admin",
  [`POST ${operator}/disable`]: "admin",
  [`GET ${operator}/enable`]: "admin",
  [`POST ${operator}/enable`]: "admin",
  [`GET ${operator}/remove-passkeys`]: "admin",
  [`POST ${operator}/remove-passkeys`]: "admin",
  "GET /dashboard/api-keys": "viewer",
  "POST /dashboard/api-keys": "admin",
  "POST /dashboard/api-keys/:apiKey/revoke": "admin"
}

/**
 * Routes that change something for an administrator who has not just signed in. Every other one asks for it: a new
 * route is listed here, or asks.
 */
const withoutConfirmation: ReadonlySet<string> = new Set([
  // The pages of the account ask for it by themselves, as for users.
  ...ofAccount,
  "POST /dashboard/v1/auth/passkeys/registration/options",
  `POST ${one}/settings/password-trial`,
  ...["disable", "enable", "reset-failures", "send-link", "sign-out"].map((name) => `POST ${user}/${name}`),
  `POST ${user}/sessions/:session/revoke`,
  `POST ${user}/tokens/:token/revoke`,
  `POST ${one}/invitations`,
  `POST ${one}/invitations/:userInvitation/withdraw`,
  `POST ${one}/suppressed/:suppressedEmail/lift`,
  `POST ${one}/email-texts/:kind/:language`,
  `POST ${one}/email-texts/:kind/:language/preview`,
  `POST ${one}/email-texts/:kind/:language/reset`,
  `POST ${one}/email-texts/:kind/:language/test`
])

/** Returns `true` if a route asks for it. A page with one form does so before it is filled in. */
const isConfirmed = (route: string): boolean => {
  if (route.startsWith("POST")) return leastRoles[route] !== "anyone" && !withoutConfirmation.has(route)
  const form = route.replace("GET", "POST")
  return form in leastRoles && leastRoles[route] !== "viewer" && isConfirmed(form)
}

let service: Service
let routes: ReadonlyArray<string>
let browsers: Readonly<Record<Role, FormBrowser>>
beforeAll(async () => {
  service = await start({ host: "localhost" })
  const settings = HttpSettings.layer({ baseUrl: service.origin, adminApiKey: Option.none() })
  const all = await service.run(
    Dashboard.routes.pipe(Effect.provide(Dashboard.layerEndpoints), Effect.provide(settings), Effect.orDie)
  )
  routes = all.map(({ method, path }) => `${method} ${path}`)
  const signIn = async (role: Role) => (await signedInAs(service, role)).browser
  browsers = { viewer: await signIn("viewer"), support: await signIn("support"), admin: await signIn("admin") }
})
afterAll(() => service.stop())

/** Fills in ids that exist nowhere, except the instance. */
const pathOf = (route: string) =>
  route
    .slice(route.indexOf(" ") + 1)
    .replace(":instance", "default")
    .replace(":user", "user_01980000-0000-7000-8000-000000000000")
    .replace(/:\w+/g, "unknown")

const open = (browser: FormBrowser, route: string) =>
  route.startsWith("GET") ? browser.get(pathOf(route)) : browser.submit(pathOf(route))

const isToSignIn = (location: string | undefined) => location?.startsWith("/dashboard/sign-in") ?? false

describe("The dashboard", () => {
  test("says here which role each route requires", () => {
    expect([...routes].sort()).toEqual(Object.keys(leastRoles).sort())
  })

  test.each(roles)("shows the role %s no link and no form that it may not use", async (role) => {
    const email = newEmail()
    await service.browser().post(signUp, { email, password })
    const pages = ["/dashboard"]
    const seen = new Set<string>()
    for (const page of pages) {
      if (seen.has(page)) continue
      seen.add(page)
      const reply = await browsers[role].get(page)
      expect(reply.status, page).toBe(200)
      const main = /<main[\s\S]*<\/main>/.exec(reply.text)?.[0] ?? ""
      const links = [...reply.text.matchAll(/<a [^>]*href="(\/dashboard[^"#?]*)/g)].map(([, path]) => path ?? "")
      pages.push(...links)
      for (const [, path = ""] of main.matchAll(/<form method="post" action="([^"?#]+)/g)) {
        const least = leastOf("POST", path)
        expect([role, path, roles.indexOf(role) >= roles.indexOf(least)]).toEqual([role, path, true])
      }
    }
    expect(seen.size).toBeGreaterThan(10)
  })

  // The page that the script is on goes to the sign-in page then.
  const ofScript = "POST /dashboard/v1/auth/passkeys/registration/options"

  test.each(Object.entries(leastRoles).filter(([route, least]) => least !== "anyone" && route !== ofScript))(
    "sends those without a session from %s to the sign-in page",
    async (route) => {
      const { headers, status } = await open(new FormBrowser(service.origin), route)
      // Some lead to the list first.
      const isToList = ofAccount.includes(`GET ${headers.location}`)
      expect([status, isToSignIn(headers.location) || isToList]).toEqual([303, true])
    }
  )

  test("refuses the script of those without a session with 401, as JSON", async () => {
    const { json, status } = await open(new FormBrowser(service.origin), ofScript)
    expect([status, json["code"]]).toEqual([401, "unauthenticated"])
  })

  // One role after the other: an admin signs the others out at the end.
  test.each(roles.flatMap((role) => Object.entries(leastRoles).map(([route, least]) => [route, role, least] as const)))(
    "allows %s to an administrator with the role %s if the role is high enough, and to no other",
    async (route, role, least) => {
      // These end the session of the one who asks.
      if (least === "anyone") return
      const reply = await open(browsers[role], route)
      expect(isToSignIn(reply.headers.location)).toBe(false)
      const isAllowed = roles.indexOf(role) >= roles.indexOf(least)
      expect(reply.status === 403, `${reply.status}`).toBe(!isAllowed)
    }
  )

  test("applies a new role to sessions that are open", async () => {
    const { browser, id } = await signedInAs(service, "viewer", newEmail())
    expect((await browser.get("/dashboard/instances/new")).status).toBe(403)
    const change = await browsers.admin.submit(`/dashboard/operators/${id}`, { name: "Grace Hopper", role: "admin" })
    expect(change.status).toBe(303)
    expect((await browser.get("/dashboard/instances/new")).status).toBe(200)
  })
})

describe("An administrator who signed in ten minutes ago", () => {
  let late: FormBrowser
  beforeAll(async () => {
    late = (await signedInAs(service, "admin", newEmail())).browser
    service.advance(10 * 60_000)
  })

  test.each(Object.entries(leastRoles).filter(([, least]) => least !== "anyone"))(
    "signs in again for %s if it gives or takes access, and for nothing else",
    async (route) => {
      const { headers, status, text } = await open(late, route)
      const isAsked =
        headers.location?.startsWith("/dashboard/sign-in?again=1") === true ||
        (status === 401 && text.includes("Sign in again to show that it&#39;s you."))
      expect(isAsked, `${status}`).toBe(isConfirmed(route))
    }
  )
})

/** Returns the least role of the route that a path matches. */
const leastOf = (method: string, path: string): Role => {
  const found = Object.entries(leastRoles).find(([route]) => {
    const pattern = route.replace(/:\w+/g, "[^/]+")
    return new RegExp(`^${pattern}$`).test(`${method} ${path}`)
  })
  const least = found?.[1] ?? "admin"
  return least === "anyone" ? "viewer" : least
}
