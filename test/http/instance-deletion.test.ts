import { CleanupJob } from "@latchkey/domain/CleanupJob"
import * as Memory from "@latchkey/memory/Memory"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, test } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts, start } from "@latchkey/test-support/HttpService"
import {
  asAdmin,
  instances,
  jsonType,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signUp
} from "@latchkey/test-support/contract"

const expectProblem = ({ json, status }: Reply, expected: number, code: string) =>
  expect([status, json["code"]]).toEqual([expected, code])

let made = 0

onBothMounts("Deleting an instance", (service, mount) => {
  const send = (method: string, path: string, body?: unknown) =>
    service()
      .browser()
      .send(method, path, {
        headers: { ...jsonType, ...asAdmin },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })

  /** Creates an instance, and returns its id, its host and the path of the admin API. */
  const create = async () => {
    const host = `shop-${++made}.example`
    const created = await send("POST", instances, { name: "Shop", hosts: [host], authConfig: { magic_link: true } })
    const id = String(created.json["id"])
    return { host, id, path: `${instances}/${id}` }
  }
  const cleanUp = async () => {
    service().advance(60_000)
    await service().run(Effect.flatMap(CleanupJob, ({ run }) => run))
  }

  test("ends its sessions and its links immediately: every request to its hosts is 404", async () => {
    const { host, path } = await create()
    const browser = service().browser({ host })
    const email = newEmail()
    await browser.post(signUp, { email, password })
    await browser.post(requestLink, { email })
    const link = await service().lastLink(email)
    expect((await browser.get(session)).status).toBe(200)
    const deleted = await send("DELETE", path)
    expect([deleted.status, deleted.json]).toEqual([200, { ok: true }])
    for (const reply of [
      await browser.get(session),
      await browser.get(link),
      await browser.post(signIn, { email, password }),
      await browser.post(signUp, { email: newEmail(), password }),
      await browser.get(instances, asAdmin)
    ]) {
      expectProblem(reply, 404, "not_found")
      expect(reply.setCookies).toEqual([])
    }
    const cookie = await browser.jar.getCookieString(service().origin)
    expectProblem(await service().browser({ cookie }).get(session), 401, "unauthenticated")
  })

  test("sends none of the emails that are queued", async () => {
    const { host, path } = await create()
    await service().browser({ host }).post(requestLink, { email: newEmail() })
    const count = (await service().emails()).length
    await send("DELETE", path)
    await service().deliver()
    expect(await service().emails()).toHaveLength(count)
  })

  test("makes it unknown in the admin API", async () => {
    const { id, path } = await create()
    await send("DELETE", path)
    for (const [method, of, body] of [
      ["GET", path],
      ["PATCH", path, { name: "Shop" }],
      ["DELETE", path],
      ["GET", `${path}/users`],
      ["POST", `${path}/users`, { email: newEmail(), password }]
    ] as const) {
      expectProblem(await send(method, of, body), 404, "not_found")
    }
    const listed = (await send("GET", instances)).json["instances"] as ReadonlyArray<{ id: string }>
    expect(listed.map((instance) => instance.id)).not.toContain(id)
  })

  test("keeps its hosts until everything is removed; then they belong to the default instance, and are free", async () => {
    const { host, path } = await create()
    const browser = service().browser({ host })
    await browser.post(signUp, { email: newEmail(), password })
    await send("DELETE", path)
    const taken = await send("POST", instances, { name: "Next", hosts: [host] })
    expectProblem(taken, 400, "invalid_request")
    expect(taken.json["errors"]).toEqual([{ field: "hosts", reason: "belongs to another instance" }])
    await cleanUp()
    expectProblem(await browser.get(session), 401, "unauthenticated")
    expect((await send("POST", instances, { name: "Next", hosts: [host] })).status).toBe(201)
    expectProblem(await browser.get(session), 401, "unauthenticated")
  })

  test("takes effect within a second in every process", async () => {
    const storage = Layer.succeedContext(await Effect.runPromise(Effect.scoped(Layer.build(Memory.layer))))
    const [here, there] = [await start({ mount, storage }), await start({ mount, storage })]
    const host = "shop.example"
    const { id } = await here.instances((directory) => directory.create({ name: "Shop", hosts: [host] }))
    const browser = there.browser({ host })
    there.advance(1_001)
    await browser.post(signUp, { email: newEmail(), password })
    await here.browser().send("DELETE", `${instances}/${id}`, { headers: asAdmin })
    there.advance(1_001)
    expectProblem(await browser.get(session), 404, "not_found")
    await Promise.all([here.stop(), there.stop()])
  })

  test("is 409 for the default instance, which stays", async () => {
    expectProblem(await send("DELETE", `${instances}/default`), 409, "default_instance_required")
    expect((await send("GET", `${instances}/default`)).status).toBe(200)
  })

  test("is 401 without the key, and 404 for an id that no instance has", async () => {
    const { path } = await create()
    expectProblem(await service().browser().send("DELETE", path), 401, "unauthenticated")
    expect((await send("GET", path)).status).toBe(200)
    for (const id of ["inst_01a19b51-8dd8-7b20-a6d4-83f0c9157e2b", "nope", "%00"]) {
      expectProblem(await send("DELETE", `${instances}/${id}`), 404, "not_found")
    }
  })
})
