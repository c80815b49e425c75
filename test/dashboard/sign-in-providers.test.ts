import { Email } from "@latchkey/domain/core/Email"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { asAdmin, instances, newEmail } from "@latchkey/test-support/contract"
import { layerAtRealTime } from "@latchkey/test-support/oidc/openIdClient"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"

const list = "/dashboard/instances/default/sign-in-providers"
const add = (kind: string) => `/dashboard/instances/default/add-sign-in-provider/${kind}`
const providers = `${instances}/default/identity-providers`
const secret = "GOCSPX-5c21-never-shown"
const google = { name: "Google", clientId: "client-1", clientSecret: secret, emailTrust: "authoritative" }

const { operator, service } = operatorScene({ identityProviders: layerAtRealTime(["http://127.0.0.1:9"]) })

const stored = async (id: string) => (await service().browser().get(`${providers}/${id}`, asAdmin)).json
const remove = (id: string) => service().browser().send("DELETE", `${providers}/${id}`, { headers: asAdmin })

/** Returns what the page shows as the state of its fields, as a browser sends it back. */
const shownIn = (page: string) =>
  (/name="shown" value="([^"]*)"/.exec(page)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&")

describe("The sign-in providers of an instance", () => {
  test("are added with the redirect URI to copy and where to find the rest, and listed, without the secret", async () => {
    expect((await operator().get(list)).text).toContain("No providers yet")
    const form = await operator().get(add("google"))
    expect(form.text).toContain(`<code>${service().origin}/v1/auth/identity-providers/callback</code>`)
    expect(form.text).toContain("In the Google Cloud console")
    const added = await operator().submit(add("google"), google)
    expect([added.status, added.headers["location"]]).toEqual([303, `${list}/google?done=added`])
    const page = await operator().get(`${list}/google?done=added`)
    expect(page.text).toContain("The provider is added")
    expect(page.text).toContain("<dt>Client secret</dt><dd>stored</dd>")
    const all = await operator().get(list)
    expect(all.text).toContain("Turned on")
    expect(all.text).not.toContain(add("google"))
    for (const { text } of [form, page, all]) expect(text).not.toContain(secret)
    await remove("google")
  })

  test("of each kind have a form, and no other kind has one", async () => {
    for (const kind of ["google", "microsoft", "apple", "github", "oidc"]) {
      expect((await operator().get(add(kind))).status, kind).toBe(200)
    }
    expect((await operator().get(add("facebook"))).status).toBe(404)
    expect((await operator().submit(add("facebook"), google)).status).toBe(404)
  })

  test("with mistakes are shown again as they were typed, except for the secret, and nothing is stored", async () => {
    const typed = { name: "Own <IdP>", issuer: "http://id.example.com", clientId: "a b", clientSecret: secret }
    const reply = await operator().submit(add("oidc"), { ...typed, emailTrust: "never" })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('value="Own &lt;IdP&gt;"')
    expect(reply.text).toContain("Client ID must be 1 to 255 characters without spaces.")
    expect(reply.text).not.toContain(secret)
    const insecure = await operator().submit(add("oidc"), { ...typed, clientId: "c", emailTrust: "never" })
    expect(insecure.text).toContain("Issuer must be a URL with https. Only localhost may use http.")
    const withoutSecret = await operator().submit(add("github"), { name: "GitHub", clientId: "c" })
    expect(withoutSecret.text).toContain("Client secret is required")
    await operator().submit(add("google"), google)
    const twice = await operator().submit(add("google"), google)
    expect([twice.status, twice.text]).toEqual([400, expect.stringContaining("belongs to another provider")])
    expect((await service().browser().get(providers, asAdmin)).json["identityProviders"]).toHaveLength(1)
    await remove("google")
  })

  test("of Apple take the key as its file has it", async () => {
    const pem = "-----BEGIN PRIVATE KEY-----\r\nMIGTAgEAMBMG\r\n-----END PRIVATE KEY-----\r\n"
    const apple = {
      name: "Apple",
      clientId: "com.example.web",
      "apple.teamId": "ABCDE12345",
      "apple.keyId": "FGHIJ67890",
      clientSecret: pem,
      emailTrust: "authoritative"
    }
    expect((await operator().submit(add("apple"), apple)).headers["location"]).toBe(`${list}/apple?done=added`)
    expect(await stored("apple")).toMatchObject({ apple: { teamId: "ABCDE12345", keyId: "FGHIJ67890" } })
    await remove("apple")
  })

  test("are changed field by field: what was not typed stays, the secret too", async () => {
    await operator().submit(add("google"), google)
    const page = await operator().get(`${list}/google`)
    const fields = { name: "Google", clientId: "client-1", emailTrust: "authoritative", shown: shownIn(page.text) }
    expect(JSON.parse(fields.shown)).toMatchObject({ clientId: "client-1" })
    await service()
      .browser()
      .send("PATCH", `${providers}/google`, {
        headers: { ...asAdmin, "content-type": "application/json" },
        body: JSON.stringify({ scopes: ["profile"] })
      })
    const saved = await operator().submit(`${list}/google`, { ...fields, name: "Google Workspace", clientSecret: "" })
    expect([saved.status, saved.headers["location"]]).toEqual([303, `${list}/google?done=saved`])
    expect(await stored("google")).toMatchObject({
      name: "Google Workspace",
      scopes: ["profile"],
      hasClientSecret: true
    })
    const rejected = await operator().submit(`${list}/google`, { ...fields, clientId: "", clientSecret: secret })
    expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining("Client ID must be")])
    expect(rejected.text).not.toContain(secret)
    await remove("google")
  })

  test("are not changed by one administrator over another one, who learns what is stored now", async () => {
    await operator().submit(add("google"), google)
    const page = await operator().get(`${list}/google`)
    const fields = { name: "Google", clientId: "client-1", emailTrust: "authoritative", shown: shownIn(page.text) }
    await service()
      .browser()
      .send("PATCH", `${providers}/google`, {
        headers: { ...asAdmin, "content-type": "application/json" },
        body: JSON.stringify({ name: "Google Workspace" })
      })
    const rejected = await operator().submit(`${list}/google`, { ...fields, name: "Google One" })
    expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining("Google Workspace")])
    expect(await stored("google")).toMatchObject({ name: "Google Workspace" })
    await remove("google")
  })

  test("are turned off and on, and deleted after a question", async () => {
    await operator().submit(add("google"), google)
    expect((await operator().submit(`${list}/google/disable`)).headers["location"]).toBe(`${list}/google?done=disabled`)
    expect((await operator().get(list)).text).toContain("Turned off")
    expect((await operator().submit(`${list}/google/enable`)).headers["location"]).toBe(`${list}/google?done=enabled`)
    expect((await operator().get(`${list}/google/delete`)).text).toContain("Delete Google?")
    expect((await operator().submit(`${list}/google/delete`)).headers["location"]).toBe(`${list}?done=deleted`)
    expect((await operator().get(`${list}/google`)).status).toBe(404)
    expect((await operator().submit(`${list}/google/delete`)).status).toBe(404)
  })

  test("stay if users could not sign in without them, and the page says why", async () => {
    await operator().submit(add("google"), google)
    const settings = (password: boolean) =>
      service()
        .browser()
        .send("PATCH", `${instances}/default`, {
          headers: { ...asAdmin, "content-type": "application/json" },
          body: JSON.stringify({ authConfig: { password, magic_link: password } })
        })
    expect((await settings(false)).status).toBe(200)
    for (const action of ["disable", "delete"]) {
      const refused = await operator().submit(`${list}/google/${action}`)
      expect([refused.status, refused.text], action).toEqual([
        400,
        expect.stringContaining("The provider must stay: the instance has no other way to sign in.")
      ])
    }
    await settings(true)
    await remove("google")
  })

  test("are checked, in plain words", async () => {
    await operator().submit(add("oidc"), { name: "Closed", issuer: "http://127.0.0.1:9", clientId: "c" })
    const page = await operator().submit(`${list}/closed/check`)
    expect(page.status).toBe(200)
    expect(page.text).toContain("Result of the check")
    expect(page.text).toContain("There is a problem.")
    expect(page.text).toContain("http://127.0.0.1:9/.well-known/openid-configuration cannot be read")
    expect(page.text).toContain("<dt>Redirect URI</dt>")
    await remove("closed")
  })

  test("ask an administrator who signed in long ago to sign in again, and keep no secret in that page", async () => {
    service().advance(10 * 60_000)
    const asked = await operator().submit(add("google"), google)
    expect(asked.headers["location"]).toContain("/dashboard/sign-in?again=1")
    expect(asked.text).not.toContain(secret)
    expect((await service().browser().get(`${providers}/google`, asAdmin)).status).toBe(404)
  })
})

describe("The accounts of a user at sign-in providers", () => {
  test("are on the page of the user, and are removed after a question, which tells the user", async () => {
    const email = newEmail()
    await service().browser().post(`${instances}/default/users`, { email, emailVerified: true }, asAdmin)
    const identity = await service().run(
      Effect.flatMap(UserRepository, ({ findByEmail }) =>
        Effect.flatMap(Effect.flatten(findByEmail(defaultId, Email.make(email))), (user) =>
          Samples.storedIdentity(user, { issuer: "https://accounts.google.com", label: Option.some("<ada>") })
        )
      )
    )
    await operator().submit(add("google"), google)
    const user = `/dashboard/instances/default/users/${identity.userId}`
    const removal = `${user}/identities/${identity.id}/remove`
    const page = await operator().get(user)
    expect(page.text).toContain('<span class="strong">Google</span> &lt;ada&gt;')
    expect(page.text).toContain(removal)
    expect((await operator().get(removal)).text).toContain("Remove this account?")
    expect((await operator().submit(removal)).headers["location"]).toBe(`${user}?done=unlink`)
    const after = await operator().get(`${user}?done=unlink`)
    expect(after.text).toContain("The account at the provider is removed")
    expect(after.text).not.toContain("Accounts at sign-in providers")
    await service().deliver()
    expect((await service().emails()).filter(({ to }) => to === email)).not.toEqual([])
    for (const reply of [await operator().get(removal), await operator().submit(removal)])
      expect(reply.status).toBe(404)
    await remove("google")
  })
})
