import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Doctor from "../../src/command/Doctor.ts"
import * as Misspelled from "../../src/core/Misspelled.ts"
import * as Settings from "../../src/core/Settings.ts"

const meantBy = (...names: ReadonlyArray<string>) =>
  Misspelled.find(Object.fromEntries(names.map((name) => [name, "x"])), Settings.names).map(({ meant }) => meant)

describe("A variable that looks like a misspelled setting", () => {
  it.each([
    ["ALLOWED_ORIGIN", "ALLOWED_ORIGINS"],
    ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["EMAIL_FORM", "EMAIL_FROM"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["COOKIE_SAMESITE", "COOKIE_SAME_SITE"],
    ["base_url", "BASE_URL"],
    ["ADMIN_APIKEY", "ADMIN_API_KEY"]
  ])("is named with the setting: %s", (name, meant) => {
    const [found] = meantBy(name)
    assert.strictEqual(found, meant)
  })

  it("is no setting, no variable of another program, no empty one, and none whose setting is set, too", () => {
    assert.deepStrictEqual(meantBy(...Settings.names), [])
    assert.deepStrictEqual(
      meantBy("PATH", "HOME", "POST", "HOSTNAME", "PAGER", "PGHOST", "NODE_ENV", "AWS_REGION", "TZ", "LANG", "SHELL"),
      []
    )
    assert.deepStrictEqual(meantBy("ALLOWED_ORIGIN", "ALLOWED_ORIGINS"), [])
    assert.deepStrictEqual(Misspelled.find({ ALLOWED_ORIGIN: " " }, Settings.names), [])
  })

  it("is named beside the setting that is missing, without its value", async () => {
    const environment = { BASE_URL: "https://auth.example.com", DATABSE_URL: "postgres://u:canary@db/latchkey" }
    const { message } = await Effect.runPromise(Effect.flip(Settings.loadServe(environment)))
    assert.include(message, "DATABASE_URL is missing")
    assert.include(message, "DATABSE_URL is not a setting. Did you mean DATABASE_URL?")
    assert.notInclude(message, "canary")
  })

  it("is a warning of doctor, and does not fail the check", () => {
    const check = Doctor.checkNames({ ALLOWED_ORIGIN: "https://app.example.com" })
    assert.deepStrictEqual(check, {
      result: "warning",
      detail: "valid, but ALLOWED_ORIGIN is not a setting. Did you mean ALLOWED_ORIGINS?"
    })
    assert.deepStrictEqual(Doctor.checkNames({ PATH: "/bin" }), { result: "ok", detail: "valid" })
  })
})
