import { defaultId } from "@latchkey/domain/instance/Instance"
import type { SignUpMode } from "@latchkey/domain/instance/Instance"
import { newEmail, password, signUp } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { signedIn } from "@latchkey/test-support/operator"
import { describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"

const path = "/dashboard/instances/default/invitations"

const { operator, service } = operatorScene()

const setMode = (mode: SignUpMode) =>
  service().instances((instances) => instances.update(defaultId, { signUp: { mode } }))

const invite = (email: string) => operator().submit(path, { email })

/** Returns the action of the button that withdraws the invitation of an address. */
const withdrawalOf = (page: string, email: string) =>
  new RegExp(`${email}</th>[\\s\\S]*?action="([^"]*/withdraw)"`).exec(page)?.[1] ?? ""

describe("The invitations of an instance", () => {
  test("are created, listed and withdrawn", async () => {
    const email = newEmail()
    const reply = await invite(email)
    expect([reply.status, reply.headers["location"]]).toEqual([303, `${path}?done=invited`])
    const listed = await operator().get(`${path}?done=invited`)
    expect(listed.text).toContain("The invitation is on its way.")
    expect(listed.text).toContain(email)
    expect(await service().lastInvitation(email)).toMatch(/^\/invitation\?token=/)
    const withdrawn = await operator().submit(withdrawalOf(listed.text, email), {})
    expect(withdrawn.headers["location"]).toBe(`${path}?done=withdrawn`)
    const after = await operator().get(`${path}?done=withdrawn`)
    expect(after.text).toContain("The invitation is withdrawn.")
    expect(after.text).not.toContain(email)
    expect((await operator().submit(withdrawalOf(listed.text, email), {})).status).toBe(404)
  })

  test("are rejected with the typed address and the reason beside its field", async () => {
    const taken = newEmail()
    await service().browser().post(signUp, { email: taken, password })
    for (const [email, reason] of [
      ["", "Enter your email address."],
      ["ada@", "Enter an email address in the correct format, like name@example.com."],
      [taken, "This address has an account already."]
    ] as const) {
      const reply = await invite(email)
      expect(reply.status, email).toBe(400)
      expect(reply.text).toContain(`<span class="error" id="email-error">${reason}</span>`)
      expect(reply.text).toContain(`value="${email}"`)
    }
  })

  test("cannot be created where sign-up is closed, and the page says why", async () => {
    await setMode("closed")
    const page = await operator().get(path)
    expect(page.text).toContain("Sign-up is closed, so you can&#39;t invite anyone")
    expect(page.text).not.toContain(`action="${path}"`)
    expect((await invite(newEmail())).status).toBe(400)
    await setMode("open")
  })

  test("are shown fifty per page", async () => {
    for (let count = 0; count < 51; count++) {
      service().advance(1000)
      expect((await invite(newEmail())).status).toBe(303)
    }
    const first = await operator().get(path)
    const [, next = ""] = /rel="next" href="([^"]*)"/.exec(first.text) ?? []
    expect(first.text.match(/\/withdraw"/g)).toHaveLength(50)
    const second = await operator().get(next.replaceAll("&#x2F;", "/").replaceAll("&amp;", "&"))
    expect(second.text.match(/\/withdraw"/g)?.length).toBeGreaterThan(0)
    expect(second.text).toContain('rel="prev"')
  })
})

test("Without an email provider, the page of invitations says so and has no form", async () => {
  const other = await start({ mailer: "unconfigured" })
  try {
    const page = await (await signedIn(other)).get(path)
    expect(page.text).toContain("No email provider is configured")
    expect(page.text).not.toContain(`action="${path}"`)
  } finally {
    await other.stop()
  }
})
