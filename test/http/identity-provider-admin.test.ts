import { UserId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { layerAtRealTime } from "@latchkey/test-support/oidc/openIdClient"
import { expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, newEmail, password } from "@latchkey/test-support/contract"
import * as Samples from "@latchkey/testkit/Samples"

const providers = `${instances}/default/identity-providers`
const secret = "GOCSPX-5c21-never-shown"
const google = { kind: "google", clientId: "1234.apps.googleusercontent.com", clientSecret: secret }

onBothMounts(
  "Identity providers in the admin API",
  (service) => {
    const send = (method: string, path: string, body?: object, type = "application/json") =>
      service()
        .browser()
        .send(method, path, {
          headers: { ...asAdmin, ...(body === undefined ? {} : { "content-type": type }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
    const add = (body: object) => send("POST", providers, body)

    test("are added, listed, read, changed and deleted, and no reply has the secret", async () => {
      const added = await add(google)
      expect([added.status, added.json]).toEqual([
        201,
        {
          id: "google",
          name: "Google",
          kind: "google",
          issuer: "https://accounts.google.com",
          clientId: google.clientId,
          apple: null,
          scopes: [],
          nativeClientIds: [],
          emailTrust: "authoritative",
          trustsMfa: false,
          enabled: true,
          hasClientSecret: true,
          redirectUri: `${service().origin}/v1/auth/identity-providers/callback`
        }
      ])
      const path = `${providers}/google`
      expect((await send("GET", path)).json).toEqual(added.json)
      const changed = await send(
        "PATCH",
        path,
        { enabled: false, clientSecret: "next" },
        "application/merge-patch+json"
      )
      expect([changed.status, changed.json]).toEqual([200, { ...added.json, enabled: false }])
      const listed = await send("GET", providers)
      expect(listed.json).toEqual({ identityProviders: [changed.json] })
      for (const { text } of [added, changed, listed, await send("GET", `${instances}/default`)]) {
        expect(text).not.toContain(secret)
        expect(text).not.toContain('"clientSecret"')
      }
      expect([(await send("DELETE", path)).status, (await send("DELETE", path)).status]).toEqual([200, 404])
      expect((await send("GET", providers)).json).toEqual({ identityProviders: [] })
    })

    test("with mistakes are 400, which names each field and what to do, and change nothing", async () => {
      const mistakes = async (body: object) => {
        const reply = await add(body)
        expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
        expect(reply.text).not.toContain(secret)
        return reply.json["errors"]
      }
      expect(await mistakes({ kind: "oidc", clientId: "c" })).toEqual([
        { field: "name", reason: "is required: what the button says" },
        {
          field: "issuer",
          reason: "is required: the URL that the provider names as issuer, such as https://id.example.com"
        }
      ])
      expect(await mistakes({ ...google, issuer: "http://accounts.google.com" })).toEqual([
        { field: "issuer", reason: "must be a URL with https. Only localhost may use http" }
      ])
      expect(await mistakes({ ...google, issuer: "https://300.1.1.1" })).toEqual([
        { field: "issuer", reason: "is not a valid URL" }
      ])
      expect(await mistakes({ ...google, id: "Google!" })).toEqual([
        { field: "id", reason: expect.stringContaining("lower-case letters") }
      ])
      expect(await mistakes({ ...google, clientSecret: { secret } })).toEqual([
        { field: "clientSecret", reason: "must be a text of at most 4096 characters, or null" }
      ])
      expect(await mistakes({ ...google, kind: "facebook" })).toEqual([
        { field: "kind", reason: "must be oidc, google, microsoft, apple or github" }
      ])
      await add(google)
      expect(await mistakes(google)).toEqual([
        { field: "id", reason: "belongs to another provider of the instance: choose another one" },
        { field: "issuer", reason: "belongs to another provider of the instance: change that one" }
      ])
      const moved = await send("PATCH", `${providers}/google`, { issuer: "https://id.example.com" })
      expect([moved.status, moved.json["errors"]]).toEqual([
        400,
        [
          {
            field: "issuer",
            reason: "cannot be changed, because identities of users belong to it: add another provider"
          }
        ]
      ])
      expect((await send("GET", providers)).json["identityProviders"]).toHaveLength(1)
      await send("DELETE", `${providers}/google`)
    })

    test("are checked, and the reply says what is wrong", async () => {
      await add({ ...google, issuer: "http://127.0.0.1:9", id: "unreachable" })
      const reply = await send("POST", `${providers}/unreachable/check`)
      expect(reply.status).toBe(200)
      expect(reply.json).toMatchObject({ ok: false })
      const [finding] = reply.json["findings"] as ReadonlyArray<unknown>
      expect(finding).toEqual({ what: "discovery", ok: false, detail: expect.stringContaining("cannot be read") })
      await send("DELETE", `${providers}/unreachable`)
    })

    test("stay if users could not sign in without them", async () => {
      await add(google)
      await send("PATCH", `${instances}/default`, { authConfig: { password: false, magic_link: false } })
      for (const reply of [
        await send("PATCH", `${providers}/google`, { enabled: false }),
        await send("DELETE", `${providers}/google`)
      ]) {
        expect([reply.status, reply.json["errors"]]).toEqual([
          400,
          [
            {
              field: "enabled",
              reason: "must stay: the instance has no other way to sign in. Turn on another one first"
            }
          ]
        ])
      }
      await send("PATCH", `${instances}/default`, { authConfig: { password: true, magic_link: true } })
      expect((await send("DELETE", `${providers}/google`)).status).toBe(200)
    })

    test("that a user has linked are listed, and unlinked once, which signs the user out", async () => {
      const { json: created } = await send("POST", `${instances}/default/users`, { email: newEmail(), password })
      const user = { instanceId: defaultId, id: UserId.make(String(created["id"])) }
      const stored = await service().run(Samples.storedIdentity(user))
      const identities = `${instances}/default/users/${user.id}/identities`
      const listed = await send("GET", identities)
      expect([listed.status, listed.json]).toEqual([
        200,
        {
          identities: [
            expect.objectContaining({ id: stored.id, provider: null, issuer: stored.issuer, subject: stored.subject })
          ]
        }
      ])
      const browser = service().browser()
      await browser.post("/v1/auth/sign-in", { email: created["email"], password })
      const removals = []
      for (const id of [stored.id, stored.id, "identity_of_no_one"]) {
        const reply = await send("DELETE", `${identities}/${id}`)
        removals.push([reply.status, reply.json["code"]])
      }
      expect(removals).toEqual([
        [200, undefined],
        [404, "not_found"],
        [404, "not_found"]
      ])
      expect((await browser.get("/v1/auth/session")).status).toBe(401)
    })

    test("require the admin key, and an instance and a provider that exist", async () => {
      for (const [method, path] of [
        ["GET", providers],
        ["POST", providers],
        ["GET", `${providers}/google`],
        ["PATCH", `${providers}/google`],
        ["DELETE", `${providers}/google`],
        ["POST", `${providers}/google/check`]
      ] as const) {
        expect((await service().browser().send(method, path, {})).status, `${method} ${path}`).toBe(401)
      }
      for (const unknown of [
        `${providers}/unknown`,
        `${providers}/A%00`,
        `${instances}/inst_x/identity-providers/google`
      ]) {
        expect((await send("GET", unknown)).status, unknown).toBe(404)
        expect((await send("PATCH", unknown, { enabled: false })).status, unknown).toBe(404)
        expect((await send("DELETE", unknown)).status, unknown).toBe(404)
        expect((await send("POST", `${unknown}/check`)).status, unknown).toBe(404)
      }
    })
  },
  () => ({ identityProviders: layerAtRealTime(["http://127.0.0.1:9"]) })
)
