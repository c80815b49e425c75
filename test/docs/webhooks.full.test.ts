/** Runs the receivers of docs/webhooks.md, each as its own process, and delivers signed events to them. */
import { WebhookId } from "@latchkey/domain/webhook/Webhook"
import type { WebhookMessage } from "@latchkey/domain/webhook/WebhookSender"
import * as HttpWebhookSender from "@latchkey/outgoing/HttpWebhookSender"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomBytes, randomUUID } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { isThere, type Program, type ReadUntil, startProgram } from "./programOfPage.ts"

interface Language extends Program {
  /** The program that it needs on the PATH. */
  readonly program: string
}

const languages: ReadonlyArray<Language> = [
  { name: "JavaScript", block: "js", file: "receiver.mjs", program: "node", start: [process.execPath, "receiver.mjs"] },
  { name: "Python", block: "python", file: "receiver.py", program: "python3", start: ["python3", "receiver.py"] },
  {
    name: "Go",
    block: "go",
    file: "receiver.go",
    program: "go",
    build: ["go", "build", "-o", "receiver", "receiver.go"],
    start: ["./receiver"]
  }
]

const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`
const newUser = () => `user_${randomUUID()}`

interface Happening {
  readonly type: string
  readonly userId?: string
  readonly version?: number
  readonly email?: string | null
}

const occurredAt = "2026-11-21T09:30:12.418Z"

/** An event as the feed has it, with what receivers read of the user. */
const event = ({ email = "ada@example.com", type, userId, version }: Happening) => ({
  id: `evt_${randomUUID()}`,
  type,
  occurredAt,
  instanceId: "default",
  userId,
  version,
  actor: "user",
  data: { user: email === null ? null : { id: userId, email, name: "Zoë 🔑" } }
})

type Event = Omit<ReturnType<typeof event>, "data"> & { readonly data: object }

const messageTo = (host: string, sent: Event, secret: string): WebhookMessage => ({
  webhookId: WebhookId.make("webhook_01900000-0000-7000-8000-000000000001"),
  url: `http://${host}/hooks/latchkey`,
  id: sent.id,
  sentAt: DateTime.unsafeNow(),
  body: JSON.stringify(sent),
  secrets: [Redacted.make(secret)]
})

const send = (host: string, message: WebhookMessage): Promise<number> =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(HttpWebhookSender.make({ privateHosts: [host] }), ({ send }) => send(message)))
  )

const cleanUps: Array<() => void | Promise<void>> = []
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

/** Starts a receiver. Returns its `host:port`, and what reads the lines that it writes. */
const start = (language: Language, secret: string) =>
  startProgram("docs/webhooks.md", language, { WEBHOOK_SECRET: secret }, (cleanUp) => cleanUps.push(cleanUp))

for (const language of languages) {
  const left = isThere(language.program) ? "" : ` (skipped: no ${language.program} on the PATH)`

  describe.skipIf(left !== "")(`The receiver in ${language.name} of docs/webhooks.md${left}`, () => {
    const secret = newSecret()
    let host = ""
    let readUntil: ReadUntil

    beforeAll(async () => {
      const started = await start(language, secret)
      host = started.host
      readUntil = started.readUntil
    })

    /** Sends an event, and returns the status with the lines that it leads to: all before those of the next event. */
    const deliver = async (sent: Event, changes: Partial<WebhookMessage> = {}) => {
      const status = await send(host, { ...messageTo(host, sent, secret), ...changes })
      const next = event({ type: "user.created", userId: newUser(), version: 1 })
      await send(host, messageTo(host, next, secret))
      return { status, lines: await readUntil(`${next.userId} 1: ada@example.com`) }
    }

    it("stores a user with a genuine event, once", async () => {
      const userId = newUser()
      const created = event({ type: "user.created", userId, version: 1 })
      assert.deepStrictEqual(await deliver(created), { status: 204, lines: [`${userId} 1: ada@example.com`] })
      assert.deepStrictEqual(await deliver(created), { status: 204, lines: [] })
    })

    it("accepts either secret while one replaces the other", async () => {
      const userId = newUser()
      for (const [version, secrets] of [
        [1, [secret, newSecret()]],
        [2, [newSecret(), secret]]
      ] as const) {
        const changed = event({ type: "user.updated", userId, version })
        const [first, second] = secrets
        const { status } = await deliver(changed, { secrets: [Redacted.make(first), Redacted.make(second)] })
        assert.strictEqual(status, 204)
      }
    })

    it("refuses a signature of another secret, and one of another body or time", async () => {
      const created = event({ type: "user.created", userId: newUser(), version: 1 })
      assert.deepStrictEqual(await deliver(created, { secrets: [Redacted.make(newSecret())] }), {
        status: 401,
        lines: []
      })
      const unsigned = await fetch(`http://${host}/`, { method: "POST", body: JSON.stringify(created) })
      assert.strictEqual(unsigned.status, 401)
    })

    it("refuses a message that is more than five minutes old, or from the future", async () => {
      const created = event({ type: "user.created", userId: newUser(), version: 1 })
      for (const minutes of [-6, 6]) {
        const sentAt = DateTime.add(DateTime.unsafeNow(), { minutes })
        assert.deepStrictEqual(await deliver(created, { sentAt }), { status: 401, lines: [] })
      }
      const sentAt = DateTime.subtract(DateTime.unsafeNow(), { minutes: 4 })
      assert.strictEqual((await deliver(created, { sentAt })).status, 204)
    })

    it("keeps the latest version, and does what an event asks for in any order", async () => {
      const userId = newUser()
      const latest = event({ type: "user.updated", userId, version: 3, email: "lovelace@example.com" })
      assert.deepStrictEqual((await deliver(latest)).lines, [`${userId} 3: lovelace@example.com`])
      assert.deepStrictEqual((await deliver(event({ type: "user.created", userId, version: 1 }))).lines, [])
      const claimed = event({ type: "user.claimed", userId, version: 2 })
      const line = `${userId}: drop what was written before ${occurredAt}`
      assert.deepStrictEqual(await deliver(claimed), { status: 204, lines: [line] })
      assert.deepStrictEqual(await deliver(claimed), { status: 204, lines: [] })
    })

    it("deletes a user, who does not come back with an event of before", async () => {
      const userId = newUser()
      const created = event({ type: "user.created", userId, version: 1 })
      const deleted = event({ type: "user.deleted", userId, version: 2, email: null })
      assert.deepStrictEqual((await deliver(deleted)).lines, [`${userId} 2: deleted`])
      assert.deepStrictEqual(await deliver(created), { status: 204, lines: [] })
    })

    it("accepts a test, a type of a later version, and no large body", async () => {
      const tested = { ...event({ type: "webhook.test" }), data: {} }
      assert.deepStrictEqual(await deliver(tested), { status: 204, lines: [] })
      assert.strictEqual((await deliver(event({ type: "user.later", userId: newUser(), version: 1 }))).status, 204)
      const size = 1024 * 1024 + 1
      const response = await fetch(`http://${host}/`, { method: "POST", body: "a".repeat(size) }).catch(() => undefined)
      assert.strictEqual(response?.status ?? 413, 413)
    })
  })
}
