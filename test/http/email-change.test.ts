import { newestServer, onServer } from "@latchkey/test-support/postgres/databases"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import { onBothMounts, start } from "@latchkey/test-support/HttpService"
import type { Service } from "@latchkey/test-support/Service"
import {
  changeEmail,
  confirmEmail,
  forgotPassword,
  newEmail,
  password,
  requestLink,
  resetPassword,
  restoreEmail,
  session,
  sessions,
  signIn,
  signUp
} from "@latchkey/test-support/contract"

const day = 86_400_000

const tokenIn = (link: string) => /token=([\w-]{43})$/.exec(link)?.[1] ?? ""

/** Signs up with a password, and verifies the address in the same browser, which keeps the password. */
const verified = async (service: Service, browser: Browser, email = newEmail()) => {
  await browser.post(signUp, { email, password })
  await browser.post(requestLink, { email })
  await browser.get(await service.lastLink(email))
  return email
}

/** Requests a change, and returns the token that was sent. */
const changeToken = async (service: Service, browser: Browser, email: string) => {
  expect((await browser.post(changeEmail, { email, currentPassword: password })).json).toEqual({ ok: true })
  return tokenIn(await service.lastEmailChange(email))
}

onBothMounts("Changing the email address", (service) => {
  test("takes a request, the token of the email in the same session, and gives new cookies", async () => {
    const [browser, other] = [service().browser(), service().browser()]
    const email = await verified(service(), browser)
    await other.post(signIn, { email, password })
    const before = (await browser.get(session)).json
    const next = newEmail()
    const token = await changeToken(service(), browser, next)
    const confirmed = await browser.post(confirmEmail, { token })
    expect([confirmed.status, confirmed.json]).toEqual([
      200,
      { userId: before["userId"], sessionId: expect.stringMatching(/^sess_/) }
    ])
    expect(confirmed.setCookies).toHaveLength(2)
    expect((await browser.get(session)).json).toMatchObject({ ...confirmed.json, email: next, emailVerified: true })
    expect((await browser.get(sessions)).json["sessions"]).toHaveLength(1)
    expect((await other.get(session)).status).toBe(401)
    expect((await browser.post(confirmEmail, { token })).json["code"]).toBe("invalid_token")
    expect((await service().browser().post(signIn, { email: next, password })).status).toBe(200)
  })

  test("is restored without a session, and the owner sets a new password by email", async () => {
    const attacker = service().browser()
    const email = await verified(service(), attacker)
    await attacker.post(confirmEmail, { token: await changeToken(service(), attacker, newEmail()) })
    const token = tokenIn(await service().lastEmailRestore(email))
    service().advance(6 * day)
    const owner = service().browser()
    const restored = await owner.post(restoreEmail, { token })
    expect([restored.status, restored.json, restored.setCookies]).toEqual([200, { ok: true }, []])
    expect((await attacker.get(session)).status).toBe(401)
    expect((await owner.post(signIn, { email, password })).json["code"]).toBe("invalid_credentials")
    await owner.post(forgotPassword, { email })
    const reset = { token: tokenIn(await service().lastResetLink(email)), password: "another horse battery" }
    expect((await owner.post(resetPassword, reset)).status).toBe(200)
    expect((await owner.get(session)).json).toMatchObject({ email, emailVerified: true })
    expect((await owner.post(restoreEmail, { token })).json["code"]).toBe("invalid_token")
  })

  test("replies to every new address in the same way, without cookies", async () => {
    const browser = service().browser()
    const own = await verified(service(), browser)
    const taken = await verified(service(), service().browser())
    const mover = service().browser()
    const reserved = await verified(service(), mover)
    await mover.post(confirmEmail, { token: await changeToken(service(), mover, newEmail()) })
    for (const email of [newEmail(), taken, reserved, own]) {
      const reply = await browser.post(changeEmail, { email, currentPassword: password })
      expect([reply.status, reply.text, reply.setCookies], email).toEqual([200, '{"ok":true}', []])
    }
  })

  test("requires a session and a fresh sign-in, which a page of another origin cannot replace", async () => {
    const email = newEmail()
    const none = await service().browser().post(changeEmail, { email, currentPassword: password })
    expect([none.status, none.json["code"]]).toEqual([401, "unauthenticated"])
    const browser = service().browser()
    await verified(service(), browser)
    const own = { origin: service().origin, "sec-fetch-site": "same-origin" }
    expect((await browser.post(changeEmail, { email }, own)).status).toBe(200)
    service().advance(10 * 60_000)
    const stale = await browser.post(changeEmail, { email }, own)
    expect([stale.status, stale.json["code"]]).toEqual([401, "reauthentication_required"])
    const wrong = await browser.post(changeEmail, { email, currentPassword: "wrong horse battery" })
    expect([wrong.status, wrong.json]).toMatchObject([
      401,
      { code: "invalid_credentials", detail: "currentPassword is wrong." }
    ])
  })

  test("does not confirm for anyone else: not without a session, and not in that of another user", async () => {
    const browser = service().browser()
    await verified(service(), browser)
    const token = await changeToken(service(), browser, newEmail())
    const none = await service().browser().post(confirmEmail, { token })
    expect([none.status, none.json["code"], none.setCookies]).toEqual([401, "unauthenticated", []])
    const other = service().browser()
    await verified(service(), other)
    expect((await other.post(confirmEmail, { token })).json["code"]).toBe("invalid_token")
  })

  test("says that the address was taken meanwhile", async () => {
    const browser = service().browser()
    await verified(service(), browser)
    const next = newEmail()
    const token = await changeToken(service(), browser, next)
    await service().browser().post(signUp, { email: next, password })
    const reply = await browser.post(confirmEmail, { token })
    expect([reply.status, reply.json["code"]]).toEqual([400, "email_already_exists"])
  })
})

test("A change of the address is unavailable without an email provider", async () => {
  const service = await start({ mailer: "unconfigured" })
  try {
    const browser = service.browser()
    await browser.post(signUp, { email: newEmail(), password })
    const reply = await browser.post(changeEmail, { email: newEmail(), currentPassword: password })
    expect([reply.status, reply.json["code"]]).toEqual([401, "magic_link_disabled"])
  } finally {
    await service.stop()
  }
})

describe("Concurrent changes of the address, on PostgreSQL", () => {
  let service: Service
  beforeAll(async () => {
    service = await start({ storage: Layer.provide(Postgres.layer, onServer(newestServer()).migrated) })
  }, 60_000)
  afterAll(() => service?.stop())
  beforeEach(() => service.advance(3_600_000))

  test("of one user with two links: exactly one succeeds", async () => {
    const browser = service.browser()
    await verified(service, browser)
    const tokens = [await changeToken(service, browser, newEmail()), await changeToken(service, browser, newEmail())]
    const header = await browser.jar.getCookieString(service.origin)
    const replies = await Promise.all(
      [...tokens, ...tokens, ...tokens].map((token) =>
        service.browser({ cookie: header }).post(confirmEmail, { token })
      )
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  })

  test("and sign-ups with the new address: exactly one gets it", async () => {
    const browser = service.browser()
    await verified(service, browser)
    const next = newEmail()
    const token = await changeToken(service, browser, next)
    const replies = await Promise.all([
      service.browser().post(signUp, { email: next, password }),
      browser.post(confirmEmail, { token }),
      service.browser().post(signUp, { email: next, password })
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test("and sign-ups with the former address: none gets it", async () => {
    const browser = service.browser()
    const email = await verified(service, browser)
    const token = await changeToken(service, browser, newEmail())
    const signUps = Array.from({ length: 6 }, () => service.browser().post(signUp, { email, password }))
    const confirmed = browser.post(confirmEmail, { token })
    const more = Array.from({ length: 6 }, () => service.browser().post(signUp, { email, password }))
    expect((await confirmed).status).toBe(200)
    for (const reply of await Promise.all([...signUps, ...more]))
      expect(reply.json["code"]).toBe("email_already_exists")
  })

  test("and their restoration: the owner has the account in the end", async () => {
    const attacker = service.browser()
    const email = await verified(service, attacker)
    await attacker.post(confirmEmail, { token: await changeToken(service, attacker, newEmail()) })
    const restore = tokenIn(await service.lastEmailRestore(email))
    const again = await changeToken(service, attacker, newEmail())
    const [changed, restored] = await Promise.all([
      attacker.post(confirmEmail, { token: again }),
      service.browser().post(restoreEmail, { token: restore })
    ])
    expect(restored.status).toBe(200)
    expect([200, 401]).toContain(changed.status)
    expect((await attacker.get(session)).status).toBe(401)
    const owner = service.browser()
    await owner.post(requestLink, { email })
    expect((await owner.get(await service.lastLink(email))).status).toBe(200)
    expect((await owner.get(session)).json).toMatchObject({ email })
  })
})
