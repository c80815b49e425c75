import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import { newEmail, password, session, signUp } from "@latchkey/test-support/contract"
import { operatorScene } from "./support/operatorScene.ts"

const { operator, service } = operatorScene()
let made = 0

/** Creates an instance with so many users. */
const create = async (users: number) => {
  const host = `shop-${++made}.example`
  const { id } = await service().instances((instances) => instances.create({ name: `Shop ${made}`, hosts: [host] }))
  const browsers = Array.from({ length: users }, () => service().browser({ host }))
  for (const browser of browsers) await browser.post(signUp, { email: newEmail(), password })
  const path = `/dashboard/instances/${id}`
  return { browsers, host, id, name: `Shop ${made}`, overview: path, path: `${path}/delete` }
}

const newestEntry = async () => {
  const log = service().run(Effect.flatMap(AuditLog, ({ list }) => list({ before: Option.none(), limit: 1 })))
  return (await log)[0]
}
const cleanUp = () => service().run(Effect.flatMap(CleanupJob, ({ run }) => run))

describe("Deleting an instance in the dashboard", () => {
  test("begins on its overview, with a page that says what will happen", async () => {
    const { host, id, overview, path } = await create(2)
    expect((await operator().get(overview)).text).toContain(`href="${path}">Delete instance…</a>`)
    const page = await operator().get(path)
    expect([page.status, page.text.includes("<h1>Delete this instance?</h1>")]).toEqual([200, true])
    expect(page.text).toContain("2 users are signed out and can&#39;t sign in any more.")
    expect(page.text).toContain(`Requests to ${host} get “not found”`)
    expect(page.text).toContain(`Type <code>${id}</code> to confirm.`)
  })

  test.each(["", "default", "Shop", "inst_"])("deletes nothing for another id: %o", async (typed) => {
    const { browsers, id, path } = await create(1)
    const reply = await operator().submit(path, { id: typed })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain(`<span class="error" id="id-error">Instance ID must be ${id}.</span>`)
    expect(reply.text).toContain(`value="${typed}"`)
    expect((await browsers[0]?.get(session))?.status).toBe(200)
    expect((await operator().submit(path)).status).toBe(400)
  })

  test("ends its sessions, and the list shows how many users are left", async () => {
    const { browsers, id, name, overview, path } = await create(2)
    const reply = await operator().submit(path, { id: ` ${id} ` })
    expect([reply.status, reply.headers["location"]]).toEqual([303, "/dashboard"])
    expect((await browsers[0]?.get(session))?.status).toBe(404)
    const list = (await operator().get("/dashboard")).text
    expect(list).toContain(name)
    expect(list).toContain("Being deleted: 2 users left")
    expect(list).not.toContain(`href="${overview}"`)
    for (const gone of [overview, path, `${overview}/settings`, `${overview}/users`]) {
      expect((await operator().get(gone)).status).toBe(404)
    }
    expect((await operator().submit(path, { id })).status).toBe(404)
    service().advance(60_000)
    await cleanUp()
    expect((await operator().get("/dashboard")).text).not.toContain("Being deleted")
  })

  test("is in the audit log, which names the instance without a link", async () => {
    const { id, name, overview, path } = await create(0)
    await operator().submit(path, { id })
    expect(await newestEntry()).toMatchObject({
      action: "instance_deleted",
      actor: "dashboard",
      operatorSessionId: Option.some(expect.stringMatching(/^sess_/))
    })
    const page = (await operator().get("/dashboard/audit")).text
    expect(page).toContain("Instance deleted")
    expect(page).toContain(`<code>${id}</code>`)
    expect(page).toContain(name)
    expect(page).not.toContain(`href="${overview}"`)
  })

  test("is not possible for the default instance", async () => {
    const path = "/dashboard/instances/default/delete"
    expect((await operator().get("/dashboard/instances/default")).text).not.toContain("Delete instance")
    for (const reply of [await operator().get(path), await operator().submit(path, { id: "default" })]) {
      expect(reply.status).toBe(409)
      expect(reply.text).toContain("The default instance can&#39;t be deleted.")
    }
  })

  test("is refused to a page of another origin, and without a dashboard session", async () => {
    const { browsers, id, path } = await create(1)
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await operator().submit(path, { id }, foreign)).status).toBe(403)
    const stranger = service().browser()
    expect((await stranger.get(path)).status).toBe(303)
    expect((await browsers[0]?.get(session))?.status).toBe(200)
  })
})
