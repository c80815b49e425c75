import { expect, test } from "vitest"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser } from "@latchkey/test-support/Browser"
import {
  account,
  accountLanguage,
  asAdmin,
  exportAccount,
  instances,
  jsonType,
  newEmail,
  password,
  signUp
} from "@latchkey/test-support/contract"
import { onBothMounts } from "@latchkey/test-support/HttpService"

const put = (browser: Browser, body: object) =>
  browser.send("PUT", accountLanguage, { headers: jsonType, body: JSON.stringify(body) })

onBothMounts("The language of a user", (service) => {
  const signedUp = async () => {
    const browser = service().browser()
    const { json } = await browser.post(signUp, { email: newEmail(), password })
    return { browser, path: `${instances}/default/users/${String(json["userId"])}` }
  }

  test("is chosen by the user, in any case, and removed with null", async () => {
    const { browser, path } = await signedUp()
    const languages = async () => {
      const { json } = await browser.get(exportAccount)
      const asUser = (await browser.get(account)).json["language"]
      return [asUser, json["user"], (await service().browser().get(path, asAdmin)).json["language"]]
    }
    expect(await languages()).toEqual([null, expect.objectContaining({ language: null }), null])
    const { json, status } = await put(browser, { language: "PT-br" })
    expect([status, json]).toEqual([200, { ok: true }])
    expect(await languages()).toEqual(["pt-BR", expect.objectContaining({ language: "pt-BR" }), "pt-BR"])
    expect((await put(browser, { language: null })).status).toBe(200)
    expect(await languages()).toEqual([null, expect.objectContaining({ language: null }), null])
  })

  test("must be a tag, and a session is required", async () => {
    const { browser } = await signedUp()
    for (const language of ["", "en_US", "english language", "<b>", "d", `de-${"x".repeat(40)}`]) {
      const { json, status } = await put(browser, { language })
      expect([status, json["code"], json["errors"]]).toEqual([
        400,
        "invalid_request",
        [{ field: "language", reason: "must be a language tag such as de or pt-BR" }]
      ])
    }
    expect((await put(browser, {})).json["code"]).toBe("invalid_request")
    expect((await browser.get(account)).json["language"]).toBeNull()
    const stranger = await put(service().browser(), { language: "de" })
    expect([stranger.status, stranger.json["code"]]).toEqual([401, "unauthenticated"])
  })

  test("is set by the admin API, and an import takes it over", async () => {
    const { path } = await signedUp()
    const patch = (language: unknown) =>
      service()
        .browser()
        .send("PATCH", path, {
          headers: { ...asAdmin, ...jsonType },
          body: JSON.stringify({ language })
        })
    expect((await patch("fr-ca")).json["language"]).toBe("fr-CA")
    expect((await patch(null)).json["language"]).toBeNull()
    expect((await patch("-")).json["errors"]).toMatchObject([{ field: "language" }])
    const users = `${instances}/default/users`
    const created = await service().browser().post(users, { email: newEmail(), language: "ja" }, asAdmin)
    expect([created.status, created.json["language"]]).toEqual([201, "ja"])
    const email = newEmail()
    const record = { users: [{ email, language: "de-AT" }] }
    const { json } = await service().browser().post(`${users}/import`, record, asAdmin)
    const [result] = json["results"] as ReadonlyArray<{ readonly id: string }>
    expect((await service().browser().get(`${users}/${result?.id}`, asAdmin)).json["language"]).toBe("de-AT")
    // The user has chosen another one since: that is no conflict.
    await service()
      .browser()
      .send("PATCH", `${users}/${result?.id}`, {
        headers: { ...asAdmin, ...jsonType },
        body: JSON.stringify({ language: "fr" })
      })
    expect((await service().browser().post(`${users}/import`, record, asAdmin)).json).toMatchObject({ skipped: 1 })
  })
})

onBothMounts("The default language of an instance", (service) => {
  test("is set by the admin API, and refused if it is no tag", async () => {
    const path = `${instances}/${defaultId}`
    const patch = (defaultLanguage: unknown) =>
      service()
        .browser()
        .send("PATCH", path, {
          headers: { ...asAdmin, ...jsonType },
          body: JSON.stringify({ defaultLanguage })
        })
    expect((await patch("DE")).json["defaultLanguage"]).toBe("de")
    for (const invalid of ["", "en_US", null, 7]) {
      const { json, status } = await patch(invalid)
      expect([status, json["errors"]]).toMatchObject([400, [{ field: "defaultLanguage" }]])
    }
    expect((await patch("en")).json["defaultLanguage"]).toBe("en")
  })
})
