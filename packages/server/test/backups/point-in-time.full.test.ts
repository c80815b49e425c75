import { setTimeout as sleep } from "node:timers/promises"
import { assert, beforeAll, describe, it } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import * as Replica from "@latchkey/test-support/process/Replica"
import { until } from "@latchkey/test-support/process/until"
import { openSesEndpoint, type SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import * as ArchivingServer from "../support/ArchivingServer.ts"

const { administer, password, visitor } = Replica

const limit = 5
const attemptsBefore = 3

const cleanUp = afterTests()
let server: ArchivingServer.ArchivingServer
let ses: SesEndpoint
let restored: Replica.Replica
let restoredUrl: string
/** When the backup is restored to. */
let moment: string
let people: Awaited<ReturnType<typeof before>>

const serve = (database: string) => Replica.startReplica({ database, emailProvider: ses.url }, cleanUp)

const signUp = async (replica: Replica.Replica, name: string) => {
  const browser = visitor(replica)
  const reply = await browser.post(Replica.signUp, { email: `${name}@example.com`, password })
  assert.strictEqual(reply.status, 200, reply.text)
  return { browser, userId: String(reply.json["userId"]) }
}

const signIn = async (replica: Replica.Replica, name: string, text = password) => {
  const browser = visitor(replica)
  const { status } = await browser.post(Replica.signIn, { email: `${name}@example.com`, password: text })
  return { browser, status }
}

const linkFor = async (replica: Replica.Replica, name: string) => {
  const email = `${name}@example.com`
  assert.strictEqual((await visitor(replica).post(Replica.requestLink, { email })).status, 200)
  return (await until(`the email to ${email}`, () => ses.emailsTo(email)[0])).path
}

/** The results of wrong passwords for an account, one after the other. */
const guess = async (replica: Replica.Replica, name: string, times: number) => {
  const results: Array<number> = []
  for (let n = 0; n < times; n++) results.push((await signIn(replica, name, "a wrong password")).status)
  return results
}

/** Returns the cookies of a browser as they are now. */
const cookiesOf = async (browser: Browser) =>
  `__session=${await browser.cookie("__session")}; __client=${await browser.cookie("__client")}`

/** What there is at the moment to which the backup is restored. */
const before = async (replica: Replica.Replica) => {
  const limits = { signInPerEmail: { limit, windowSeconds: 3600 } }
  await administer(replica, "PATCH", "/default", { authConfig: { magic_link: true }, rateLimits: limits })
  const ann = await signUp(replica, "ann")
  const annsPhone = await signIn(replica, "ann")
  const bob = await signUp(replica, "bob")
  await signUp(replica, "eve")
  assert.deepStrictEqual(await guess(replica, "eve", attemptsBefore), Array(attemptsBefore).fill(401))
  const links = [await linkFor(replica, "carl"), await linkFor(replica, "cora")]
  const cookies = await Promise.all([ann, annsPhone, bob].map(({ browser }) => cookiesOf(browser)))
  return { annsPhone, bob, links, cookies }
}

/** What happens after it, all of it acknowledged. */
const after = async (replica: Replica.Replica, { annsPhone, bob, links }: typeof people) => {
  assert.strictEqual((await annsPhone.browser.post("/v1/auth/sign-out")).status, 200)
  await administer(replica, "PATCH", `/default/users/${bob.userId}`, { disabled: true })
  for (const link of links) assert.strictEqual((await visitor(replica).get(link)).status, 200)
  await signUp(replica, "frank")
  assert.deepStrictEqual(await guess(replica, "eve", limit - attemptsBefore + 1), [401, 401, 429])
}

/** Returns the results of the session checks of Ann, of her phone, and of Bob, with their cookies of that moment. */
const checks = () =>
  Promise.all(people.cookies.map(async (cookie) => (await visitor(restored, { cookie }).get(Replica.session)).status))

describe.skipIf(ArchivingServer.programs === undefined)("A backup that is restored to a point in time", () => {
  beforeAll(async () => {
    server = await ArchivingServer.start(cleanUp)
    ses = await openSesEndpoint(cleanUp)
    const original = await serve(server.url)
    await server.backUp()
    people = await before(original)
    const clock = "SELECT clock_timestamp()::text AS now"
    moment = await ArchivingServer.withTables(server.url, async ({ rows }) => String((await rows(clock))[0]?.["now"]))
    await sleep(100)
    await after(original, people)
    await server.archive()
    original.kill("SIGTERM")
    await original.ended
    await server.stop()
    restoredUrl = await server.restore(moment)
    restored = await serve(restoredUrl)
  }, 300_000)

  it("has the accounts, sessions and limits of that moment, and nothing of later", async () => {
    assert.strictEqual((await signIn(restored, "ann")).status, 200)
    assert.strictEqual((await signIn(restored, "frank")).status, 401)
    // The attempts since that moment are forgotten, and those before it count.
    assert.deepStrictEqual(await guess(restored, "eve", limit - attemptsBefore + 1), [401, 401, 429])
  })

  it("reactivates sessions, disabled users and used links", async () => {
    // Ann's phone was signed out, and Bob was disabled.
    assert.deepStrictEqual(await checks(), [200, 200, 200])
    assert.strictEqual((await visitor(restored).get(people.links[0] ?? "")).status, 200)
  })

  it("signs everyone out with one command, which also voids links", async () => {
    const environment = { DATABASE_URL: restoredUrl }
    const command = run(["sessions", "revoke", "--all"], { directory: folder(), environment })
    assert.strictEqual(await command.ended, 0, command.err())
    assert.match(command.out(), /^Signed everyone out of 1 instance and of the dashboard\. Removed \d+ rows/)
    assert.deepStrictEqual(await checks(), [401, 401, 401])
    assert.strictEqual((await visitor(restored).get(people.links[1] ?? "")).json["code"], "invalid_token")
    assert.strictEqual((await signIn(restored, "ann")).status, 200)
    // The command does not know who was disabled since.
    assert.strictEqual((await signIn(restored, "bob")).status, 200)
  })

  it("and once more to the end of the archive shows in the audit log what to repeat", async () => {
    // What the restored server writes now must not get into the archive.
    await ArchivingServer.withTables(restoredUrl, ({ rows }) => rows("SELECT pg_switch_wal()"))
    await sleep(500)
    const done = "SELECT action, user_id, detail FROM audit_log WHERE at > $1 ORDER BY audit_id"
    const since = await ArchivingServer.withTables(await server.restore(), ({ rows }) => rows(done, [moment]))
    assert.deepStrictEqual(since, [
      { action: "user_updated", user_id: people.bob.userId, detail: "disabled=true was=false" }
    ])
  })
})
