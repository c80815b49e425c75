import { expect, test } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import {
  asAdmin,
  instances,
  jsonType,
  newEmail,
  password,
  session,
  signIn,
  signUp
} from "@latchkey/test-support/contract"

const users = `${instances}/default/users`

const expectProblem = ({ json, status }: Reply, expected: number, code: string) =>
  expect([status, json["code"]]).toEqual([expected, code])

onBothMounts("Users in the admin API", (service) => {
  const send = (method: string, path: string, body?: unknown) =>
    service()
      .browser()
      .send(method, path, {
        headers: { ...jsonType, ...asAdmin },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
  const create = (user: object = {}) => send("POST", users, { email: newEmail(), ...user })
  const created = async (user: object = {}) => (await create(user)).json as { id: string; email: string }
  const statusOfSignIn = async (email: string, text = password) =>
    (await service().browser().post(signIn, { email, password: text })).status

  test("are created with 201, and sign in with their password", async () => {
    const email = newEmail()
    const reply = await send("POST", users, { email: ` ${email.toUpperCase()}`, emailVerified: true, password })
    expect(reply.status).toBe(201)
    const { createdAt, id, ...rest } = reply.json
    expect(rest).toEqual({
      email,
      emailVerified: true,
      externalId: null,
      disabled: false,
      hasPassword: true,
      deletionAt: null,
      secondFactorAt: null,
      language: null,
      name: null,
      metadata: {},
      userMetadata: {}
    })
    expect(id).toMatch(/^user_/)
    expect(createdAt).toMatch(/Z$/)
    expect(reply.text).not.toContain("argon2")
    expect(await statusOfSignIn(email)).toBe(200)
    expect((await send("GET", `${users}/${id}`)).json).toEqual(reply.json)
  })

  test("are created once with an external id: the same request again is 200 with the same user", async () => {
    const user = { email: newEmail(), externalId: `crm|${newEmail()}` }
    const [first, again] = [await create(user), await create(user)]
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.json).toEqual(first.json)
    expectProblem(await create({ email: user.email }), 400, "email_already_exists")
    const { id } = await created()
    expectProblem(
      await send("PATCH", `${users}/${id}`, { externalId: user.externalId }),
      400,
      "external_id_already_exists"
    )
  })

  test.each([
    [{ email: "ada@" }, "email"],
    [{ externalId: "" }, "externalId"],
    [{ externalId: "a\u0000" }, "externalId"],
    [{ externalId: "a".repeat(256) }, "externalId"],
    [{ password: 7 }, "password"],
    [{ passwordHash: 7 }, "passwordHash"],
    [{ passwordHash: null }, "passwordHash"],
    [{ passwordHash: "$1$salt$qJH7.N4xYta3aEG/dfqo/0" }, "passwordHash"],
    [{ password, passwordHash: "$2b$12$" }, "passwordHash"],
    [{ disabled: "yes" }, "disabled"]
  ])("are refused with the name of the wrong field: %o", async (wrong, field) => {
    const reply = await create(wrong)
    expectProblem(reply, 400, "invalid_request")
    expect((reply.json["errors"] as ReadonlyArray<{ field: string }>).map((error) => error.field)).toEqual([field])
  })

  test("are changed by a merge patch", async () => {
    const { id } = await created({ externalId: newEmail(), password })
    const email = newEmail()
    const moved = await send("PATCH", `${users}/${id}`, { email, externalId: null })
    expect([moved.status, moved.json["email"], moved.json["externalId"]]).toEqual([200, email, null])
    expect(await statusOfSignIn(email)).toBe(200)
    const disabled = await send("PATCH", `${users}/${id}`, { disabled: true, emailVerified: true })
    expect([disabled.json["disabled"], disabled.json["emailVerified"]]).toEqual([true, true])
    expect(await statusOfSignIn(email)).toBe(401)
    await send("PATCH", `${users}/${id}`, { disabled: false, password: "another horse battery" })
    expect([await statusOfSignIn(email), await statusOfSignIn(email, "another horse battery")]).toEqual([401, 200])
    expect((await send("PATCH", `${users}/${id}`, { password: null })).json["hasPassword"]).toBe(false)
    expectProblem(await send("PATCH", `${users}/${id}`, { password: "short" }), 400, "password_too_short")
  })

  test("are handed back without the password of the one who had the account, and the methods cannot be set", async () => {
    const email = newEmail()
    const browser = service().browser()
    const { userId } = (await browser.post(signUp, { email, password })).json as { userId: string }
    const reply = await send("PATCH", `${users}/${userId}`, { emailVerified: true, signInMethods: null })
    expect([reply.status, reply.json["emailVerified"], reply.json["hasPassword"]]).toEqual([200, true, false])
    expectProblem(await browser.get(session), 401, "unauthenticated")
    expect(await statusOfSignIn(email)).toBe(401)
    const wrong = await send("PATCH", `${users}/${userId}`, { signInMethods: ["password"] })
    expectProblem(wrong, 400, "invalid_request")
    expect((wrong.json["errors"] as ReadonlyArray<{ field: string }>).map(({ field }) => field)).toEqual([
      "signInMethods"
    ])
  })

  test("are deleted, with their sessions", async () => {
    const browser = service().browser()
    const { userId } = (await browser.post(signUp, { email: newEmail(), password })).json as { userId: string }
    expect((await browser.get(session)).status).toBe(200)
    expect((await send("DELETE", `${users}/${userId}`)).json).toEqual({ ok: true })
    expectProblem(await browser.get(session), 401, "unauthenticated")
    expectProblem(await send("GET", `${users}/${userId}`), 404, "not_found")
    expectProblem(await send("DELETE", `${users}/${userId}`), 404, "not_found")
  })

  test("have sessions, which are listed and revoked, one or all", async () => {
    const credentials = { email: newEmail(), password }
    const { userId } = (await service().browser().post(signUp, credentials)).json as { userId: string }
    for (const browser of [service().browser(), service().browser()]) await browser.post(signIn, credentials)
    const list = async () =>
      (await send("GET", `${users}/${userId}/sessions`)).json["sessions"] as ReadonlyArray<{ sessionId: string }>
    const [newest, ...others] = await list()
    expect(others).toHaveLength(2)
    expect((await send("DELETE", `${users}/${userId}/sessions/${newest?.sessionId}`)).status).toBe(200)
    expectProblem(await send("DELETE", `${users}/${userId}/sessions/${newest?.sessionId}`), 404, "not_found")
    expect(await list()).toEqual(others)
    expect((await send("DELETE", `${users}/${userId}/sessions`)).status).toBe(200)
    expect(await list()).toEqual([])
  })

  test("get a link to sign in, returned or sent by email", async () => {
    const { email, id } = await created({ password })
    const path = `${users}/${id}/sign-in-links`
    const returned = await send("POST", path, { delivery: "response" })
    expect(returned.status).toBe(200)
    const { expiresAt, url } = returned.json as { expiresAt: string; url: string }
    expect(expiresAt).toMatch(/Z$/)
    const { pathname, searchParams } = new URL(url)
    const browser = service().browser()
    expect((await browser.post(pathname, { token: searchParams.get("token") })).status).toBe(200)
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: false })
    expect((await send("POST", path, { delivery: "email" })).json).toEqual({ url: null, expiresAt: null })
    expect(await service().lastLink(email)).toContain("token=")
    const wrong = await send("POST", path, { delivery: "pigeon" })
    expectProblem(wrong, 400, "invalid_request")
    expect(wrong.json["errors"]).toEqual([{ field: "delivery", reason: 'must be "response" or "email"' }])
    await send("PATCH", `${users}/${id}`, { disabled: true })
    expectProblem(await send("POST", path, { delivery: "response" }), 400, "no_sign_in_method")
  })

  test("are listed page by page, and found by address and external id", async () => {
    const { id: other } = (await send("POST", instances, { name: "Listed" })).json as { id: string }
    const path = `${instances}/${other}/users`
    for (const name of ["c", "a", "b"]) {
      await send("POST", path, { email: `${name}@example.com`, externalId: `${name} 1`, password })
    }
    const page = async (query: string) => {
      const { nextCursor, users: found } = (await send("GET", `${path}?${query}`)).json as {
        nextCursor: string | null
        users: ReadonlyArray<{ email: string }>
      }
      return [found.map(({ email }) => email[0]).join(""), nextCursor] as const
    }
    const [first, cursor] = await page("email=&limit=2")
    expect(first).toBe("ab")
    expect(await page(`email=&limit=2&cursor=${cursor}`)).toEqual(["c", null])
    expect(await page("externalId=b%201")).toEqual(["b", null])
    await send("POST", path, { email: "da@b\u00fccher.example", password })
    for (const spelling of [
      "da@b\u00fccher.example",
      "DA@B\u00dcCH",
      "da\uff20b\u00fccher\u3002ex",
      "mailto:da@xn--bcher-kva.example"
    ]) {
      expect(await page(`email=${encodeURIComponent(spelling)}`), spelling).toEqual(["d", null])
    }
    expect(await page(`email=${encodeURIComponent("da@b\u00e4cker")}`)).toEqual(["", null])
    expect((await page("createdFrom=2020-01-01T00:00:00Z"))[0]).toHaveLength(4)
    expect((await page("createdBefore=2020-01-01T00:00:00Z"))[0]).toBe("")
    const cursorAt = (createdAt: number) =>
      `cursor=${Buffer.from(JSON.stringify({ email: "a@example.com", id: `user_${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}`, createdAt })).toString("base64url")}`
    expect((await page(cursorAt(0)))[0]).toHaveLength(4)
    for (const [query, field] of [
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["limit=x", "limit"],
      ["cursor=x", "cursor"],
      ["createdFrom=yesterday", "createdFrom"],
      ["createdFrom=0000-01-01T00:00:00Z", "createdFrom"],
      ["createdFrom=%2B010000-01-01T00:00:00Z", "createdFrom"],
      ["createdBefore=9999-12-31T23:59:59-01:00", "createdBefore"],
      ["createdBefore=2024-02-30", "createdBefore"],
      [cursorAt(8.64e15), "cursor"],
      ["email=a&externalId=b", "email"]
    ]) {
      const reply = await send("GET", `${path}?${query}`)
      expectProblem(reply, 400, "invalid_request")
      expect((reply.json["errors"] as ReadonlyArray<{ field: string }>)[0]?.field, query).toBe(field)
    }
  })

  test("are found by an address with a plus sign, also if the client did not encode it", async () => {
    const email = `ada+${Date.now()}@example.com`
    await send("POST", users, { email, password })
    for (const text of [email, email.replace("+", "%2B")]) {
      const { json } = await send("GET", `${users}?email=${text}`)
      expect(json["users"], text).toEqual([expect.objectContaining({ email })])
    }
  })

  test("are 404 in an instance that does not exist, and 401 without the key", async () => {
    for (const id of ["inst_01a19b51-8dd8-7b20-a6d4-83f0c9157e2b", "No", "%00"]) {
      expectProblem(await send("GET", `${instances}/${id}/users`), 404, "not_found")
    }
    for (const [method, path] of [
      ["GET", users],
      ["POST", users],
      ["GET", `${users}/x`],
      ["PATCH", `${users}/x`],
      ["DELETE", `${users}/x`],
      ["GET", `${users}/x/sessions`],
      ["DELETE", `${users}/x/sessions`],
      ["DELETE", `${users}/x/sessions/y`],
      ["POST", `${users}/x/sign-in-links`]
    ] as const) {
      expectProblem(await service().browser().send(method, path, { headers: jsonType }), 401, "unauthenticated")
      if (path !== users) expectProblem(await send(method, path, { delivery: "email" }), 404, "not_found")
    }
  })
})
