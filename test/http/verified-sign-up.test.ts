import { defaultId, type SignUpConfig } from "@latchkey/domain/instance/Instance"
import * as Memory from "@latchkey/memory/Memory"
import { beforeEach, expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import {
  asAdmin,
  instances,
  jsonType,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signUp,
  verifySignUp
} from "@latchkey/test-support/contract"

onBothMounts(
  "A sign-up whose email address is verified first",
  (service) => {
    const set = (signUp: Partial<SignUpConfig>) =>
      service().instances((directory) => directory.update(defaultId, { signUp }))
    beforeEach(async () => {
      service().advance(3_600_000)
      await set({ mode: "open", verification: "before" })
    })

    const token = async (email: string) =>
      new URL(await service().lastSignUpLink(email), service().origin).searchParams.get("token") ?? ""

    test("replies ok with a client cookie and no session, and the link creates the account", async () => {
      const email = newEmail()
      const browser = service().browser()
      const requested = await browser.post(signUp, { email, password })
      expect([requested.status, requested.text]).toEqual([200, '{"ok":true}'])
      expect(requested.setCookies).toHaveLength(1)
      expect(requested.setCookies[0]).toMatch(/^__client=[\w-]{43};/)
      expect((await browser.get(session)).status).toBe(401)
      expect((await service().browser().post(signIn, { email, password })).status).toBe(401)

      const verified = await browser.post(verifySignUp, { token: await token(email) })
      expect([verified.status, Object.keys(verified.json).sort()]).toEqual([200, ["sessionId", "userId"]])
      expect((await browser.get(session)).json).toMatchObject({ ...verified.json, email, emailVerified: true })
      expect((await service().browser().post(signIn, { email, password })).json).toMatchObject({
        userId: verified.json["userId"]
      })
    })

    test("keeps the password only with the client cookie of the sign-up", async () => {
      const email = newEmail()
      await service().browser().post(signUp, { email, password })
      const owner = service().browser()
      expect((await owner.post(verifySignUp, { token: await token(email) })).status).toBe(200)
      expect((await service().browser().post(signIn, { email, password })).status).toBe(401)
      const own = JSON.stringify({ password: "another horse battery" })
      expect((await owner.send("PUT", "/v1/auth/password", { headers: jsonType, body: own })).status).toBe(200)
    })

    test("tells the owner of an account in an email, and signs in no one else", async () => {
      const email = newEmail()
      const owner = service().browser()
      await owner.post(requestLink, { email })
      await owner.get(await service().lastLink(email))
      expect((await service().browser().post(signUp, { email, password })).text).toBe('{"ok":true}')
      await service().deliver()
      const [last] = (await service().emails()).slice(-1)
      expect(last?.to).toBe(email)
      expect(last?.subject).toContain("already have an account")
      expect(last?.text).not.toContain("token=")
      expect((await service().browser().post(signIn, { email, password })).status).toBe(401)
    })

    test("returns invalid_token for a token that was used or never issued", async () => {
      const email = newEmail()
      const browser = service().browser()
      await browser.post(signUp, { email, password })
      const used = await token(email)
      await browser.post(verifySignUp, { token: used })
      for (const presented of [used, `${"t".repeat(42)}A`, "malformed"]) {
        const reply = await service().browser().post(verifySignUp, { token: presented })
        expect([reply.status, reply.json["code"]]).toEqual([401, "invalid_token"])
      }
    })

    test("returns sign_up_closed once sign-up is closed", async () => {
      await set({ mode: "closed" })
      const closed = [
        await service().browser().post(signUp, { email: newEmail(), password }),
        await service()
          .browser()
          .post(verifySignUp, { token: `${"t".repeat(42)}A` })
      ]
      for (const reply of closed) expect([reply.status, reply.json["code"]]).toEqual([403, "sign_up_closed"])
    })

    test("is a setting of the admin API, beside the mode", async () => {
      const patch = (verification: unknown) =>
        service()
          .browser()
          .send("PATCH", `${instances}/default`, {
            headers: { ...asAdmin, ...jsonType },
            body: JSON.stringify({ signUp: { verification } })
          })
      expect((await patch("after")).json).toMatchObject({ signUp: { mode: "open", verification: "after" } })
      const wrong = await patch("never")
      expect([wrong.status, wrong.json["errors"]]).toMatchObject([400, [{ field: "signUp.verification" }]])
    })
  },
  () => ({ storage: Memory.layer })
)

onBothMounts(
  "Without an email provider",
  (service) => {
    test("the setting is refused with the field and the reason", async () => {
      const reply = await service()
        .browser()
        .send("PATCH", `${instances}/default`, {
          headers: { ...asAdmin, ...jsonType },
          body: JSON.stringify({ signUp: { verification: "before" } })
        })
      expect([reply.status, reply.json["errors"]]).toEqual([
        400,
        [{ field: "signUp.verification", reason: "requires an email provider, because a link verifies the address" }]
      ])
    })
  },
  () => ({ storage: Memory.layer, mailer: "unconfigured" })
)
