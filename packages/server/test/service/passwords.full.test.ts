import { createServer } from "node:http"
import { Browser } from "@latchkey/test-support/Browser"
import { freePort } from "@latchkey/test-support/freePort"
import { listening } from "@latchkey/test-support/listening"
import { database } from "@latchkey/test-support/postgres/database"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { assert, describe, it, onTestFinished } from "vitest"

/** The SHA-1 of "leaked by another site", after its first five digits. */
const digest = "8146C4197538EC1F58EE2B33537001BC547"

const openRange = async () => {
  const paths: Array<string> = []
  const server = createServer(({ url = "" }, response) => {
    paths.push(url)
    response.end(`0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${digest}:3`)
  })
  const { origin, stop } = await listening(server)
  onTestFinished(stop)
  return { paths, url: origin }
}

describe("PWNED_PASSWORDS_URL", () => {
  it("makes serve refuse a password of a known breach", async () => {
    const range = await openRange()
    const port = String(await freePort())
    const environment = {
      PORT: port,
      BASE_URL: `http://localhost:${port}`,
      DATABASE_URL: await database(),
      PWNED_PASSWORDS_URL: range.url
    }
    await run(["serve"], { directory: folder(), environment }).says("Latchkey is ready")
    const browser = new Browser(environment.BASE_URL)
    const signUp = (password: string) =>
      browser.post("/v1/auth/sign-up/email-password", { email: "grace@example.com", password })
    const refused = await signUp("leaked by another site")
    assert.deepStrictEqual([refused.status, refused.json["violations"]], [400, ["common"]])
    assert.strictEqual((await signUp("not leaked by another site")).status, 200)
    assert.lengthOf(range.paths, 2)
  })
})
