import { defaultId, defaultInstance, type SessionField } from "@latchkey/domain/instance/Instance"
import { UserExport } from "@latchkey/domain/operator/UserExport"
import * as UserRecord from "@latchkey/http/account/UserRecord"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { afterEach, expect, test } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import {
  account,
  asAdmin,
  exportAccount,
  instances,
  jsonType,
  newEmail,
  password,
  session,
  signUp
} from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"

const users = `${instances}/default/users`
const tooLong = "must be at most 8192 bytes as JSON"
const text = "must not contain NUL or half a surrogate pair"
const tooDeep = "must be nested at most 16 deep"

/** JSON texts, because a value would lose what is wrong with some. */
const refused: ReadonlyArray<readonly [string, string, string]> = [
  ["9 KiB", `{"a":"${"x".repeat(9 * 1024)}"}`, tooLong],
  ["8 KiB of characters, which are more bytes", `{"a":"${"ä".repeat(4100)}"}`, tooLong],
  ["17 levels", `${'{"a":'.repeat(16)}{}${"}".repeat(16)}`, tooDeep],
  ["__proto__", '{"a":{"__proto__":{"admin":true}}}', "must not have a member __proto__"],
  ["NUL", String.raw`{"a":"\u0000"}`, text],
  ["a lone surrogate", String.raw`{"a":["\ud800"]}`, text],
  ["a lone surrogate in a name", String.raw`{"\udfff":1}`, text],
  ["a number without end", '{"a":1e999}', "must not contain a number that is too large"],
  ["a list", "[]", "must be an object"],
  ["a text", '"{}"', "must be an object"]
]

onBothMounts("The data of a user", (service) => {
  const send = (method: string, path: string, body: string) =>
    service()
      .browser()
      .send(method, path, { headers: { ...jsonType, ...asAdmin }, body })
  const create = (fields: object = {}) => send("POST", users, JSON.stringify({ email: newEmail(), ...fields }))
  const patch = (id: unknown, fields: object) => send("PATCH", `${users}/${id}`, JSON.stringify(fields))
  const get = (id: unknown) => service().browser().get(`${users}/${id}`, asAdmin)
  const dataOf = ({ json: { metadata, name, userMetadata } }: Reply) => ({ name, metadata, userMetadata })

  test("is empty, written by the admin API, and changed by merge patches", async () => {
    const empty = { name: null, metadata: {}, userMetadata: {} }
    expect(dataOf(await create())).toEqual(empty)
    const data = {
      name: "Ada Lovelace",
      metadata: { plan: "team", seats: { used: 1, free: 4 } },
      userMetadata: { a: [1] }
    }
    const created = await create({ ...data, name: " Ada Lovelace " })
    expect([created.status, dataOf(created)]).toEqual([201, data])
    const { id } = created.json
    expect(dataOf(await get(id))).toEqual(data)
    const change = { metadata: { seats: { free: null, used: 2 }, plan: "pro" }, userMetadata: { a: { b: null } } }
    expect(dataOf(await patch(id, change))).toEqual({
      name: "Ada Lovelace",
      metadata: { plan: "pro", seats: { used: 2 } },
      userMetadata: { a: {} }
    })
    expect(dataOf(await patch(id, { name: null, metadata: null, userMetadata: {} }))).toEqual({
      name: null,
      metadata: {},
      userMetadata: { a: {} }
    })
    expect(dataOf(await get(id))).toEqual({ ...empty, userMetadata: { a: {} } })
  })

  test("keeps the order of members, takes the last of two with one name, and nothing of Object", async () => {
    const body = `{"email":"${newEmail()}","metadata":{"b":1,"a":2,"b":3,"toString":4,"constructor":{"prototype":5}}}`
    const created = await send("POST", users, body)
    expect(created.text).toContain('"metadata":{"b":3,"a":2,"toString":4,"constructor":{"prototype":5}}')
    expect((await get(created.json["id"])).json).toEqual(created.json)
  })

  test.each(refused)("with %s is 400, and nothing is stored", async (_, value, reason) => {
    const { json: user } = await create({ metadata: { kept: true } })
    for (const field of ["metadata", "userMetadata"]) {
      const errors = [{ field, reason }]
      const created = await send("POST", users, `{"email":"${newEmail()}","${field}":${value}}`)
      expect([created.status, created.json["code"], created.json["errors"]]).toEqual([400, "invalid_request", errors])
      const patched = await send("PATCH", `${users}/${user["id"]}`, `{"name":"Eve","${field}":${value}}`)
      expect([patched.status, patched.json["errors"]]).toEqual([400, errors])
    }
    expect((await get(user["id"])).json).toEqual(user)
  })

  test("keeps every member of concurrent patches", async () => {
    const { id } = (await create()).json
    const members = ["a", "b", "c", "d", "e"]
    await Promise.all(members.map((name) => patch(id, { metadata: { [name]: true } })))
    expect((await get(id)).json["metadata"]).toEqual(Object.fromEntries(members.map((name) => [name, true])))
  })

  test("that a patch would make too long is 400, and nothing is stored", async () => {
    const { json: user } = await create({ userMetadata: { a: "x".repeat(5000) } })
    const reply = await patch(user["id"], { disabled: true, userMetadata: { b: "x".repeat(5000) } })
    expect([reply.status, reply.json["code"], reply.json["errors"]]).toEqual([
      400,
      "invalid_request",
      [{ field: "userMetadata", reason: tooLong }]
    ])
    expect((await get(user["id"])).json).toEqual(user)
  })

  test("has a name on one line", async () => {
    for (const name of ["", " ", "a\u0000", "a\nb", "\ud800", "\u202eevil", "x".repeat(201)]) {
      const { json, status } = await create({ name })
      expect([status, json["errors"]]).toEqual([
        400,
        [{ field: "name", reason: "must be 1 to 200 characters without control characters" }]
      ])
    }
  })

  test("is imported, ignored for a user who exists, exported, and in the user's download", async () => {
    const data = { name: "Ada", metadata: { plan: "team" }, userMetadata: { theme: "dark" } }
    const record = { email: newEmail(), ...data }
    const importing = async (fields: object) =>
      (await send("POST", `${users}/import`, JSON.stringify({ users: [{ ...record, ...fields }] }))).json as {
        readonly results: ReadonlyArray<{ readonly status: string; readonly id: string; readonly errors: unknown }>
      }
    const [wrong] = (await importing({ metadata: [], name: "\u0000" })).results
    expect(wrong?.errors).toEqual([
      { field: "name", reason: "must be 1 to 200 characters without control characters" },
      { field: "metadata", reason: "must be an object" }
    ])
    const [created] = (await importing({})).results
    expect(created?.status).toBe("created")
    expect((await importing({ metadata: { plan: "free" }, name: null })).results[0]?.status).toBe("skipped")
    expect(dataOf(await get(created?.id))).toEqual(data)
    const pages = await service().run(
      Effect.flatMap(UserExport, (exports) =>
        Stream.runCollect(
          exports.pages({ instance: defaultInstance, by: { actor: "command_line" }, withHashes: false })
        )
      )
    )
    const exported = [...pages]
      .flat()
      .map(UserRecord.encode)
      .find(({ email }) => email === record.email)
    expect(exported).toMatchObject(record)
    expect(UserRecord.decode(exported)._tag).toBe("Right")

    const browser = service().browser()
    const { json } = await browser.post(signUp, { email: newEmail(), password })
    await patch(json["userId"], data)
    expect((await browser.get(exportAccount)).json["user"]).toMatchObject(data)
  })
})

onBothMounts("The data that a user writes", (service) => {
  const include = (fields: ReadonlyArray<SessionField>) =>
    service().instances((directory) => directory.update(defaultId, { sessionConfig: { include: fields } }))
  afterEach(() => include([]))

  const sendAs = (browser: Browser, body: string, contentType: object = jsonType) =>
    browser.send("PATCH", account, { headers: { ...contentType }, body })
  const patch = (browser: Browser, fields: object) => sendAs(browser, JSON.stringify(fields))
  const dataOf = ({ json: { metadata, name, userMetadata } }: Reply) => ({ name, metadata, userMetadata })

  /** Returns a signed-in browser, and what the admin API does and says about its user. */
  const signedUp = async (fields: object = {}) => {
    const browser = service().browser()
    const { userId } = (await browser.post(signUp, { email: newEmail(), password })).json
    const path = `${users}/${String(userId)}`
    const headers = { ...jsonType, ...asAdmin }
    await service()
      .browser()
      .send("PATCH", path, { headers, body: JSON.stringify(fields) })
    return { browser, asOperator: async () => (await service().browser().get(path, asAdmin)).json }
  }

  test("is the name and userMetadata, changed by a merge patch, and the reply is the account", async () => {
    const { asOperator, browser } = await signedUp({
      metadata: { plan: "team" },
      userMetadata: { a: 1, b: { c: 2, d: 3 } }
    })
    const change = { name: " Grace Hopper ", userMetadata: { a: null, b: { c: [4] } } }
    const changed = await sendAs(browser, JSON.stringify(change), { "content-type": "application/merge-patch+json" })
    const data = { name: "Grace Hopper", metadata: { plan: "team" }, userMetadata: { b: { c: [4], d: 3 } } }
    expect([changed.status, dataOf(changed)]).toEqual([200, data])
    expect(changed.json).toEqual((await browser.get(account)).json)
    expect(await asOperator()).toMatchObject(data)
    expect(dataOf(await patch(browser, {}))).toEqual(data)
    expect(dataOf(await patch(browser, { name: null, userMetadata: null }))).toEqual({
      name: null,
      metadata: { plan: "team" },
      userMetadata: {}
    })
  })

  test("is never metadata, and nothing else of the user", async () => {
    const { asOperator, browser } = await signedUp({ metadata: { plan: "free" }, externalId: newEmail() })
    const before = await asOperator()
    const others = {
      metadata: { plan: "pro" },
      email: newEmail(),
      emailVerified: true,
      externalId: null,
      disabled: true
    }
    const reply = await patch(browser, { ...others, name: "Eve" })
    expect([reply.status, dataOf(reply).metadata]).toEqual([200, { plan: "free" }])
    const { updatedAt: _, ...after } = await asOperator()
    expect({ ...before, name: "Eve" }).toMatchObject(after)
  })

  test("is refused as data of the admin API is, and then nothing is stored", async () => {
    const { asOperator, browser } = await signedUp({ userMetadata: { a: "x".repeat(5000) } })
    const before = await asOperator()
    const cases: ReadonlyArray<readonly [string, string, string]> = [
      ...refused.map(
        ([, value, reason]) => [`{"name":"Eve","userMetadata":${value}}`, "userMetadata", reason] as const
      ),
      [`{"name":"Eve","userMetadata":{"b":"${"x".repeat(5000)}"}}`, "userMetadata", tooLong],
      ['{"userMetadata":{"b":1},"name":"a\\nb"}', "name", "must be 1 to 200 characters without control characters"]
    ]
    for (const [body, field, reason] of cases) {
      const { json, status } = await sendAs(browser, body)
      expect([status, json["code"], json["errors"]]).toEqual([400, "invalid_request", [{ field, reason }]])
    }
    expect(await asOperator()).toEqual(before)
  })

  test("requires a session, and is that of its user only", async () => {
    const ada = await signedUp()
    const eve = await signedUp()
    const stranger = await patch(service().browser(), { name: "Eve" })
    expect([stranger.status, stranger.json["code"]]).toEqual([401, "unauthenticated"])
    expect((await patch(eve.browser, { name: "Eve" })).status).toBe(200)
    expect((await ada.asOperator())["name"]).toBeNull()
  })

  test("keeps every member of concurrent patches", async () => {
    const { browser } = await signedUp()
    const members = ["a", "b", "c", "d", "e"]
    await Promise.all(members.map((name) => patch(browser, { userMetadata: { [name]: true } })))
    const expected = Object.fromEntries(members.map((name) => [name, true]))
    expect((await browser.get(account)).json["userMetadata"]).toEqual(expected)
  })

  test("is in the session's reply if the instance includes it, and otherwise no field of it", async () => {
    const data = { name: "Ada", metadata: { plan: "team" }, userMetadata: { theme: "dark" } }
    const { browser } = await signedUp(data)
    const without = (await browser.get(session)).json
    for (const field of Object.keys(data)) expect(without).not.toHaveProperty(field)
    for (const fields of [["name"], ["metadata"], ["userMetadata"], ["name", "metadata", "userMetadata"]] as const) {
      await include(fields)
      const expected = Object.fromEntries(fields.map((field) => [field, data[field]]))
      expect((await browser.get(session)).json).toEqual({ ...without, ...expected })
    }
    await include([])
    expect((await browser.get(session)).json).toEqual(without)
  })
})
