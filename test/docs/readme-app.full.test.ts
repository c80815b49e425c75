/** Runs the lines of README.md that protect an app on Express. */
import { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password, signUp } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startProgram } from "./programOfPage.ts"

const program = {
  name: "JavaScript",
  block: "js",
  file: "app.mjs",
  start: [process.execPath, "app.mjs"],
  complete: (code: string) => `import express from "express"
const app = express()
${code}
app.listen(process.env.PORT, "127.0.0.1", () => console.log("Listening"))`
}

describe("The lines of README.md", () => {
  const cleanUps: Array<() => void | Promise<void>> = []
  let service: Service
  let app: Browser

  beforeAll(async () => {
    service = await start()
    cleanUps.push(() => service.stop())
    const environment = { LATCHKEY_URL: service.origin, APP_URL: "http://localhost:4000" }
    const { host } = await startProgram("README.md", program, environment, (undo) => void cleanUps.push(undo))
    app = new Browser(`http://${host}`)
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  it("show orders to a signed-in user", async () => {
    const [email, browser] = [newEmail(), service.browser()]
    await browser.post(signUp, { email, password })
    const { status, text } = await app.get("/orders", { cookie: await browser.jar.getCookieString(service.origin) })
    expect([status, text]).toEqual([200, `Orders of ${email}`])
  })

  it("send a visitor to the sign-in page and back, and refuse a program", async () => {
    const { headers, status } = await app.get("/orders?year=2026", { accept: "text/html" })
    const returnTo = encodeURIComponent("http://localhost:4000/orders?year=2026")
    expect([status, headers.location]).toEqual([303, `${service.origin}/sign-in?return_to=${returnTo}`])
    expect((await app.get("/orders")).status).toBe(401)
  })
})
