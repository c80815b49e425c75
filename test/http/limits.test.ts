import { expect, test } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import {
  asAdmin,
  instances,
  newEmail,
  password,
  requestLink,
  signIn,
  signUp,
  verify
} from "@latchkey/test-support/contract"

const expectLimited = (reply: Reply, code: string, windowSeconds: number) => {
  expect([reply.status, reply.json["code"]]).toEqual([429, code])
  expect(reply.headers["retry-after"]).toMatch(/^[1-9][0-9]*$/)
  expect(Number(reply.headers["retry-after"])).toBeLessThanOrEqual(windowSeconds)
  expect(reply.headers["cache-control"]).toBe("no-store")
  expect(reply.setCookies).toEqual([])
}

/** Spellings that a router may accept for the path. */
const spellings = (path: string): ReadonlyArray<string> => [
  path,
  `/${path}`,
  `${path}/`,
  `${path}//`,
  path.replace("/auth/", "//auth///"),
  path.toUpperCase(),
  path.replace("auth", "AuTh"),
  path.replaceAll("-", "%2d"),
  path.replace("auth", "%61uth"),
  `${path}?x=1`,
  `${path};a=b`,
  `${path}#x`,
  path.replace("/v1/", "/./v1/"),
  path.replace("/v1/", "/x/../v1/")
]

onBothMounts("Rate limits", (service) => {
  test("trap 7: all spellings of a path share one limit, or are 404", async () => {
    const email = newEmail()
    const statuses: Array<number> = []
    const guesses = spellings(signIn)
    for (let round = 0; round < 2; round++) {
      for (const path of guesses) statuses.push((await service().browser().post(path, { email, password })).status)
    }
    expect(statuses.filter((status) => ![401, 404, 429].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  test("all spellings of an email address share one limit", async () => {
    const [name, domain] = newEmail().split("@")
    const addresses = [`${name}@${domain}`, `${name?.toUpperCase()}@${domain}`, ` ${name}@${domain?.toUpperCase()}\n`]
    const statuses: Array<number> = []
    for (let round = 0; round < 4; round++) {
      for (const email of addresses) statuses.push((await service().browser().post(signIn, { email, password })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  test("sign-up is limited per IP address, before the password policy is checked", async () => {
    const replies: Array<Reply> = []
    for (let times = 0; times < 21; times++) {
      replies.push(await service().browser().post(signUp, { email: newEmail(), password: "short" }))
    }
    expect(replies.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(400))
    for (const last of replies.slice(20)) expectLimited(last, "signup_rate_limited", 600)
  })

  test("sign-in is limited per email address, for known and unknown addresses alike", async () => {
    const known = newEmail()
    await service().browser().post(signUp, { email: known, password })
    const replies = []
    for (const email of [known, newEmail()]) {
      for (let times = 0; times < 10; times++) {
        expect((await service().browser().post(signIn, { email, password: "wrong guess" })).status).toBe(401)
      }
      replies.push(await service().browser().post(signIn, { email, password }))
    }
    for (const reply of replies) expectLimited(reply, "signin_rate_limited", 900)
    expect(replies[0]?.text).toBe(replies[1]?.text)
    expect(replies[0]?.headers["retry-after"]).toBe(replies[1]?.headers["retry-after"])
  })

  test("sign-in is limited per IP address, until exactly Retry-After has passed", async () => {
    const attempt = () => service().browser().post(signIn, { email: newEmail(), password })
    for (let times = 0; times < 30; times++) expect((await attempt()).status).toBe(401)
    const limited = await attempt()
    expectLimited(limited, "signin_rate_limited", 60)
    const wait = Number(limited.headers["retry-after"]) * 1000
    service().advance(wait - 1)
    expect((await attempt()).status).toBe(429)
    service().advance(1)
    expect((await attempt()).status).toBe(401)
  })

  test("requests for magic links are limited per email address and per IP address", async () => {
    const email = newEmail()
    for (let times = 0; times < 5; times++) {
      expect((await service().browser().post(requestLink, { email })).status).toBe(200)
    }
    expectLimited(await service().browser().post(requestLink, { email }), "magic_link_rate_limited", 900)
    for (let times = 0; times < 15; times++) {
      expect((await service().browser().post(requestLink, { email: newEmail() })).status).toBe(200)
    }
    expectLimited(await service().browser().post(requestLink, { email: newEmail() }), "magic_link_rate_limited", 600)
  })

  test("using magic links is limited per IP address, and a browser gets a page", async () => {
    const path = `${verify}?token=${"t".repeat(42)}A`
    for (let times = 0; times < 30; times++) expect((await service().browser().get(path)).status).toBe(401)
    expectLimited(await service().browser().get(path), "magic_link_rate_limited", 60)
    const page = await service().browser().get(path, { accept: "text/html" })
    expect([page.status, page.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"])
    expect(page.headers["retry-after"]).toMatch(/^[1-9][0-9]*$/)
    expect(page.text).toContain(`Try again in ${page.headers["retry-after"]} seconds.`)
  })

  test("wrong admin keys are limited per IP address; the right key does not count", async () => {
    const wrong = { authorization: "Bearer wrong-admin-key-of-at-least-32-characters" }
    for (let times = 0; times < 40; times++) {
      expect((await service().browser().get(instances, asAdmin)).status).toBe(200)
    }
    for (let times = 0; times < 30; times++) {
      expect((await service().browser().get(instances, wrong)).status).toBe(401)
    }
    expectLimited(await service().browser().get(instances, wrong), "signin_rate_limited", 60)
    expectLimited(await service().browser().get(instances, asAdmin), "signin_rate_limited", 60)
    expect((await service().browser().post(signIn, { email: newEmail(), password })).status).toBe(401)
  })

  test("a malformed request does not count", async () => {
    const email = newEmail()
    for (let times = 0; times < 40; times++) {
      expect((await service().browser().post(signIn, { email, password: 7 })).status).toBe(400)
    }
    expect((await service().browser().post(signIn, { email, password })).status).toBe(401)
  })
})
