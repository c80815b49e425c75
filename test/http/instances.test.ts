import type { InstanceId } from "@latchkey/domain/core/Ids"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Mount, mounts, type Service } from "../support/Service.ts"
import { start } from "./support/conformance.ts"
import {
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signOut,
  signOutAll,
  signUp,
  verify
} from "./support/contract.ts"

const acmeHost = "login.acme.example"

describe.each(Object.keys(mounts) as Array<Mount>)("instances, mounted by %s", (mount) => {
  let service: Service
  let acmeId: InstanceId
  beforeAll(async () => {
    service = await start({ mount })
    const acme = await service.instances((instances) =>
      instances.create({
        name: "Acme",
        plan: "pro",
        hosts: [acmeHost, "signin.acme.example"],
        authConfig: { magic_link: true },
        sessionConfig: { passwordPolicy: { minLength: 12 }, absoluteLifetimeSeconds: 3_600 }
      })
    )
    acmeId = acme.id
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  const atAcme = (host = acmeHost) => service.browser({ host })
  const atDefault = () => service.browser()
  /** The browser goes on to another instance, with all its cookies. */
  const moved = async (browser: ReturnType<typeof atAcme>, to: ReturnType<typeof atAcme>) => {
    const cookie = await browser.jar.getCookieString(service.origin)
    return service.browser({ ...to.headers, cookie })
  }
  const tokenOf = (link: string) => new URL(link, service.origin).searchParams.get("token")

  test.each([
    [acmeHost, 400],
    ["signin.acme.example", 400],
    [`${acmeHost}:8443`, 400],
    ["LOGIN.Acme.Example", 400],
    ["LOGIN.acme.EXAMPLE:80", 400],
    [`${acmeHost}.`, 200],
    [`evil.${acmeHost}`, 200],
    [`${acmeHost}.evil.example`, 200],
    ["other.example", 200],
    ["127.0.0.1", 200],
    ["[::1]:3000", 200],
    ["", 200],
    ["%00", 200]
  ])("the Host header '%s' chooses: its policy applies", async (host, status) => {
    const reply = await atAcme(host).post(signUp, { email: newEmail(), password: "elevenchars" })
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.json["violations"]).toEqual(["too_short"])
  })

  test("one address is two people in two instances", async () => {
    const email = newEmail()
    const [ada, other] = [atDefault(), atAcme()]
    const first = await ada.post(signUp, { email, password })
    const second = await other.post(signUp, { email, password: `${password} too` })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.json["userId"]).not.toBe(second.json["userId"])
    expect((await atAcme().post(signIn, { email, password })).status).toBe(401)
    expect((await atDefault().post(signIn, { email, password })).status).toBe(200)
    expect((await ada.get(session)).json["userId"]).toBe(first.json["userId"])
    expect((await other.get(session)).json["userId"]).toBe(second.json["userId"])
  })

  test("the cookies of one are nothing at another, and cannot end what is not theirs", async () => {
    const ada = atDefault()
    await ada.post(signUp, { email: newEmail(), password })
    const abroad = await moved(ada, atAcme())
    expect((await abroad.get(session)).status).toBe(401)
    expect((await abroad.post(signOutAll)).status).toBe(401)
    expect((await abroad.post(signOut)).status).toBe(200)
    expect((await ada.get(session)).status).toBe(200)
  })

  test("a link of one is nothing at another, and stays usable at home", async () => {
    const email = newEmail()
    await atAcme().post(requestLink, { email })
    const link = await service.lastLink(email)
    for (const reply of [
      await atDefault().get(link),
      await atDefault().get(link, { accept: "text/html" }),
      await atDefault().post(verify, { token: tokenOf(link) })
    ]) {
      expect([reply.status, reply.setCookies]).toEqual([401, []])
    }
    expect((await atAcme().get(link)).status).toBe(200)
  })

  test("the budgets of one are not spent at another", async () => {
    const email = newEmail()
    for (let times = 0; times < 11; times++) await atDefault().post(signIn, { email, password })
    expect((await atDefault().post(signIn, { email, password })).status).toBe(429)
    expect((await atAcme().post(signIn, { email, password })).status).toBe(401)
    // Two hosts of one instance are one instance.
    for (let times = 0; times < 10; times++) await atAcme("signin.acme.example").post(signIn, { email, password })
    expect((await atAcme().post(signIn, { email, password })).status).toBe(429)
  })

  test("a browser that is known to one is a stranger to another", async () => {
    const email = newEmail()
    const ada = atDefault()
    await ada.post(signUp, { email, password })
    await atAcme().post(signUp, { email, password })
    const abroad = await moved(ada, atAcme())
    for (let times = 0; times < 10; times++) await atAcme().post(signIn, { email, password: "wrong guess" })
    expect((await abroad.post(signIn, { email, password })).status).toBe(429)
    expect((await ada.post(signIn, { email, password })).status).toBe(200)
  })

  test("mails say the first host of the instance, its name, and nothing of another", async () => {
    const email = newEmail()
    await atAcme("signin.acme.example").post(requestLink, { email })
    await service.deliver()
    const mail = (await service.mails()).at(-1)
    expect(mail).toMatchObject({ to: email, subject: "Sign in to Acme" })
    expect(mail?.text).toContain(`http://${acmeHost}:${service.port}/v1/auth/magic-link/verify?token=`)
    expect(mail?.text).not.toContain("signin.acme.example")
    expect(mail?.text).not.toContain("127.0.0.1")
  })

  test("sessions live as long as the instance says", async () => {
    const ada = atAcme()
    const reply = await ada.post(signUp, { email: newEmail(), password })
    expect(reply.setCookies[1]).toContain("Max-Age=3600;")
    service.advance(3_599_999)
    expect((await ada.get(session)).status).toBe(200)
    service.advance(1)
    expect((await ada.get(session)).status).toBe(401)
  })

  test("links that are switched off are refused, also those that are on their way", async () => {
    const email = newEmail()
    const ada = atAcme()
    await ada.post(requestLink, { email })
    const link = await service.lastLink(email)
    await service.instances((instances) => instances.update(acmeId, { authConfig: { magic_link: false } }))
    for (const reply of [
      await ada.post(requestLink, { email }),
      await ada.get(link),
      await ada.post(verify, { token: tokenOf(link) })
    ]) {
      expect([reply.status, reply.json["code"]]).toEqual([401, "magic_link_disabled"])
    }
    const page = await ada.get(link, { accept: "text/html" })
    expect([page.status, page.headers["content-type"]]).toEqual([401, "text/html; charset=utf-8"])
    await service.instances((instances) => instances.update(acmeId, { authConfig: { magic_link: true } }))
    expect((await ada.get(link)).status).toBe(200)
  })

  test("a change is in force at once", async () => {
    const weak = { email: newEmail(), password: "elevenchars" }
    expect((await atAcme().post(signUp, weak)).status).toBe(400)
    const set = (minLength: number) =>
      service.instances((instances) => instances.update(acmeId, { sessionConfig: { passwordPolicy: { minLength } } }))
    await set(8)
    expect((await atAcme().post(signUp, weak)).status).toBe(200)
    await set(12)
  })
})

describe.each(Object.keys(mounts) as Array<Mount>)("without a mail provider, mounted by %s", (mount) => {
  test("links are off everywhere", async () => {
    const service = await start({ mount, mailer: "unconfigured" })
    const asked = await service.browser().post(requestLink, { email: newEmail() })
    const used = await service.browser().get(`${verify}?token=${"t".repeat(42)}A`)
    await service.stop()
    for (const reply of [asked, used]) {
      expect([reply.status, reply.json["code"]]).toEqual([401, "magic_link_disabled"])
    }
  })
})
