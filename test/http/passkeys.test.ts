import {
  asAdmin,
  instances,
  newEmail,
  password,
  reauthenticate,
  session,
  signIn,
  signUp
} from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import { expect, test } from "vitest"

const passkeys = "/v1/auth/passkeys"
const namesOf = ({ setCookies }: Reply) => setCookies.map((cookie) => cookie.split("=")[0])
const notVerified = { status: 401, code: "invalid_credentials", detail: "The passkey could not be verified." }

onBothMounts(
  "Passkeys",
  (service) => {
    const optionsOf = async (browser: Browser, ceremony: "registration" | "sign-in") =>
      (await browser.post(`${passkeys}/${ceremony}/options`)).json as never

    /** A signed-up user who has added a passkey. */
    const withPasskey = async () => {
      const browser = service().browser()
      const email = newEmail()
      await browser.post(signUp, { email, password })
      const authenticator = makeAuthenticator(service().origin)
      const options = await browser.post(`${passkeys}/registration/options`)
      const credential = authenticator.create(options.json as never)
      const added = await browser.post(passkeys, { credential, name: "My laptop" })
      return { added, authenticator, browser, credential, email, options }
    }
    type Authenticator = Awaited<ReturnType<typeof withPasskey>>["authenticator"]
    const answer = async (browser: Browser, authenticator: Authenticator) =>
      authenticator.get(await optionsOf(browser, "sign-in"))

    test("are created with user verification, without attestation, and for an account that the browser can find", async () => {
      const { added, browser, credential, email, options } = await withPasskey()
      expect([options.status, options.setCookies]).toEqual([200, []])
      expect(options.json).toMatchObject({
        rp: { id: "localhost", name: "Latchkey" },
        user: { name: email, displayName: email },
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none"
      })
      const { challenge, user } = options.json as { readonly challenge: string; readonly user: { readonly id: string } }
      for (const random of [challenge, user.id]) expect(Buffer.from(random, "base64url")).toHaveLength(32)
      expect([added.status, added.setCookies]).toEqual([201, []])
      expect(added.json).toMatchObject({ name: "My laptop", backupEligible: false, backedUp: false, lastUsedAt: null })
      const listed = await browser.get(passkeys)
      expect(listed.json).toMatchObject({
        passkeys: [{ id: added.json["id"] }],
        signal: { rpId: "localhost", userId: user.id, name: email, allAcceptedCredentialIds: [credential.id] }
      })
    })

    test("are asked for in the same way of every visitor, who gets the cookie of a client and no other", async () => {
      const { browser } = await withPasskey()
      const replies = [browser, service().browser()].map((one) => one.post(`${passkeys}/sign-in/options`))
      for (const reply of await Promise.all(replies)) {
        expect([reply.status, namesOf(reply)]).toEqual([200, ["__client"]])
        const { challenge, ...rest } = reply.json
        expect(Buffer.from(String(challenge), "base64url")).toHaveLength(32)
        expect(rest).toEqual({
          timeout: 300_000,
          rpId: "localhost",
          allowCredentials: [],
          userVerification: "required"
        })
      }
    })

    test("sign in on a new client at level 2, with the cookies of every sign-in, and verify no email address", async () => {
      const { authenticator, email } = await withPasskey()
      const browser = service().browser()
      const signedIn = await browser.post(`${passkeys}/sign-in`, { credential: await answer(browser, authenticator) })
      expect([signedIn.status, namesOf(signedIn)]).toEqual([200, ["__client", "__session"]])
      const cookies = signedIn.setCookies.map((text) => text.replace(/=[\w-]{43};/, "=…;"))
      expect(cookies).toEqual([
        "__client=…; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax",
        "__session=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax"
      ])
      expect((await browser.get(session)).json).toMatchObject({
        ...signedIn.json,
        email,
        emailVerified: false,
        amr: ["pop", "user", "mfa"],
        aal: 2
      })
    })

    test("get one reply, without a cookie, for everything that does not verify", async () => {
      const { authenticator, browser } = await withPasskey()
      const visitor = service().browser()
      const used = await answer(visitor, authenticator)
      await visitor.post(`${passkeys}/sign-in`, { credential: used })
      const strangers = makeAuthenticator(service().origin)
      strangers.create({ challenge: "A".repeat(43), rp: { id: "localhost" }, user: { id: "A".repeat(43) } })
      const elsewhere = service().browser()
      const ofOther = await answer(browser, authenticator)
      await optionsOf(elsewhere, "sign-in")
      const refused = [
        used,
        ofOther,
        await answer(elsewhere, strangers),
        { ...(await answer(elsewhere, authenticator)), rawId: "AAAA" }
      ]
      for (const credential of refused) {
        const reply = await elsewhere.post(`${passkeys}/sign-in`, { credential })
        expect([reply.setCookies, reply.json]).toEqual([[], expect.objectContaining(notVerified)])
      }
      expect((await elsewhere.get(session)).status).toBe(401)
    })

    test("are removed only after a recent authentication with one, and the reply is what browsers need to hide it", async () => {
      const { added, authenticator, browser } = await withPasskey()
      const path = `${passkeys}/${added.json["id"]}`
      const remove = () => browser.send("DELETE", path)
      expect((await remove()).json["code"]).toBe("reauthentication_required")
      const credential = await answer(browser, authenticator)
      expect((await browser.post(reauthenticate, { credential })).status).toBe(200)
      service().advance(600_000)
      expect((await remove()).json["code"]).toBe("reauthentication_required")
      const again = await answer(browser, authenticator)
      expect((await browser.post(reauthenticate, { credential: again })).status).toBe(200)
      const removed = await remove()
      expect(removed.json).toMatchObject({ passkeys: [], signal: { allAcceptedCredentialIds: [] } })
      expect((await remove()).status).toBe(404)
      const visitor = service().browser()
      const late = await visitor.post(`${passkeys}/sign-in`, { credential: await answer(visitor, authenticator) })
      expect(late.json).toMatchObject(notVerified)
    })

    test("are removed by the admin API, which signs the user out, and 404 if there are none", async () => {
      const { added, authenticator, browser, email } = await withPasskey()
      const user = `${instances}/default/users/${(await browser.get(session)).json["userId"]}`
      const remove = (headers: Record<string, string> = asAdmin) =>
        service().browser(headers).send("DELETE", `${user}/passkeys`)
      expect([added.status, (await remove({})).status]).toEqual([201, 401])
      const removed = await remove()
      expect([removed.status, removed.json]).toEqual([200, { ok: true }])
      expect((await browser.get(session)).status).toBe(401)
      const visitor = service().browser()
      const credential = await answer(visitor, authenticator)
      expect((await visitor.post(`${passkeys}/sign-in`, { credential })).json).toMatchObject(notVerified)
      expect((await visitor.post(signIn, { email, password })).json).toHaveProperty("sessionId")
      expect((await visitor.get(passkeys)).json["passkeys"]).toEqual([])
      const again = await remove()
      expect([again.status, again.json["code"]]).toEqual([404, "not_found"])
      expect((await visitor.get(session)).status).toBe(200)
      const unknown = `${instances}/default/users/user_01980000-0000-7000-8000-000000000000/passkeys`
      expect((await service().browser(asAdmin).send("DELETE", unknown)).status).toBe(404)
    })

    test("of another user are not found, and without a session everything about them is 401", async () => {
      const { added } = await withPasskey()
      const { browser } = await withPasskey()
      const path = `${passkeys}/${added.json["id"]}`
      const rename = (by: Browser) =>
        by.send("PATCH", path, {
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: "Mine" })
        })
      expect((await rename(browser)).json["code"]).toBe("not_found")
      const visitor = service().browser()
      const replies = [
        rename(visitor),
        visitor.send("DELETE", path),
        visitor.get(passkeys),
        visitor.post(`${passkeys}/registration/options`)
      ]
      for (const reply of await Promise.all(replies)) expect(reply.json["code"]).toBe("unauthenticated")
    })
  },
  () => ({ host: "localhost" })
)
