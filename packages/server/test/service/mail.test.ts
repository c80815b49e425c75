import { once } from "node:events"
import { createServer } from "node:http"
import { assert, describe, it, onTestFinished } from "vitest"
import { Browser } from "../../../../test/support/Browser.ts"
import { database } from "../support/database.ts"
import { folder, freePort, run } from "../support/latchkey.ts"

interface Sent {
  readonly authorization: string
  readonly body: string
}

/** What takes the place of Amazon SES: accepts every mail and keeps it. */
const fakeSes = async () => {
  const sent: Array<Sent> = []
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding("utf8").toArray()).join("")
    sent.push({ authorization: request.headers.authorization ?? "", body })
    response.setHeader("content-type", "application/json").end('{"MessageId":"1"}')
  })
  onTestFinished(() => void server.close().closeAllConnections())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return { sent, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
}

const until = async (condition: () => boolean) => {
  for (let waited = 0; !condition() && waited < 100; waited++) await new Promise((resolve) => setTimeout(resolve, 100))
}

const settings = async () => {
  const port = String(await freePort())
  return {
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: await database(),
    EMAIL_FROM: "Example <no-reply@example.com>",
    EMAIL_PROVIDER_API_KEY: "AKIATEST:secret"
  }
}

describe("Mail that is really sent", () => {
  it.each(["serve", "dev"])("goes out through Amazon SES from %s, and works", { timeout: 60_000 }, async (command) => {
    const ses = await fakeSes()
    const environment = { ...(await settings()), AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: ses.url }
    const latchkey = run([command], { directory: folder(), environment })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(environment.BASE_URL)
    const asked = await browser.post("/v1/auth/sign-in/magic-link", { email: "grace@example.com" })
    assert.strictEqual(asked.status, 200)
    await until(() => ses.sent.length > 0)

    const [mail] = ses.sent
    assert.include(mail?.authorization, "Credential=AKIATEST/")
    assert.include(mail?.body, "no-reply@example.com")
    const link = /http:\/\/localhost:\d+(\/v1\/auth\/magic-link\/verify\?token=[A-Za-z0-9_-]{43})/.exec(
      mail?.body ?? ""
    )
    assert.strictEqual((await browser.get(link?.[1] ?? "")).status, 200)
    assert.strictEqual((await browser.get("/dev/inbox")).status, 404)
    assert.notInclude(latchkey.out(), "grace@example.com")
    assert.strictEqual(latchkey.err(), "")
  })

  it("needs a region, and says so in one line", { timeout: 60_000 }, async () => {
    const latchkey = run(["serve"], { directory: folder(), environment: await settings() })
    assert.strictEqual(await latchkey.ended, 1)
    assert.match(latchkey.err(), /^latchkey: Amazon SES needs a region: set AWS_REGION .*\.\n$/m)
  })
})
