import { createHash } from "node:crypto"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { asAdmin, instances, newEmail, password, session, signIn, signUp } from "@latchkey/test-support/contract"
import { describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"
import { fieldsIn, filled } from "./support/settingsForm.ts"

const users = "/dashboard/instances/default/users"

const { operator, service } = operatorScene()

const newUser = async () => {
  const browser = service().browser()
  const email = newEmail()
  const { json } = await browser.post(signUp, { email, password })
  return { browser, email, path: `${users}/${json["userId"]}` }
}

/** Confirms an action on the page of a user, and returns the reply. */
const confirm = async (path: string, action: string) => {
  expect((await operator().get(`${path}/${action}`)).text).toContain(`action="${path}/${action}"`)
  return operator().submit(`${path}/${action}`, {})
}

describe("The users of an instance", () => {
  test("are created with a form, and sign in with the password in it", async () => {
    const email = newEmail()
    const form = filled(await operator().get(`${users}/new`), {
      "Email address": ` ${email.toUpperCase()}`,
      "The address is verified": "on",
      "External ID": "crm|4711",
      Password: password
    })
    const reply = await operator().submit(`${users}/new`, form)
    expect(reply.status).toBe(303)
    const page = await operator().get(String(reply.headers["location"]))
    for (const text of ["The user is created.", email, "crm|4711"]) expect(page.text).toContain(text)
    expect((await service().browser().post(signIn, { email, password })).status).toBe(200)
    const again = await operator().submit(`${users}/new`, { ...form, email: newEmail() })
    expect((await operator().get(String(again.headers["location"]))).text).toContain("Nothing was changed.")
  })

  test("have a name and data, which their page shows as they are stored, and the name is changed there", async () => {
    const email = newEmail()
    const form = filled(await operator().get(`${users}/new`), { "Email address": email, Name: " Ada <Lovelace> " })
    const path = String((await operator().submit(`${users}/new`, form)).headers["location"]).replace(/\?.*/, "")
    const created = await operator().get(path)
    expect(created.text).toContain("<bdi>Ada &lt;Lovelace&gt;</bdi>")
    expect(created.text).not.toContain("App data")
    await service()
      .browser()
      .send("PATCH", `/v1/admin${path.replace("/dashboard", "")}`, {
        headers: { ...asAdmin, "content-type": "application/json" },
        body: JSON.stringify({ metadata: { plan: "<gold>" } })
      })
    const renamed = filled(await operator().get(`${path}/edit`), { Name: "Ada King" })
    expect((await operator().submit(`${path}/edit`, renamed)).status).toBe(303)
    const page = await operator().get(path)
    expect(page.text).toContain("<bdi>Ada King</bdi>")
    expect(page.text).toContain("App data")
    expect(page.text).toContain("&quot;plan&quot;: &quot;&lt;gold&gt;&quot;")
    expect(page.text).not.toContain("User data")
    const unnamed = filled(await operator().get(`${path}/edit`), { Name: "" })
    expect((await operator().submit(`${path}/edit`, unnamed)).status).toBe(303)
    expect((await operator().get(path)).text).not.toContain("<bdi>Ada")
  })

  test.each([
    ["an invalid address", "ada@", {}, "is not an email address"],
    ["an address that has an account", "", {}, "An account with this email already exists"],
    [
      "a password that breaks the policy",
      "new",
      { Password: "short" },
      "The password must include at least 8 characters."
    ]
  ])("are not created with %s, and no page contains the password", async (_, address, more, error) => {
    const email = address === "new" ? newEmail() : address === "" ? (await newUser()).email : address
    const form = { "Email address": email, Password: password, ...more }
    const reply = await operator().submit(`${users}/new`, filled(await operator().get(`${users}/new`), form))
    expect(reply.status).toBe(400)
    expect(reply.text).toContain(error)
    expect(fieldsIn(reply).map(({ label, value }) => [label, value])).toEqual([
      ["Email address", email],
      ["The address is verified", undefined],
      ["Name", ""],
      ["External ID", ""],
      ["Password", ""]
    ])
  })

  test("with hashes of another system are on the overview, with the speed, until they have signed in", async () => {
    const overview = async () => (await operator().get("/dashboard/instances/default")).text
    expect(await overview()).not.toContain("Hashing speed")
    const email = newEmail()
    // The hasher of this service takes over hashes of its own other versions.
    const salt = "0".repeat(32)
    const digest = createHash("sha256").update(salt).update(password).digest("hex")
    const passwordHash = `$insecure$v=20$${salt}$${digest}`
    const body = { email, emailVerified: true, passwordHash }
    expect((await service().browser().post(`${instances}/default/users`, body, asAdmin)).text).toContain(email)
    expect(await overview()).toMatch(/Hashing speed.*about [\d.]+ passwords per second.*\d% insecure v=20/s)
    expect((await service().browser().post(signIn, { email, password })).status).toBe(200)
    expect(await overview()).not.toContain("Hashing speed")
  })

  test("are edited with a form, which changes only what the operator changed", async () => {
    const { browser, path } = await newUser()
    const shown = await operator().get(`${path}/edit`)
    await operator().submit(`${path}/edit`, filled(await operator().get(`${path}/edit`), { "External ID": "crm|1" }))
    const email = newEmail()
    const reply = await operator().submit(`${path}/edit`, filled(shown, { "Email address": email }))
    expect([reply.status, reply.headers["location"]]).toEqual([303, `${path}?done=save`])
    const page = await operator().get(`${path}?done=save`)
    for (const text of ["Saved.", email, "crm|1"]) expect(page.text).toContain(text)
    expect((await browser.get(session)).status).toBe(401)
    const refused = await operator().submit(
      `${path}/edit`,
      filled(await operator().get(`${path}/edit`), { "Email address": (await newUser()).email })
    )
    expect(refused.status).toBe(400)
    expect(refused.text).toContain("An account with this email already exists")
  })

  test("are not changed by one administrator over another one, who learns what is stored now", async () => {
    const { path } = await newUser()
    const shown = await operator().get(`${path}/edit`)
    await operator().submit(`${path}/edit`, filled(shown, { Name: "Ada King" }))
    const refused = await operator().submit(`${path}/edit`, filled(shown, { Name: "Ada Byron" }))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Ada King")])
    expect((await operator().get(path)).text).toContain("<bdi>Ada King</bdi>")
    expect((await operator().submit(`${path}/edit`, filled(refused, { Name: "Ada Byron" }))).status).toBe(303)
  })

  test("are handed back by the same form, without a way in of the one who had the account", async () => {
    const { browser, path } = await newUser()
    const form = { ...filled(await operator().get(`${path}/edit`), {}), signInMethods: "on" }
    expect((await operator().submit(`${path}/edit`, form)).headers["location"]).toBe(`${path}?done=save`)
    expect((await operator().get(path)).text).toMatch(/<dt>Password<\/dt><dd>none<\/dd>/)
    expect((await browser.get(session)).status).toBe(401)
  })

  test("are deleted after a confirmation", async () => {
    const { browser, path } = await newUser()
    const reply = await confirm(path, "delete")
    expect([reply.status, reply.headers["location"]]).toEqual([303, `${users}?done=delete`])
    expect((await operator().get(`${users}?done=delete`)).text).toContain("The user is deleted.")
    expect((await browser.get(session)).status).toBe(401)
    expect((await operator().get(path)).status).toBe(404)
  })

  test("get a sign-in link, which a page shows once", async () => {
    const { email, path } = await newUser()
    const page = await confirm(path, "make-link")
    expect(page.status).toBe(200)
    const [url = ""] = /http\S+token=[\w-]{43}/.exec(page.text) ?? []
    const browser = service().browser()
    const { pathname, searchParams } = new URL(url)
    expect((await browser.post(pathname, { token: searchParams.get("token") })).status).toBe(200)
    expect((await browser.get(session)).json["email"]).toBe(email)
  })

  test("have access tokens, which their page lists and revokes, and says which have expired", async () => {
    const set = (tokenConfig: InstancePatch["tokenConfig"] & object) =>
      service().instances((all) => all.update(defaultId, { tokenConfig }))
    const { browser, path } = await newUser()
    expect((await operator().get(path)).text).not.toContain("Personal access tokens")
    await set({ personalTokens: true, scopes: ["reports:read"] })
    expect((await operator().get(path)).text).toContain("No personal access tokens")
    const expiresAt = new Date(service().now() + 60_000).toISOString()
    const created = await browser.post("/v1/auth/tokens", { name: "<b>Backup", scopes: ["reports:read"], expiresAt })
    const asProgram = () => service().browser({ authorization: `Bearer ${created.json["token"]}` })
    expect((await asProgram().get(session)).status).toBe(200)
    const page = await operator().get(path)
    for (const text of ["1 token", "<bdi>&lt;b&gt;Backup</bdi>", "<code>reports:read</code>"]) {
      expect(page.text).toContain(text)
    }
    expect(page.text).not.toMatch(/<b>|Expired|lk_/)
    const action = `${path}/tokens/${created.json["id"]}/revoke`
    expect(page.text).toContain(`action="${action}"`)
    const other = await operator().submit(`${(await newUser()).path}/tokens/${created.json["id"]}/revoke`, {})
    expect([other.status, (await asProgram().get(session)).status]).toEqual([404, 200])
    expect((await operator().submit(`${path}/tokens/nonsense/revoke`, {})).status).toBe(404)
    await set({ personalTokens: false })
    service().advance(60_000)
    expect((await operator().get(path)).text).toContain("Expired")
    await set({ personalTokens: true })
    const lasting = await browser.post("/v1/auth/tokens", { name: "Backup" })
    const revoked = await operator().submit(`${path}/tokens/${lasting.json["id"]}/revoke`, {})
    expect([revoked.status, revoked.headers["location"]]).toEqual([303, `${path}?done=revoke-token`])
    expect((await operator().get(`${path}?done=revoke-token`)).text).toContain("The token is revoked")
    const program = service().browser({ authorization: `Bearer ${lasting.json["token"]}` })
    expect((await program.get(session)).status).toBe(401)
    await set({ personalTokens: false })
  })

  test("get a sign-in link by email", async () => {
    const { email, path } = await newUser()
    const reply = await confirm(path, "send-link")
    expect([reply.status, reply.headers["location"]]).toEqual([303, `${path}?done=send-link`])
    expect(await service().lastLink(email)).toContain("token=")
  })
})
