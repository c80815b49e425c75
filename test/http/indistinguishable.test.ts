import * as Crypto from "@latchkey/crypto/Crypto"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Memory from "@latchkey/memory/Memory"
import { expect, test } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import {
  asAdmin,
  changeEmail,
  confirmEmail,
  forgotPassword,
  instances,
  jsonType,
  newEmail,
  password,
  requestLink,
  signIn,
  signUp,
  verify
} from "@latchkey/test-support/contract"

/** Returns everything of a reply that does not depend on the time. */
const shapeOf = ({ headers, setCookies, status, text }: Reply) => ({
  status,
  text,
  // The order of the headers counts.
  headers: Object.entries({ ...headers, date: "…", "set-cookie": "…" }),
  cookieShapes: setCookies.map((cookie) => cookie.replace(/=[\w-]{43};/, "=…;"))
})

onBothMounts(
  "Whether an email address has an account",
  (service) => {
    const known = async () => {
      const email = newEmail()
      await service().browser().post(signUp, { email, password })
      return email
    }
    const withoutPassword = async () => {
      const email = newEmail()
      const browser = service().browser()
      await browser.post(requestLink, { email })
      await browser.get(await service().lastLink(email))
      return email
    }

    test.each([
      ["a typical one", "wrong password"],
      ["one letter", "x"],
      ["a blank", " "],
      ["256 letters", "a".repeat(256)],
      ["other letters", "ü".repeat(64)]
    ])("does not show in the reply to a wrong password: %s", async (_, guess) => {
      const replies = []
      for (const email of [await known(), newEmail(), await withoutPassword()]) {
        replies.push(shapeOf(await service().browser().post(signIn, { email, password: guess })))
      }
      expect(replies[0]).toMatchObject({ status: 401, text: expect.stringContaining("invalid_credentials") })
      expect(replies[1]).toEqual(replies[0])
      expect(replies[2]).toEqual(replies[0])
    })

    test("does not show in the reply to a request for a magic link", async () => {
      const replies = []
      for (const email of [await known(), newEmail(), await withoutPassword()]) {
        replies.push(shapeOf(await service().browser().post(requestLink, { email })))
      }
      expect(replies[0]).toMatchObject({ status: 200, text: '{"ok":true}' })
      expect(replies[1]).toEqual(replies[0])
      expect(replies[2]).toEqual(replies[0])
    })

    test("does not show in the reply to a request for a link to set a new password", async () => {
      const replies = []
      for (const email of [await known(), newEmail(), await withoutPassword()]) {
        replies.push(shapeOf(await service().browser().post(forgotPassword, { email })))
      }
      expect(replies[0]).toMatchObject({ status: 200, text: '{"ok":true}', cookieShapes: [] })
      expect(replies[1]).toEqual(replies[0])
      expect(replies[2]).toEqual(replies[0])
    })

    test("does not show in the reply to a request to change to it, or to a sign-up with a reserved one", async () => {
      const verified = async () => {
        const [browser, email] = [service().browser(), newEmail()]
        await browser.post(signUp, { email, password })
        await browser.post(requestLink, { email })
        await browser.get(await service().lastLink(email))
        return { browser, email }
      }
      const { browser } = await verified()
      const mover = await verified()
      const next = newEmail()
      await mover.browser.post(changeEmail, { email: next, currentPassword: password })
      const token = (await service().lastEmailChange(next)).split("token=")[1]
      await mover.browser.post(confirmEmail, { token })
      const replies = []
      for (const email of [await known(), newEmail(), mover.email]) {
        replies.push(shapeOf(await browser.post(changeEmail, { email, currentPassword: password })))
      }
      expect(replies[0]).toMatchObject({ status: 200, text: '{"ok":true}', cookieShapes: [] })
      expect(replies[1]).toEqual(replies[0])
      expect(replies[2]).toEqual(replies[0])
      const taken = shapeOf(await service().browser().post(signUp, { email: next, password }))
      expect(taken.status).toBe(400)
      expect(shapeOf(await service().browser().post(signUp, { email: mover.email, password }))).toEqual(taken)
    })

    test("does not show in the reply to a weak password at sign-up", async () => {
      const replies = []
      for (const email of [await known(), newEmail()]) {
        replies.push(shapeOf(await service().browser().post(signUp, { email, password: "short" })))
      }
      expect(replies[0]).toMatchObject({ status: 400, text: expect.stringContaining("password_too_short") })
      expect(replies[1]).toEqual(replies[0])
    })

    test("does not show if magic links are turned off", async () => {
      const emails = [await known(), newEmail()]
      const id = (await service().instances((instances) => instances.list))[0]?.id
      const set = (on: boolean) =>
        service().instances((instances) => instances.update(id ?? expect.fail(), { authConfig: { magic_link: on } }))
      await set(false)
      const replies = []
      for (const email of emails) replies.push(shapeOf(await service().browser().post(requestLink, { email })))
      await set(true)
      expect(replies[0]).toMatchObject({ status: 401, text: expect.stringContaining("magic_link_disabled") })
      expect(replies[1]).toEqual(replies[0])
    })

    test("does not show if sign-up is closed: not in the reply to a sign-up, and not in that to a link request", async () => {
      const emails = [await known(), newEmail(), await withoutPassword()]
      const set = (mode: "open" | "closed") =>
        service().instances((instances) => instances.update(defaultId, { signUp: { mode } }))
      await set("closed")
      const signUps = []
      const requests = []
      for (const email of emails) {
        signUps.push(shapeOf(await service().browser().post(signUp, { email, password })))
        requests.push(shapeOf(await service().browser().post(requestLink, { email })))
      }
      await set("open")
      expect(signUps[0]).toMatchObject({ status: 403, text: expect.stringContaining("sign_up_closed") })
      expect(requests[0]).toMatchObject({ status: 200, text: '{"ok":true}' })
      for (const reply of signUps) expect(reply).toEqual(signUps[0])
      for (const reply of requests) expect(reply).toEqual(requests[0])
    })

    test("does not show at sign-up if addresses are verified first, also for an account that is disabled or unverified", async () => {
      const disabled = await known()
      const user = `${instances}/default/users?email=${encodeURIComponent(disabled)}`
      const [found] = (await service().browser().get(user, asAdmin)).json["users"] as ReadonlyArray<{ id: string }>
      const patch = { headers: { ...asAdmin, ...jsonType }, body: '{"disabled":true}' }
      expect((await service().browser().send("PATCH", `${instances}/default/users/${found?.id}`, patch)).status).toBe(
        200
      )
      const emails = [await known(), newEmail(), await withoutPassword(), disabled]
      const set = (verification: "after" | "before") =>
        service().instances((instances) => instances.update(defaultId, { signUp: { verification } }))
      await set("before")
      const replies = []
      for (const email of emails) replies.push(shapeOf(await service().browser().post(signUp, { email, password })))
      await set("after")
      expect(replies[0]).toMatchObject({ status: 200, text: '{"ok":true}', cookieShapes: [expect.anything()] })
      for (const reply of replies) expect(reply).toEqual(replies[0])
    })

    test("does not show if passwords are turned off", async () => {
      const emails = [await known(), newEmail()]
      const set = (on: boolean) =>
        service().instances((instances) => instances.update(defaultId, { authConfig: { password: on } }))
      await set(false)
      const replies: Record<string, Array<unknown>> = { [signUp]: [], [signIn]: [], [forgotPassword]: [] }
      for (const [path, list] of Object.entries(replies)) {
        for (const email of emails) list.push(shapeOf(await service().browser().post(path, { email, password })))
      }
      await set(true)
      for (const [first, second] of Object.values(replies)) {
        expect(first).toMatchObject({ status: 401, text: expect.stringContaining("password_disabled") })
        expect(second).toEqual(first)
      }
    })

    test("does not show in a used, expired or unknown link: they get the same reply", async () => {
      const email = newEmail()
      const browser = service().browser()
      await browser.post(requestLink, { email })
      const link = await service().lastLink(email)
      await browser.get(link)
      const used = shapeOf(await service().browser().get(link))
      const never = shapeOf(
        await service()
          .browser()
          .get(`${verify}?token=${"t".repeat(42)}A`)
      )
      await browser.post(requestLink, { email })
      const late = await service().lastLink(email)
      service().advance(15 * 60_000)
      const expired = shapeOf(await service().browser().get(late))
      expect(used).toMatchObject({ status: 401, text: expect.stringContaining("invalid_token") })
      expect(never).toEqual(used)
      expect(expired).toEqual(used)
    })
  },
  () => ({ storage: Memory.layer, crypto: Crypto.layer })
)
