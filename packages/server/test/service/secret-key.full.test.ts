import { assert, describe, it, onTestFinished } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { freePort } from "@latchkey/test-support/freePort"
import { database } from "@latchkey/test-support/postgres/database"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { until } from "@latchkey/test-support/process/until"
import { openSesEndpoint, type SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"

const adminKey = "test-admin-key-of-at-least-32-characters"
const oldKey = "an-old-server-key-of-at-least-32-characters"
const newKey = "a-newer-server-key-of-at-least-32-characters"

const settings = async (ses: SesEndpoint) => {
  const port = String(await freePort())
  return {
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: await database(),
    ADMIN_API_KEY: adminKey,
    EMAIL_FROM: "no-reply@example.com",
    EMAIL_PROVIDER_API_KEY: "AKIATEST:secret",
    AWS_REGION: "eu-central-1",
    AWS_ENDPOINT_URL_SESV2: ses.url
  }
}

const serve = async (environment: Readonly<Record<string, string>>) => {
  const latchkey = run(["serve"], { directory: folder(), environment })
  await latchkey.says("Latchkey is ready")
  return latchkey
}

const turnCodesOn = (origin: string) =>
  fetch(`${origin}/v1/admin/instances/default`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ emailConfig: { magicLinkCodes: true } })
  })

describe("SECRET_KEY", () => {
  it("makes serve send codes, which also work after the key was replaced", async () => {
    const ses = await openSesEndpoint(onTestFinished)
    const environment = await settings(ses)
    const before = await serve({ ...environment, SECRET_KEY: oldKey })
    assert.strictEqual((await turnCodesOn(environment.BASE_URL)).status, 200)
    const browser = new Browser(environment.BASE_URL)
    await browser.post("/v1/auth/sign-in/magic-link", { email: "grace@example.com" })
    const { text } = await until("the email", () => ses.emailsTo("grace@example.com")[0])
    const code = /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? ""
    before.kill("SIGTERM")
    await before.ended

    const after = await serve({ ...environment, SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey })
    const verified = await browser.post("/v1/auth/magic-link/verify-code", { code })
    assert.deepStrictEqual([verified.status, (await browser.get("/v1/auth/session")).status], [200, 200])
    assert.notInclude(before.out() + before.err() + after.out() + after.err(), code)
  })

  it("is required for codes: without it, they cannot be turned on", async () => {
    const environment = await settings(await openSesEndpoint(onTestFinished))
    await serve(environment)
    const refused = await turnCodesOn(environment.BASE_URL)
    assert.strictEqual(refused.status, 400)
    assert.include(await refused.text(), "SECRET_KEY")
  })
})
