/** Runs the kit in an app with the configuration of new apps of Next.js 16, which prerenders what it can. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password } from "@latchkey/test-support/contract"
import { root, temporaryFolder } from "@latchkey/test-support/packed/tarballs"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startWithPages } from "./support/app.ts"
import { NextApp } from "./support/NextApp.ts"

/** The pages of the example that wait for the session, each with the line that docs/apps/next.md asks for. */
const waiting = ["app/page.tsx", "app/orders/page.tsx", "app/payment/page.tsx"].map((name) => [
  name,
  `${readFileSync(join(root, "examples/next", name), "utf8")}\nexport const instant = false\n`
])

const files = {
  ...Object.fromEntries(waiting),
  "next.config.mjs": "export default { cacheComponents: true, partialPrefetching: true }",
  "app/streamed/page.tsx": `import { Suspense } from "react"
    import { latchkey } from "@/latchkey"
    const Orders = async () => <h1>Streamed to {(await latchkey.requireSession("/streamed")).email}</h1>
    export default function Page() { return <Suspense><Orders /></Suspense> }`
}

const folder = temporaryFolder(afterAll)
let service: Service
let app: NextApp

beforeAll(async () => {
  process.env["NEXT_TELEMETRY_DISABLED"] = "1"
  service = await startWithPages()
  await NextApp.build(folder, files)
  app = await NextApp.start(folder, (origin) => ({ LATCHKEY_URL: service.origin, APP_URL: origin }))
}, 600_000)

afterAll(async () => {
  await app?.stop()
  await service?.stop()
})

const shown = (text: string) => text.replaceAll("<!-- -->", "")

describe.each([
  { path: "/orders", text: "Orders of" },
  { path: "/streamed", text: "Streamed to" }
])("The page $path, with Cache Components", ({ path, text }) => {
  it("shows each user their own, and visitors the way to the sign-in page", async () => {
    const email = newEmail()
    const user = new Browser(app.origin)
    const { setCookies } = await service.browser().post("/v1/auth/sign-up/email-password", { email, password })
    for (const cookie of setCookies) await user.jar.setCookie(cookie, app.origin)
    assert.include(shown((await user.get(path)).text), `${text} ${email}`)
    const { headers, text: page } = await new Browser(app.origin).get(path)
    assert.notInclude(page, "@example")
    const signIn = `${service.origin}/sign-in?return_to=${encodeURIComponent(app.origin + path)}`
    assert.include(`${headers.location} ${page}`, signIn)
  })

  it("is prerendered without a request to Latchkey that would look like an outage", () => {
    assert.notInclude(app.out(), "no usable reply")
  })
})
