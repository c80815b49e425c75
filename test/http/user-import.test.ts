import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as LatchkeyClient from "@latchkey/http/LatchkeyClient"
import * as Effect from "effect/Effect"
import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { send as sendTo } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, jsonType, newEmail, signIn } from "@latchkey/test-support/contract"
import { fast, slow } from "@latchkey/test-support/foreignHashes"
import { type Service, startService } from "@latchkey/test-support/Service"

const path = `${instances}/default/users/import`
const mebibyte = 1024 * 1024

interface Result {
  readonly status: string
  readonly id: string | null
  readonly errors: ReadonlyArray<{ readonly field: string; readonly reason: string }>
}

onBothMounts("Importing users in the admin API", (service) => {
  const post = (body: unknown, headers: Record<string, string> = asAdmin) =>
    service().browser().post(path, body, headers)
  const postText = (body: string) =>
    sendTo("POST", `${service().origin}${path}`, { headers: { ...jsonType, ...asAdmin }, body })
  const importing = async (users: ReadonlyArray<unknown>, dryRun?: boolean) => {
    const { json, status } = await post({ users, ...(dryRun === undefined ? {} : { dryRun }) })
    expect(status).toBe(200)
    return json as { created: number; skipped: number; failed: number; results: ReadonlyArray<Result> }
  }
  const user = async (id: string | null | undefined) =>
    (await service().browser().get(`${instances}/default/users/${id}`, asAdmin)).json

  test("skips users who exist in a repeated request", async () => {
    const users = [
      { email: newEmail(), externalId: newEmail(), createdAt: "2020-02-03T04:05:06.789Z" },
      { email: newEmail() }
    ]
    const first = await importing(users)
    expect([first.created, first.skipped, first.failed]).toEqual([2, 0, 0])
    expect(await user(first.results[0]?.id)).toMatchObject({ createdAt: users[0]?.createdAt, emailVerified: false })
    const again = await importing(users)
    expect([again.created, again.skipped, again.failed]).toEqual([0, 2, 0])
    expect(again.results.map(({ id }) => id)).toEqual(first.results.map(({ id }) => id))
  })

  test("normalizes addresses: another spelling is the same user, and one of a batch counts", async () => {
    const email = newEmail()
    const { results } = await importing([{ email: ` ${email.toUpperCase()} ` }, { email }])
    expect(results.map(({ status }) => status)).toEqual(["created", "skipped"])
    expect((await user(results[0]?.id))["email"]).toBe(email)
    const international = await importing([{ email: `${newEmail().split("@")[0]}@bücher.example` }])
    expect((await user(international.results[0]?.id))["email"]).toMatch(/@xn--bcher-kva\.example$/)
  })

  const email = newEmail()
  test.each([
    [null, "body", "has the wrong type"],
    ["ada@example.com", "body", "has the wrong type"],
    [{}, "email", "is required"],
    [{ email: 7 }, "email", "must be a string"],
    [{ email: "secret-ada@" }, "email", "is not an email address"],
    [{ email, externalId: "secret\u0000" }, "externalId", "must be 1 to 255 characters without control characters"],
    [{ email, passwordHash: "secret" }, "passwordHash", "has a format that is not supported"],
    [{ email, password: "secret" }, "password", "cannot be imported: give passwordHash, or create the user"],
    [{ email, createdAt: "secret" }, "createdAt", "is not a time as ISO 8601"],
    [{ email, createdAt: "2999-01-01T00:00:00Z" }, "createdAt", "must be a time from 1970 until now"],
    [{ email, emailVerified: "secret" }, "emailVerified", "must be a boolean"],
    [{ email, disabled: 1 }, "disabled", "must be a boolean"]
  ])("fails for a record alone, with the field and the reason and no value: %o", async (wrong, field, reason) => {
    const right = { email: newEmail() }
    const body = await importing([wrong, right])
    expect([body.created, body.failed]).toEqual([1, 1])
    const [failure, success] = body.results
    expect(failure).toMatchObject({ status: "failed", id: null, errors: [{ field }] })
    expect(failure?.errors[0]?.reason).toContain(reason)
    expect(JSON.stringify(body)).not.toContain("secret")
    expect(success?.status).toBe("created")
  })

  test("stores nothing in a dry run, and has no ids", async () => {
    const users = [{ email: newEmail() }, { email: "ada@" }]
    const dry = await importing(users, true)
    expect(dry.results.map(({ id, status }) => [status, id])).toEqual([
      ["created", null],
      ["failed", null]
    ])
    expect((await importing(users)).created).toBe(1)
  })

  test("takes a thousand users in 2 MiB; more of either is refused, and nothing is stored", async () => {
    const page = (count: number) => Array.from({ length: count }, () => ({ email: newEmail() }))
    const thousand = JSON.stringify({ users: page(1000) }).padEnd(2 * mebibyte)
    expect((await postText(thousand)).json["created"]).toBe(1000)
    const tooLong = await postText(`${thousand} `)
    expect([tooLong.status, tooLong.json["code"]]).toEqual([413, "payload_too_large"])
    const tooMany = await post({ users: page(1001) })
    expect([tooMany.status, tooMany.json["code"]]).toEqual([400, "invalid_request"])
    expect(tooMany.json["errors"]).toEqual([{ field: "users", reason: "must have at most 1000 items" }])
    const plain = await sendTo("POST", `${service().origin}${signIn}`, {
      headers: jsonType,
      body: thousand.slice(0, 70_000)
    })
    expect(plain.status).toBe(413)
  })

  test("requires the key and an instance, before it reads the body", async () => {
    const huge = { users: [{ email: "a".repeat(mebibyte) }] }
    expect((await post(huge, {})).status).toBe(401)
    const other = await service().browser().post(path.replace("default", "unknown"), huge, asAdmin)
    expect([other.status, other.json["code"]]).toEqual([404, "not_found"])
  })

  test("is no user: reading, changing and deleting /users/import is 405", async () => {
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const reply = await service().browser().send(method, path, { headers: asAdmin })
      expect([reply.status, reply.headers.allow]).toEqual([405, "POST, OPTIONS"])
    }
  })

  test("has a typed client", async () => {
    const importUsers = LatchkeyClient.makeWithCookies({ baseUrl: service().origin, headers: asAdmin }).pipe(
      Effect.flatMap(({ user }) =>
        user.importUsers({ path: { id: "default" }, payload: { users: [{ email: newEmail() }, { email: "x" }] } })
      ),
      Effect.provide(FetchHttpClient.layer)
    )
    const { created, failed, results } = await Effect.runPromise(importUsers)
    expect([created, failed, results.map(({ status }) => status)]).toEqual([1, 1, ["created", "failed"]])
  })
})

describe("Importing hashes of other systems", () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ storage: Memory.layer })
  })
  afterAll(() => service.stop())
  const importing = async (users: ReadonlyArray<object>) =>
    (await service.browser().post(path, { users }, asAdmin)).json

  test("takes over every form in one request, and the users sign in with their old password twice", async () => {
    const vectors = [...slow, ...fast].map((vector) => ({ ...vector, email: newEmail() }))
    const { created } = await importing(vectors.map(({ email, text }) => ({ email, passwordHash: text })))
    expect(created).toBe(vectors.length)
    for (const { email, right } of vectors) {
      service.advance(3_600_000)
      for (const _ of [1, 2]) {
        expect((await service.browser().post(signIn, { email, password: right })).status).toBe(200)
      }
    }
  })

  test("says of a repeated record with another hash that it differs", async () => {
    const [one, other] = slow
    const email = newEmail()
    await importing([{ email, passwordHash: one?.text }])
    expect(await importing([{ email, passwordHash: one?.text }])).toMatchObject({ skipped: 1 })
    expect(await importing([{ email, passwordHash: other?.text }])).toMatchObject({
      results: [{ errors: [{ field: "email", reason: "belongs to a user who differs in passwordHash" }] }]
    })
  })

  test.each([
    "$2b$31$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
    "$argon2id$v=19$m=4194304,t=9,p=1$cmFuZG9tc2FsdGlzaGFyZA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU",
    "$scrypt$ln=31,r=8,p=1$cmFuZG9tc2FsdGlzaGFyZA$Rh+NnJNo1I6nRwaNqbDm6kmADswD1+7FTKZ7Ln9D8nQ",
    "pbkdf2_sha256$999999999$seasalt1$JXR2/WF3Aq3h3lqnK4Fj5/10dGNAhWwdfFVtRKSYo54="
  ])("refuses an absurd cost alone, without the hash: %s", async (passwordHash) => {
    const reply = await importing([{ email: newEmail(), passwordHash }, { email: newEmail() }])
    const errors = [{ field: "passwordHash", reason: "costs too much to verify" }]
    expect(reply).toMatchObject({ created: 1, failed: 1, results: [{ status: "failed", errors }, {}] })
    expect(JSON.stringify(reply)).not.toContain(passwordHash.slice(-12))
  })
})
