import { defaultId } from "@latchkey/domain/instance/Instance"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import * as Effect from "effect/Effect"
import { beforeEach, expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import {
  account,
  asAdmin,
  deleteAccount,
  exportAccount,
  instances,
  keepAccount,
  newEmail,
  password,
  session,
  signIn,
  signUp
} from "@latchkey/test-support/contract"

const day = 86_400_000

onBothMounts("The account of a user who may leave", (service) => {
  const setGrace = (deletionGraceDays: number) =>
    service().instances((directory) => directory.update(defaultId, { accountConfig: { deletionGraceDays } }))
  beforeEach(() => setGrace(7))

  const signedUp = async () => {
    const browser = service().browser()
    const email = newEmail()
    const { json } = await browser.post(signUp, { email, password })
    return { browser, email, userId: String(json["userId"]) }
  }
  const remove = { currentPassword: password }
  const codeOf = ({ json, status }: { readonly status: number; readonly json: Record<string, unknown> }) => [
    status,
    json["code"]
  ]
  const userAsAdmin = (userId: string) => service().browser().get(`${instances}/default/users/${userId}`, asAdmin)

  test("tells the user about it, and when it will be deleted", async () => {
    const { browser, email, userId } = await signedUp()
    const before = await browser.get(account)
    expect([before.status, before.json]).toEqual([
      200,
      {
        userId,
        email,
        emailVerified: false,
        hasPassword: true,
        needsReauthentication: true,
        createdAt: expect.any(String),
        deletionAt: null,
        language: null,
        name: null,
        metadata: {},
        userMetadata: {},
        deletionGraceDays: 7
      }
    ])
    const { json, setCookies, status } = await browser.post(deleteAccount, remove)
    expect([status, json["deleted"], setCookies]).toEqual([200, false, []])
    const created = Date.parse(String(before.json["createdAt"]))
    expect(Date.parse(String(json["deletionAt"])) - created).toBe(7 * day)
    expect((await browser.get(account)).json["deletionAt"]).toBe(json["deletionAt"])
    expect((await userAsAdmin(userId)).json["deletionAt"]).toBe(json["deletionAt"])
  })

  test("can be downloaded by its user as a file, without password hash, tokens and names in the file name", async () => {
    const { browser, email } = await signedUp()
    const reply = await browser.get(exportAccount)
    expect(reply.status).toBe(200)
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/)
    expect(reply.headers["cache-control"]).toBe("no-store")
    expect(reply.json["user"]).toMatchObject({ email, hasPassword: true, passwordScheme: expect.any(String) })
    expect(reply.json["sessions"]).toHaveLength(1)
    for (const name of ["__client", "__session"]) expect(reply.text).not.toContain(await browser.cookie(name))
    expect(reply.text).not.toMatch(/"\w*hash"|[0-9a-f]{64}/i)
    expect(codeOf(await service().browser().get(exportAccount))).toEqual([401, "unauthenticated"])
  })

  test("is kept by POST …/cancel, with any session, also if it would not be deleted", async () => {
    const { browser, email } = await signedUp()
    await browser.post(deleteAccount, remove)
    const other = service().browser()
    expect((await other.post(signIn, { email, password })).status).toBe(200)
    expect((await other.post(keepAccount)).json).toEqual({ ok: true })
    expect((await other.get(account)).json["deletionAt"]).toBeNull()
    expect((await other.post(keepAccount)).json).toEqual({ ok: true })
    expect(codeOf(await service().browser().post(keepAccount))).toEqual([401, "unauthenticated"])
  })

  test("is not deleted without the current password, or with a wrong one", async () => {
    const { browser } = await signedUp()
    expect(codeOf(await browser.post(deleteAccount, {}))).toEqual([401, "reauthentication_required"])
    const wrong = await browser.post(deleteAccount, { currentPassword: "a wrong password" })
    expect(codeOf(wrong)).toEqual([401, "invalid_credentials"])
    expect(wrong.json["detail"]).toBe("currentPassword is wrong.")
    expect(codeOf(await browser.post(deleteAccount, { currentPassword: 7 }))).toEqual([400, "invalid_request"])
    expect((await browser.get(account)).json["deletionAt"]).toBeNull()
  })

  test("responds to guesses at the current password with 429 and Retry-After", async () => {
    const { browser } = await signedUp()
    let reply = await browser.post(deleteAccount, { currentPassword: "a wrong password" })
    for (let times = 0; times < 20 && reply.status === 401; times++) {
      reply = await browser.post(deleteAccount, { currentPassword: "a wrong password" })
    }
    expect(codeOf(reply)).toEqual([429, "signin_rate_limited"])
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0)
    expect(codeOf(await browser.post(deleteAccount, remove))).toEqual([429, "signin_rate_limited"])
    service().advance(3_600_000)
  })

  test("is deleted immediately without days of grace: the cookie is cleared, and the address is free", async () => {
    await setGrace(0)
    const { browser, email, userId } = await signedUp()
    const { json, setCookies, status } = await browser.post(deleteAccount, remove)
    expect([status, json["deleted"]]).toEqual([200, true])
    expect(setCookies.map((cookie) => cookie.split("=")[0])).toEqual(["__session"])
    expect(codeOf(await browser.get(session))).toEqual([401, "unauthenticated"])
    expect((await userAsAdmin(userId)).status).toBe(404)
    expect((await service().browser().post(signUp, { email, password })).status).toBe(200)
  })

  test("is unusable at the time of its deletion, before the cleanup job has run, and then deleted by it", async () => {
    const { browser, email, userId } = await signedUp()
    await browser.post(deleteAccount, remove)
    service().advance(7 * day - 1)
    const late = service().browser()
    expect((await late.post(signIn, { email, password })).status).toBe(200)
    service().advance(1)
    expect(codeOf(await late.get(session))).toEqual([401, "unauthenticated"])
    expect(codeOf(await service().browser().post(signIn, { email, password }))).toEqual([401, "invalid_credentials"])
    expect((await userAsAdmin(userId)).status).toBe(200)
    service().advance(60_000)
    await service().run(Effect.flatMap(CleanupJob, ({ run }) => run))
    expect((await userAsAdmin(userId)).status).toBe(404)
  })

  test("is kept by an operator with deletionAt: null, and no other value", async () => {
    const { browser, userId } = await signedUp()
    await browser.post(deleteAccount, remove)
    const path = `${instances}/default/users/${userId}`
    const patch = (deletionAt: unknown) =>
      service()
        .browser()
        .send("PATCH", path, {
          headers: { ...asAdmin, "content-type": "application/json" },
          body: JSON.stringify({ deletionAt })
        })
    expect(codeOf(await patch("2030-01-01T00:00:00.000Z"))).toEqual([400, "invalid_request"])
    expect((await patch(null)).json["deletionAt"]).toBeNull()
    expect((await browser.get(account)).json["deletionAt"]).toBeNull()
  })

  test("is deleted after 0 to 30 days, as the instance says", async () => {
    const patch = (deletionGraceDays: unknown) =>
      service()
        .browser()
        .send("PATCH", `${instances}/default`, {
          headers: { ...asAdmin, "content-type": "application/json" },
          body: JSON.stringify({ accountConfig: { deletionGraceDays } })
        })
    for (const days of [-1, 31, 1.5, "7"]) expect((await patch(days)).status, String(days)).toBe(400)
    for (const days of [0, 30]) {
      expect((await patch(days)).json["accountConfig"]).toEqual({ deletionGraceDays: days })
    }
  })
})
