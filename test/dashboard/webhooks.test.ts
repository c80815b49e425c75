import type { IncomingHttpHeaders } from "node:http"
import { none, WebhookSender } from "@latchkey/domain/webhook/WebhookSender"
import * as HttpWebhookSender from "@latchkey/outgoing/HttpWebhookSender"
import { asAdmin, instances, newEmail } from "@latchkey/test-support/contract"
import { openLocalServer } from "@latchkey/test-support/oidc/localServer"
import * as Layer from "effect/Layer"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { type FormBrowser, signedIn } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"

const list = "/dashboard/instances/default/webhooks"
const api = `${instances}/default/webhooks`

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What the receiver has got, and what it responds with. */
let received: Array<Received> = []
let status = 204

let receiver: Awaited<ReturnType<typeof openLocalServer>>
const closers: Array<() => unknown> = []
let service: Service
let operator: FormBrowser
let url = ""

beforeAll(async () => {
  receiver = await openLocalServer(
    async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status).end()
    },
    (close) => closers.push(close)
  )
  url = `${receiver.origin}/hook`
  service = await start({ webhooks: HttpWebhookSender.layer({ privateHosts: [receiver.host] }) })
})
afterAll(async () => {
  await service.stop()
  for (const close of closers) await close()
})
beforeEach(async () => {
  received = []
  status = 204
  service.advance(3_600_000)
  operator = await signedIn(service)
})

const secretIn = (page: string) => /whsec_[A-Za-z0-9+/=]+/.exec(page)?.[0] ?? ""
interface Fields {
  readonly url: string
  readonly types: string
}

/** Returns what the page shows as the state of its fields, as a browser sends it back. */
const shownIn = (page: string): Fields => {
  const text = /name="shown" value="([^"]*)"/.exec(page)?.[1] ?? ""
  return JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&"))
}

const idIn = (page: string) => /webhook_[0-9a-f-]{36}/.exec(page)?.[0] ?? ""

const add = async (types: ReadonlyArray<string> = []) => {
  const page = await operator.submit(list, new URLSearchParams([["url", url], ...types.map((type) => ["types", type])]))
  return { id: idIn(page.text), secret: secretIn(page.text), page }
}

const stored = async (id: string) => (await service.browser().get(`${api}/${id}`, asAdmin)).json
const remove = (id: string) => service.browser().send("DELETE", `${api}/${id}`, { headers: asAdmin })
const newUser = () => service.browser().post(`${instances}/default/users`, { email: newEmail() }, asAdmin)

/** Returns whether a message has a signature with the secret. The clock of the service is ahead of this machine's. */
const isSigned = (secret: string, { body, headers }: Received) => {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000)
  const signature = new Webhook(secret).sign(String(headers["webhook-id"]), at, body)
  return String(headers["webhook-signature"]).split(" ").includes(signature)
}

describe("The webhooks of an instance", () => {
  test("are added with the secret shown once, and listed without it", async () => {
    expect((await operator.get(list)).text).toContain("No webhooks yet")
    const { id, page, secret } = await add(["user.created", "user.deleted"])
    expect([page.status, secret.length]).toEqual([200, 50])
    expect(page.text).toContain("Copy it now")
    const all = await operator.get(list)
    expect(all.text).toContain("user.created, user.deleted")
    const one = await operator.get(`${list}/${id}`)
    for (const { text } of [all, one]) {
      expect(text).toContain(url)
      expect(text).not.toContain("whsec_")
    }
    expect(await stored(id)).toMatchObject({ url, types: ["user.created", "user.deleted"], enabled: true })
    await remove(id)
  })

  test("get all events if none is chosen", async () => {
    const { id } = await add()
    expect(await stored(id)).toMatchObject({ types: null })
    await remove(id)
  })

  test("with mistakes are shown again as they were typed, and nothing is stored", async () => {
    const typed = new URLSearchParams([
      ["url", "ftp://<b>"],
      ["types", "user.created"],
      ["types", "user.eaten"]
    ])
    const reply = await operator.submit(list, typed)
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('value="ftp://&lt;b&gt;"')
    expect(reply.text).toContain('value="user.created" checked')
    expect(reply.text).toContain('href="#url"')
    expect(reply.text).toContain('href="#types"')
    const foreign = await operator.submit(list, { url: "http://10.0.0.1/" })
    expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('aria-invalid="true"')])
    expect((await service.browser().get(api, asAdmin)).json["webhooks"]).toEqual([])
  })

  test("are ten at most: then the page says so, and has no form", async () => {
    const ids = []
    for (let count = 0; count < 10; count++) ids.push((await add()).id)
    const page = await operator.get(list)
    expect(page.text).toContain("An instance can have 10 webhooks.")
    expect(page.text).not.toContain('name="url"')
    expect((await add()).page.status).toBe(400)
    for (const id of ids) await remove(id)
  })

  const patch = (id: string, settings: object) =>
    service.browser().send("PATCH", `${api}/${id}`, {
      headers: { ...asAdmin, "content-type": "application/json" },
      body: JSON.stringify(settings)
    })

  /** Submits the form of the page as it was shown, with changes. */
  const save = (id: string, shown: Fields, changes: Partial<Fields>) => {
    const { types, url: address } = { ...shown, ...changes }
    const fields = types.split("\n").flatMap((type) => (type === "" ? [] : [["types", type]]))
    return operator.submit(
      `${list}/${id}`,
      new URLSearchParams([["url", address], ...fields, ["shown", JSON.stringify(shown)]])
    )
  }

  test("are changed field by field, whatever the order of their types", async () => {
    const { id } = await add()
    await patch(id, { types: ["user.deleted", "user.created"] })
    const shown = shownIn((await operator.get(`${list}/${id}`)).text)
    await patch(id, { types: ["session.created"] })
    const other = `${receiver.origin}/other`
    const saved = await save(id, shown, { url: other })
    expect([saved.status, saved.headers["location"]]).toEqual([303, `${list}/${id}?done=saved`])
    expect(await stored(id)).toMatchObject({ url: other, types: ["session.created"] })
    const now = shownIn((await operator.get(`${list}/${id}`)).text)
    expect((await save(id, now, { types: "" })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ types: null })
    const rejected = await save(id, { ...now, types: "" }, { url: "x" })
    expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining('value="x"')])
    await remove(id)
  })

  test("are not changed by one administrator over another one, who learns what is stored now", async () => {
    const { id } = await add(["user.created"])
    const shown = shownIn((await operator.get(`${list}/${id}`)).text)
    await patch(id, { types: ["user.created", "session.created"] })
    const rejected = await save(id, shown, { types: "user.deleted" })
    expect(rejected.status).toBe(400)
    expect(rejected.text).toContain("user.created, session.created")
    expect(await stored(id)).toMatchObject({ types: ["user.created", "session.created"] })
    const again = shownIn(rejected.text)
    expect((await save(id, again, { types: "user.deleted" })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ types: ["user.deleted"] })
    await remove(id)
  })

  test("are tested, and the page says what the response was", async () => {
    const { id, secret } = await add()
    const good = await operator.submit(`${list}/${id}/test`)
    expect(good.text).toContain("The test succeeded: the response was 204")
    expect(received.map((message) => [JSON.parse(message.body).type, isSigned(secret, message)])).toEqual([
      ["webhook.test", true]
    ])
    status = 500
    expect((await operator.submit(`${list}/${id}/test`)).text).toContain("The test failed: the response was 500.")
    await receiver.stop()
    expect((await operator.submit(`${list}/${id}/test`)).text).toContain("The test failed: no connection")
    await receiver.restart()
    await remove(id)
  })

  test("list their messages, also by state, and send one or all failed ones again", async () => {
    const { id, secret } = await add(["user.created"])
    expect((await operator.get(`${list}/${id}`)).text).toContain("No messages yet")
    status = 410
    await newUser()
    await service.deliverEvents()
    const gone = await operator.get(`${list}/${id}`)
    expect(gone.text).toContain("the URL responded with 410")
    expect(gone.text).toContain("response 410")
    status = 204
    await operator.submit(`${list}/${id}/enable`)
    await service.deliverEvents()
    const page = await operator.get(`${list}/${id}?state=delivered`)
    expect(page.text).toContain("Delivered")
    expect((await operator.get(`${list}/${id}?state=failed`)).text).toContain("No matching messages")
    const [event = ""] = /evt_[0-9a-f-]{36}/.exec(page.text) ?? []
    const again = await operator.submit(`${list}/${id}/deliveries/${event}/redeliver`)
    expect([again.status, again.headers["location"]]).toEqual([303, `${list}/${id}?done=resent`])
    await service.deliverEvents()
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([event, event, event])
    expect(received.every((message) => isSigned(secret, message))).toBe(true)
    expect((await operator.submit(`${list}/${id}/redeliver-failed`)).headers["location"]).toBe(
      `${list}/${id}?done=resentAll`
    )
    expect((await operator.submit(`${list}/${id}/deliveries/evt_1/redeliver`)).status).toBe(404)
    await remove(id)
  })

  test("get a new secret, beside which the one before signs for as long as was chosen", async () => {
    const { id, secret } = await add()
    expect((await operator.get(`${list}/${id}/secret`)).text).toContain('<option value="86400" selected>1 day</option>')
    const replaced = await operator.submit(`${list}/${id}/secret`, { previousValidForSeconds: "604800" })
    const next = secretIn(replaced.text)
    expect(next).not.toBe(secret)
    expect((await operator.get(`${list}/${id}`)).text).toContain("Previous secret valid until")
    await operator.submit(`${list}/${id}/test`)
    expect([secret, next].map((known) => received.every((message) => isSigned(known, message)))).toEqual([true, true])
    expect((await operator.submit(`${list}/${id}/secret`, { previousValidForSeconds: "604801" })).status).toBe(400)
    const last = secretIn((await operator.submit(`${list}/${id}/secret`, { previousValidForSeconds: "0" })).text)
    received = []
    await operator.submit(`${list}/${id}/test`)
    expect([next, last].map((known) => received.every((message) => isSigned(known, message)))).toEqual([false, true])
    await remove(id)
  })

  test("are turned off and on, and deleted after a question", async () => {
    const { id } = await add()
    expect((await operator.submit(`${list}/${id}/disable`)).headers["location"]).toBe(`${list}/${id}?done=disabled`)
    expect((await operator.get(list)).text).toContain("Turned off")
    expect((await operator.submit(`${list}/${id}/enable`)).headers["location"]).toBe(`${list}/${id}?done=enabled`)
    expect((await operator.get(`${list}/${id}/delete`)).text).toContain("Delete the webhook?")
    expect((await operator.submit(`${list}/${id}/delete`)).headers["location"]).toBe(`${list}?done=deleted`)
    for (const reply of [await operator.get(`${list}/${id}`), await operator.submit(`${list}/${id}/delete`)])
      expect(reply.status).toBe(404)
  })
})

describe("A service that sends nothing to webhooks", () => {
  test("says so, and has no form", async () => {
    const without = await start({ webhooks: Layer.succeed(WebhookSender, none) })
    const page = await (await signedIn(without)).get(list)
    expect(page.text).toContain("This service sends no messages to webhooks")
    expect(page.text).not.toContain('name="url"')
    await without.stop()
  })
})
