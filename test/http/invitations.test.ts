import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expect, test } from "vitest"
import { onBothMounts, start } from "@latchkey/test-support/HttpService"
import type { Service } from "@latchkey/test-support/Service"
import {
  acceptInvitation,
  asAdmin,
  instances,
  newEmail,
  password,
  session,
  signIn,
  signUp,
  verify
} from "@latchkey/test-support/contract"

const path = `${instances}/default/invitations`
const day = 86_400_000

const change = (service: Service, patch: InstancePatch) =>
  service.instances((directory) => directory.update(defaultId, patch))

onBothMounts("Invitations in the admin API", (service) => {
  const invite = (email: string) => service().browser().post(path, { email }, asAdmin)
  const tokenOf = async (email: string) =>
    new URL(await service().lastInvitation(email), service().origin).searchParams.get("token") ?? ""
  const accept = (token: string) => service().browser().post(acceptInvitation, { token })

  test("are created with 201, and their token creates a verified account once", async () => {
    await change(service(), { signUp: { mode: "invitation" } })
    const email = newEmail()
    const created = await invite(email)
    expect([created.status, created.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^inv_/),
        email,
        createdAt: expect.any(String),
        expiresAt: expect.any(String)
      }
    ])
    const { createdAt, expiresAt } = created.json as Record<string, string>
    expect(Date.parse(expiresAt ?? "") - Date.parse(createdAt ?? "")).toBe(7 * day)
    const token = await tokenOf(email)
    const browser = service().browser()
    const accepted = await browser.post(acceptInvitation, { token })
    expect(accepted.status).toBe(200)
    expect((await browser.get(session)).json).toMatchObject({ ...accepted.json, email, emailVerified: true })
    expect((await accept(token)).json["code"]).toBe("invalid_token")
    await change(service(), { signUp: { mode: "open" } })
  })

  test("are sent again with 200 under the same id, and listed once", async () => {
    const email = newEmail()
    const first = await invite(email)
    service().advance(day)
    const again = await invite(email)
    expect([again.status, again.json["id"], again.json["createdAt"]]).toEqual([
      200,
      first.json["id"],
      first.json["createdAt"]
    ])
    expect(again.json["expiresAt"]).not.toBe(first.json["expiresAt"])
    const { invitations } = (await service().browser().get(path, asAdmin)).json as {
      invitations: ReadonlyArray<{ email: string }>
    }
    expect(invitations.filter((invitation) => invitation.email === email)).toEqual([again.json])
  })

  test("are listed page by page, newest first", async () => {
    const emails = [newEmail(), newEmail(), newEmail()]
    for (const email of emails) {
      service().advance(1000)
      await invite(email)
    }
    const page = async (query: string) => (await service().browser().get(`${path}?limit=2${query}`, asAdmin)).json
    const first = await page("")
    expect(first["invitations"]).toMatchObject([{ email: emails[2] }, { email: emails[1] }])
    const second = await page(`&cursor=${first["nextCursor"]}`)
    expect(second["invitations"]).toMatchObject([{ email: emails[0] }, {}])
    for (const query of ["limit=0", "limit=101", "cursor=x"]) {
      expect((await service().browser().get(`${path}?${query}`, asAdmin)).status, query).toBe(400)
    }
  })

  test("are withdrawn: their token is invalid, and a second withdrawal is 404", async () => {
    const email = newEmail()
    const { json } = await invite(email)
    const token = await tokenOf(email)
    const withdraw = () => service().browser().send("DELETE", `${path}/${json["id"]}`, { headers: asAdmin })
    expect([(await withdraw()).status, (await accept(token)).json["code"]]).toEqual([200, "invalid_token"])
    expect((await withdraw()).status).toBe(404)
    const unknown = await service().browser().send("DELETE", `${path}/nonsense`, { headers: asAdmin })
    expect(unknown.status).toBe(404)
  })

  test("of an address with an account are 400 email_already_exists, and where sign-up is closed 403", async () => {
    const email = newEmail()
    await service().browser().post(signUp, { email, password })
    expect((await invite(email)).json["code"]).toBe("email_already_exists")
    await change(service(), { signUp: { mode: "closed" } })
    expect((await invite(newEmail())).json["code"]).toBe("sign_up_closed")
    expect((await accept(`${"t".repeat(42)}A`)).json["code"]).toBe("sign_up_closed")
    await change(service(), { signUp: { mode: "open" } })
  })

  test("require the admin key, and an instance that exists", async () => {
    for (const [method, target] of [
      ["GET", path],
      ["POST", path],
      ["DELETE", `${path}/inv_unknown`]
    ] as const) {
      expect((await service().browser().send(method, target, {})).status, method).toBe(401)
    }
    expect((await service().browser().get(`${instances}/inst_unknown/invitations`, asAdmin)).status).toBe(404)
  })

  test("are in the audit log by their ids, without the address", async () => {
    const email = newEmail()
    const { json } = await invite(email)
    await service().browser().send("DELETE", `${path}/${json["id"]}`, { headers: asAdmin })
    const entries = await service().run(
      Effect.flatMap(AuditLog, ({ list }) => list({ before: Option.none(), limit: 2 }))
    )
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ["invitation_withdrawn", json["id"]],
      ["invitation_created", json["id"]]
    ])
    expect(JSON.stringify(entries)).not.toContain(email)
  })

  test("sign in nowhere else: their token is no magic link, and the account has no password", async () => {
    const email = newEmail()
    await invite(email)
    const token = await tokenOf(email)
    expect((await service().browser().get(`${verify}?token=${token}`)).json["code"]).toBe("invalid_token")
    expect((await accept(token)).status).toBe(200)
    expect((await service().browser().post(signIn, { email, password })).json["code"]).toBe("invalid_credentials")
  })
})

test("An invitation without an email provider is 400, and says why", async () => {
  const service = await start({ mailer: "unconfigured" })
  try {
    const reply = await service.browser().post(path, { email: newEmail() }, asAdmin)
    expect([reply.status, reply.json["errors"]]).toEqual([
      400,
      [{ field: "email", reason: "gets no invitation, because no email provider is configured" }]
    ])
  } finally {
    await service.stop()
  }
})
