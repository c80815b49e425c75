import { cookiesOf } from "@latchkey/test-support/HttpClient"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { exchange } from "@latchkey/test-support/wire"
import { start } from "@latchkey/test-support/HttpService"
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
} from "@latchkey/test-support/contract"

const acmeHost = "login.acme.example"

describe.each(mountsUnderTest())("Instances, mounted with %s", (mount) => {
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
  /** Sends the cookies of one client to another instance. */
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
    [`${acmeHost}.`, 400],
    [`${acmeHost}.:8443`, 400],
    [`%6cogin.acme.example`, 400],
    [`evil.${acmeHost}`, 200],
    [`${acmeHost}.evil.example`, 200],
    ["other.example", 200],
    ["127.0.0.1", 200],
    ["[::1]:3000", 200],
    ["", 200]
  ])("the Host header '%s' chooses the instance, and its policy applies", async (host, status) => {
    const reply = await atAcme(host).post(signUp, { email: newEmail(), password: "elevenchars" })
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.json["violations"]).toEqual(["too_short"])
  })

  test.each([
    ["two Host lines", [`Host: ${acmeHost}`, "Host: other.example"], "was given more than once"],
    ["the same Host line twice", [`Host: ${acmeHost}`, `HOST: ${acmeHost}`], "was given more than once"],
    ["a second, empty Host line", [`Host: ${acmeHost}`, "Host:"], "was given more than once"],
    ["a space in the host", [`Host: ${acmeHost} x`], "is not a valid host"],
    ["user information", [`Host: x@${acmeHost}`], "is not a valid host"],
    ["two hosts in a line", [`Host: ${acmeHost}, other.example`], "is not a valid host"],
    ["a URL", [`Host: http://${acmeHost}`], "is not a valid host"],
    ["no digits in the port", [`Host: ${acmeHost}:80a`], "is not a valid host"],
    ["bytes that are no ASCII", ["Host: \xe4cme.example"], "is not a valid host"],
    ["an encoded NUL", [`Host: ${acmeHost}%00`], "is not a valid host"]
  ])("a request with %s is 400 before anything else", async (_, hosts, reason) => {
    const body = JSON.stringify({ email: newEmail(), password })
    const head = [...hosts, "Content-Type: application/json", `Content-Length: ${body.length}`, "Connection: close"]
    for (const [method, path, text] of [
      ["POST", signUp, body],
      ["GET", session, ""],
      ["OPTIONS", session, ""],
      ["GET", "/nothing", ""]
    ] as const) {
      const lines = text === "" ? [...hosts, "Connection: close"] : head
      const reply = await exchange(service.port, `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text}`)
      expect(reply, `${method} ${path}`).toMatch(/^HTTP\/1\.1 400 /)
      expect(reply, `${method} ${path}`).toContain(`"errors":[{"field":"host","reason":"${reason}"}]`)
      expect(reply).not.toMatch(/^set-cookie/im)
    }
  })

  test("a target that is a whole URL chooses the instance, and not the Host header", async () => {
    const body = JSON.stringify({ email: newEmail(), password: "elevenchars" })
    const post = (target: string, host: string) =>
      exchange(
        service.port,
        `POST ${target}${signUp} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
      )
    expect(await post(`http://${acmeHost}`, "other.example")).toContain("too_short")
    expect(await post("http://other.example", acmeHost)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test("one email address is two users in two instances", async () => {
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

  test("the cookies of one instance are 401 at another, and cannot revoke its sessions", async () => {
    const ada = atDefault()
    await ada.post(signUp, { email: newEmail(), password })
    const atOther = await moved(ada, atAcme())
    expect((await atOther.get(session)).status).toBe(401)
    expect((await atOther.post(signOutAll)).status).toBe(401)
    expect((await atOther.post(signOut)).status).toBe(200)
    expect((await ada.get(session)).status).toBe(200)
  })

  test("a magic link of one instance is 401 at another, and is not consumed there", async () => {
    const email = newEmail()
    await atAcme().post(requestLink, { email })
    const link = await service.lastLink(email)
    for (const reply of [
      await atDefault().get(link),
      await atDefault().get(link, { accept: "text/html" }),
      await atDefault().post(verify, { token: tokenOf(link) })
    ]) {
      expect([reply.status, cookiesOf(reply)]).toEqual([401, []])
    }
    expect((await atAcme().get(link)).status).toBe(200)
  })

  test("the rate limits of one instance do not count at another", async () => {
    const email = newEmail()
    for (let times = 0; times < 11; times++) await atDefault().post(signIn, { email, password })
    expect((await atDefault().post(signIn, { email, password })).status).toBe(429)
    expect((await atAcme().post(signIn, { email, password })).status).toBe(401)
    // Both hosts of an instance share its limits.
    for (let times = 0; times < 10; times++) await atAcme("signin.acme.example").post(signIn, { email, password })
    expect((await atAcme().post(signIn, { email, password })).status).toBe(429)
  })

  test("a known client of one instance is unknown to another", async () => {
    const email = newEmail()
    const ada = atDefault()
    await ada.post(signUp, { email, password })
    await atAcme().post(signUp, { email, password })
    const atOther = await moved(ada, atAcme())
    for (let times = 0; times < 10; times++) await atAcme().post(signIn, { email, password: "wrong guess" })
    expect((await atOther.post(signIn, { email, password })).status).toBe(429)
    expect((await ada.post(signIn, { email, password })).status).toBe(200)
  })

  test("emails contain the first host and the name of their instance, and nothing of another", async () => {
    const email = newEmail()
    await atAcme("signin.acme.example").post(requestLink, { email })
    await service.deliver()
    const message = (await service.emails()).at(-1)
    expect(message).toMatchObject({ to: email, subject: "Your sign-in link for Acme" })
    expect(message?.text).toContain(`http://${acmeHost}:${service.port}/v1/auth/magic-link/verify?token=`)
    expect(message?.text).not.toContain("signin.acme.example")
    expect(message?.text).not.toContain("127.0.0.1")
  })

  test("sessions have the lifetime of the instance", async () => {
    const ada = atAcme()
    const reply = await ada.post(signUp, { email: newEmail(), password })
    expect(reply.setCookies[1]).toContain("Max-Age=3600;")
    service.advance(3_599_999)
    expect((await ada.get(session)).status).toBe(200)
    service.advance(1)
    expect((await ada.get(session)).status).toBe(401)
  })

  test("magic links that are turned off are rejected, including those already sent", async () => {
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

  test("an update takes effect immediately", async () => {
    const weak = { email: newEmail(), password: "elevenchars" }
    expect((await atAcme().post(signUp, weak)).status).toBe(400)
    const set = (minLength: number) =>
      service.instances((instances) => instances.update(acmeId, { sessionConfig: { passwordPolicy: { minLength } } }))
    await set(8)
    expect((await atAcme().post(signUp, weak)).status).toBe(200)
    await set(12)
  })
})

describe.each(mountsUnderTest())("Without an email provider, mounted with %s", (mount) => {
  test("magic links are off", async () => {
    const service = await start({ mount, mailer: "unconfigured" })
    const requested = await service.browser().post(requestLink, { email: newEmail() })
    const used = await service.browser().get(`${verify}?token=${"t".repeat(42)}A`)
    await service.stop()
    for (const reply of [requested, used]) {
      expect([reply.status, reply.json["code"]]).toEqual([401, "magic_link_disabled"])
    }
  })
})
