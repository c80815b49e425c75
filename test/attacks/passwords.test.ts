import * as Crypto from "@latchkey/crypto/Crypto"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, signIn, signUp } from "@latchkey/test-support/contract"
import { type Service, startService } from "@latchkey/test-support/Service"

let service: Service
beforeAll(async () => {
  service = await startService({ storage: Memory.layer, crypto: Crypto.layer })
})
afterAll(() => service.stop())
beforeEach(() => service.advance(3_600_000))

const register = async (password: string) => {
  const email = newEmail()
  const reply = await service.browser().post(signUp, { email, password })
  return {
    status: reply.status,
    try: async (guess: string) => (await service.browser().post(signIn, { email, password: guess })).status
  }
}

describe("A guess is rejected if it differs from the password", () => {
  test.each([
    ["beyond the 72 bytes of bcrypt", `${"a".repeat(100)}b`, `${"a".repeat(100)}c`],
    ["in the last of 256 characters", `${"a".repeat(255)}b`, `${"a".repeat(255)}c`],
    ["in a trailing space", "correct horse ", "correct horse"],
    ["in the case of a letter", "correct Horse", "correct horse"],
    ["in look-alike letters", "pаssword horse", "password horse"],
    ["in a ligature", "oﬃce hours", "office hours"],
    ["in fullwidth letters", "ｐassword1", "password1"]
  ])("%s", async (_, password, guess) => {
    const account = await register(password)
    expect([account.status, await account.try(guess), await account.try(password)]).toEqual([200, 401, 200])
  })

  test("composed and decomposed spellings of a password are equal", async () => {
    const composed = "Ünïcødé é 가나다"
    expect(composed.normalize("NFD")).not.toBe(composed)
    expect(await (await register(composed)).try(composed.normalize("NFD"))).toBe(200)
    expect(await (await register(composed.normalize("NFD"))).try(composed)).toBe(200)
  })

  test("passwords in printable ASCII and in any script are accepted", async () => {
    const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
    for (const password of [ascii, "пароль пароль", "كلمة السر هنا", "密码密码密码密码", "🔑🔑🔑🔑🔑🔑🔑🔑"]) {
      const account = await register(password)
      expect([account.status, await account.try(password)]).toEqual([200, 200])
    }
  })
})

describe("The length of a password", () => {
  test("is counted in code points: seven are too short, eight are accepted", async () => {
    expect((await register("🔑".repeat(7))).status).toBe(400)
    expect((await register("🔑".repeat(8))).status).toBe(200)
    expect((await register("e\u0301".repeat(7))).status).toBe(400)
  })

  test("can be required to be at least fifteen by an instance", async () => {
    const require = (minLength: number) =>
      service.instances((instances) =>
        instances.update(defaultId, { sessionConfig: { passwordPolicy: { minLength } } })
      )
    await require(15)
    const statuses = [(await register("a".repeat(14))).status, (await register("a".repeat(15))).status]
    await require(8)
    expect(statuses).toEqual([400, 200])
  })

  test("is the only default rule for a password that is not common", async () => {
    for (const password of ["        ", "abcabcab", "8642 8642"]) expect((await register(password)).status).toBe(200)
  })
})

describe("A common password is refused", () => {
  const refusalOf = async (email: string, password: string) => {
    const { json, status } = await service.browser().post(signUp, { email, password })
    return [status, json["code"], json["violations"]]
  }

  test.each(["password", "12345678", "PASSWORD1", "Qwertyuiop", "iloveyou"])(
    "in every spelling: %s",
    async (password) => {
      expect(await refusalOf(newEmail(), password)).toEqual([400, "password_too_short", ["common"]])
    }
  )

  test("alike for addresses with and without an account, and as a wrong password at sign-in", async () => {
    const email = newEmail()
    await service.browser().post(signUp, { email, password: "correct horse battery" })
    expect(await refusalOf(email, "password")).toEqual([400, "password_too_short", ["common"]])
    expect((await service.browser().post(signIn, { email, password: "password" })).status).toBe(401)
  })

  test("and so are the email address and the name of the instance", async () => {
    const email = `grace.hopper.${newEmail()}`
    await service.instances((instances) => instances.update(defaultId, { name: "Example Shop" }))
    for (const password of [email, email.toUpperCase(), email.replace(/@.*/, ""), "example shop"]) {
      expect(await refusalOf(email, password)).toEqual([400, "password_too_short", ["common"]])
    }
  })
})
