import * as Memory from "@latchkey/memory/Memory"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, expect, test } from "vitest"
import { storedUser } from "@latchkey/test-support/actions"
import { asAdmin, instances, newEmail, password, signIn } from "@latchkey/test-support/contract"
import { fast, slow } from "@latchkey/test-support/foreignHashes"
import { type Service, startService } from "@latchkey/test-support/Service"

let service: Service
beforeAll(async () => {
  service = await startService({ storage: Memory.layer })
})
afterAll(() => service.stop())

const users = `${instances}/default/users`
const create = (user: object) => service.browser().post(users, { email: newEmail(), ...user }, asAdmin)
const storedHash = async (email: string) =>
  Redacted.value(Option.getOrThrow((await storedUser(service, email)).passwordHash))
const signInTo = async (email: string, password: string) => {
  service.advance(3_600_000)
  return (await service.browser().post(signIn, { email, password })).status
}

test.each([...slow, ...fast])(
  "A user is created with the hash of another system, signs in, and has a hash of Latchkey then: $what",
  async ({ right, text }) => {
    const email = newEmail()
    const reply = await create({ email, passwordHash: text })
    expect([reply.status, reply.json["hasPassword"]]).toEqual([201, true])
    expect(await signInTo(email, right)).toBe(200)
    const replaced = await storedHash(email)
    expect(replaced).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/)
    expect(await signInTo(email, right)).toBe(200)
    expect(await storedHash(email)).toBe(replaced)
  }
)

test.each([
  ["$1$salt$qJH7.N4xYta3aEG/dfqo/0", "has a format that is not supported"],
  ["$2b$12$short", "is malformed"],
  ["$2b$31$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm", "costs too much to verify"]
])(
  "A hash that cannot be taken over is 400 with the field and the reason, and not the hash: %s",
  async (text, reason) => {
    const email = newEmail()
    const reply = await create({ email, passwordHash: text })
    expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
    expect(reply.json["errors"]).toEqual([{ field: "passwordHash", reason }])
    expect(reply.text).not.toContain(text.slice(-6))
    expect((await create({ email })).status).toBe(201)
  }
)

test("Password and hash together are 400", async () => {
  const [hash] = slow
  const reply = await create({ password, passwordHash: hash?.text })
  expect(reply.json["errors"]).toEqual([{ field: "passwordHash", reason: "cannot be combined with password" }])
})

test("A patch sets the hash, and null removes the password", async () => {
  const email = newEmail()
  const { id } = (await create({ email, password })).json
  const patch = (body: object) =>
    service.browser().send("PATCH", `${users}/${id}`, {
      headers: { ...asAdmin, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  const { right, text: passwordHash } = slow[0] ?? { right: "", text: "" }
  expect((await patch({ passwordHash })).status).toBe(200)
  expect([await signInTo(email, password), await signInTo(email, right)]).toEqual([401, 200])
  expect((await patch({ password: null, passwordHash: null })).status).toBe(400)
  expect((await patch({ passwordHash: null })).json["hasPassword"]).toBe(false)
  expect(await signInTo(email, right)).toBe(401)
})
