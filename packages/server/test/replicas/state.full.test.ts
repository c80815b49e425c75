import { setTimeout as sleep } from "node:timers/promises"
import { assert, beforeAll, describe, it } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { database } from "@latchkey/test-support/postgres/database"
import * as Replica from "@latchkey/test-support/process/Replica"
import { openSesEndpoint, type SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { until, within } from "@latchkey/test-support/process/until"

const { newAddress, newEmail, password, sentTo, visitor } = Replica

const patience = 60_000

const cleanUp = afterTests()
let url: string
let replicas: ReadonlyArray<Replica.Replica>
let ses: SesEndpoint
let tables: Tables

beforeAll(async () => {
  url = await database(cleanUp)
  ses = await openSesEndpoint(cleanUp)
  // Both concurrently, on a database without tables.
  replicas = await Promise.all(
    [1, 2].map(() => Replica.startReplica({ database: url, emailProvider: ses.url }, cleanUp))
  )
  tables = openTables(url, cleanUp)
})

const one = () => replicas[0] as Replica.Replica
const other = () => replicas[1] as Replica.Replica

/** Sends all requests concurrently, every second one to the other replica. */
type Send = (replica: Replica.Replica, index: number) => Promise<Reply>

/** Sends a request, again and again while the hashing queue is full. What the queue refuses counts against no limit. */
const sendUntilAdmitted = async (send: Send, index: number): Promise<Reply> => {
  const reply = await send(index % 2 === 0 ? one() : other(), index)
  if (!reply.text.includes("Too many sign-ins at once.")) return reply
  await sleep(500 + 10 * index)
  return await sendUntilAdmitted(send, index)
}

const flood = (count: number, send: Send) =>
  within(
    60,
    `${count} concurrent requests`,
    Promise.all(Array.from({ length: count }, (_, index) => sendUntilAdmitted(send, index)))
  )

const kindOf = ({ json, status }: Reply): string => (status === 200 ? "200" : `${status} ${json["code"]}`)

const tally = (replies: ReadonlyArray<Reply>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const kind of replies.map(kindOf)) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const linkFor = async (email: string): Promise<string> => {
  assert.strictEqual((await visitor(one()).post(Replica.requestLink, { email })).status, 200)
  return (await until(`the email to ${email}`, () => ses.emailsTo(email)[0])).path
}

const isOutboxEmpty = () =>
  until("an empty outbox", async () => (await tables.count("SELECT count(*) FROM queued_emails")) === 0)

const sessionsOf = (email: string) =>
  tables.count(
    "SELECT count(*) FROM sessions JOIN users USING (instance_id, user_id, credential_version) WHERE email = $1",
    [email]
  )

describe("A magic link that fifty clients use concurrently at two replicas", () => {
  it.each(["without an account", "with an account"])("signs in one of them: an email address %s", async (whose) => {
    const email = newEmail()
    if (whose === "with an account") await visitor(one()).post(Replica.signUp, { email, password })
    const path = await linkFor(email)
    const replies = await flood(50, (replica) => visitor(replica).get(path))
    assert.deepStrictEqual(tally(replies), { 200: 1, "401 invalid_token": 49 })
    assert.strictEqual(await sessionsOf(email), 1)
  })
})

describe("A rate limit, with ten times as many concurrent attempts at two replicas", () => {
  const host = "limits.example"
  const from = (replica: Replica.Replica, ipAddress = newAddress()) =>
    visitor(replica, { host, "x-forwarded-for": ipAddress })

  beforeAll(async () => {
    const rateLimits = {
      signInPerIp: { limit: 10 },
      signInPerEmail: { limit: 7 },
      magicLinkPerEmail: { limit: 4 }
    }
    const settings = { name: "Limits", hosts: [host], authConfig: { magic_link: true }, rateLimits }
    await Replica.administer(one(), "POST", "", settings)
  })

  it("is exact for sign-ins from one IP address", async () => {
    const ipAddress = newAddress()
    const replies = await flood(100, (replica) =>
      from(replica, ipAddress).post(Replica.signIn, { email: newEmail(), password })
    )
    assert.deepStrictEqual(tally(replies), { "401 invalid_credentials": 10, "429 signin_rate_limited": 90 })
  })

  it("is exact for sign-ins to one account", async () => {
    const email = newEmail()
    const replies = await flood(70, (replica) => from(replica).post(Replica.signIn, { email, password }))
    assert.deepStrictEqual(tally(replies), { "401 invalid_credentials": 7, "429 signin_rate_limited": 63 })
  })

  it("is exact for link requests of one email address, and for the emails", async () => {
    const email = newEmail()
    const replies = await flood(40, (replica) => from(replica).post(Replica.requestLink, { email }))
    assert.deepStrictEqual(tally(replies), { 200: 4, "429 magic_link_rate_limited": 36 })
    await isOutboxEmpty()
    assert.lengthOf(ses.emailsTo(email), 4)
  })
})

describe("A session", () => {
  const isSignedIn = async (browser: ReturnType<typeof visitor>) => (await browser.get(Replica.session)).status === 200

  it("is active at the other replica, and revoked there as soon as it is revoked here", async () => {
    const here = visitor(one())
    const there = sentTo(here, other())
    const credentials = { email: newEmail(), password }
    await here.post(Replica.signUp, credentials)
    for (let times = 0; times < 3; times++) {
      assert.isTrue(await isSignedIn(there))
      const [session, client] = [await here.cookie("__session"), await here.cookie("__client")]
      assert.strictEqual((await here.post("/v1/auth/sign-out")).status, 200)
      // With the previous cookies: the sign-out has deleted one of them in the browser.
      const stolen = visitor(other(), { cookie: `__session=${session}; __client=${client}` })
      assert.isFalse(await isSignedIn(stolen))
      assert.strictEqual((await there.post(Replica.signIn, credentials)).status, 200)
      assert.isTrue(await isSignedIn(here))
    }
  })

  it("is revoked with all others of its user, at every replica", async () => {
    const credentials = { email: newEmail(), password }
    const first = visitor(one())
    await first.post(Replica.signUp, credentials)
    const more = [one(), other(), one(), other()].map((replica) => visitor(replica))
    for (const browser of more) await browser.post(Replica.signIn, credentials)
    const everywhere = more.flatMap((browser) => replicas.map((replica) => sentTo(browser, replica)))
    assert.notInclude(await Promise.all(everywhere.map(isSignedIn)), false)

    assert.strictEqual((await sentTo(first, other()).post("/v1/auth/sign-out/all")).status, 200)
    assert.notInclude(await Promise.all(everywhere.map(isSignedIn)), true)
    assert.strictEqual(await sessionsOf(credentials.email), 0)
  })
})

describe("Concurrent sign-ups with one email address at two replicas", () => {
  it("create one account, with the password of the one that succeeded", async () => {
    for (let times = 0; times < 3; times++) {
      const email = newEmail()
      const passwordOf = (index: number) => `${password} ${index}`
      const replies = await flood(4, (replica, index) =>
        visitor(replica).post(Replica.signUp, { email, password: passwordOf(index) })
      )
      assert.deepStrictEqual(tally(replies), { 200: 1, "400 email_already_exists": 3 })
      assert.strictEqual(await tables.count("SELECT count(*) FROM users WHERE email = $1", [email]), 1)
      for (const [index, { status }] of replies.entries()) {
        const signedIn = await visitor(one()).post(Replica.signIn, { email, password: passwordOf(index) })
        assert.strictEqual(signedIn.status, status === 200 ? 200 : 401)
      }
    }
  })
})

describe("The emails of an outbox that two replicas share", () => {
  /** Requests links at both replicas. Returns the addresses and the emails that were sent. */
  const request = async (count: number) => {
    const start = ses.emails.length
    const addresses = Array.from({ length: count }, newEmail)
    const queue = [...addresses]
    const requestAll = async (replica: Replica.Replica) => {
      for (let email = queue.pop(); email !== undefined; email = queue.pop()) {
        const { status } = await visitor(replica).post(Replica.requestLink, { email })
        assert.strictEqual(status, 200)
      }
    }
    await Promise.all(replicas.flatMap((replica) => [1, 2, 3, 4, 5].map(() => requestAll(replica))))
    await isOutboxEmpty()
    return { addresses, sent: ses.emails.slice(start) }
  }

  it("are sent exactly once, by both", { timeout: patience }, async () => {
    const { addresses, sent } = await request(300)
    assert.sameMembers(
      sent.map(({ to }) => to),
      addresses
    )
    assert.sameMembers(
      [...new Set(sent.map(({ from }) => from))],
      replicas.map(({ sender }) => sender)
    )
  })

  it("are not lost to a third replica without an email provider", { timeout: patience }, async () => {
    const unconfigured = await Replica.startReplica({ database: url }, cleanUp)
    const refused = await visitor(unconfigured).post(Replica.requestLink, { email: newEmail() })
    assert.deepStrictEqual([refused.status, refused.json["code"]], [401, "magic_link_disabled"])
    const { addresses, sent } = await request(60)
    assert.sameMembers(
      sent.map(({ to }) => to),
      addresses
    )
  })
})
