import { createHash } from "node:crypto"
import { assert, beforeAll, describe, it } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import * as Replica from "@latchkey/test-support/process/Replica"
import { openSesEndpoint, type SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { acknowledged, makeLedger, startTraffic } from "../support/Traffic.ts"
import { until } from "@latchkey/test-support/process/until"

const { newEmail, password, visitor } = Replica

const cleanUp = afterTests()
const ledger = makeLedger()
const started: Array<Replica.Replica> = []
let start: () => Promise<Replica.Replica>
let service: Replica.Replica
let ses: SesEndpoint
let tables: Tables

beforeAll(async () => {
  const [url, port] = [await database(cleanUp), await freePort()]
  ses = await openSesEndpoint(cleanUp)
  start = async () => {
    const options = { database: url, port, emailProvider: ses.url, environment: { LOG_LEVEL: "trace" } }
    const replica = await Replica.startReplica(options, cleanUp)
    started.push(replica)
    return replica
  }
  service = await start()
  tables = openTables(url, cleanUp)
})

const kill = () => service.kill("SIGKILL")

const requestLink = async (email: string) => {
  const reply = await visitor(service).post(Replica.requestLink, { email })
  assert.deepStrictEqual([reply.status, reply.text], [200, '{"ok":true}'])
  ledger.awaitingLink.add(email)
}

/** Kills the service while it waits for a lock, with a statement that contains the text. */
const killAtLock = async (table: string, text: string, before: () => Promise<void> = async () => {}) => {
  const held = await tables.lock(`LOCK TABLE ${table} IN SHARE MODE`)
  await before()
  await held.isWaitedFor(text)
  kill()
  await service.ended
  await held.dropWaiters()
  await held.release()
}

/** Each kills the service just after it has acknowledged the link request of a user. */
const moments: ReadonlyArray<readonly [when: string, strike: (email: string) => Promise<void>]> = [
  [
    "right after it acknowledged a link request",
    async (email) => {
      await requestLink(email)
      kill()
    }
  ],
  [
    "while it stores the hash of a token",
    (email) => killAtLock("magic_links", "INSERT INTO", () => requestLink(email))
  ],
  [
    "while the email provider handles the request",
    async (email) => {
      ses.beforeAnswer = (received) => (received.to === email ? service.ended : Promise.resolve())
      await requestLink(email)
      await until("the email", () => ses.emailsTo(email)[0])
      kill()
    }
  ],
  [
    "right after the email provider has answered",
    async (email) => {
      ses.afterAnswer = (received) => {
        if (received.to === email) kill()
      }
      await requestLink(email)
    }
  ],
  ["while it creates sessions", (email) => killAtLock("sessions", "WITH owner AS", () => requestLink(email))]
]

const tokenOf = (path: string) => path.slice(path.indexOf("=") + 1)

/** Searches for every token: as it is in the email, as its bytes, and as the bytes of its characters. */
const assertHoldsNoToken = (text: string) => {
  for (const { path } of ses.emails) {
    const token = tokenOf(path)
    assert.notInclude(text, token)
    assert.notInclude(text, Buffer.from(token, "base64url").toString("hex"))
    assert.notInclude(text, Buffer.from(token).toString("hex"))
  }
}

const statusOf = async (path: string, headers = {}) => (await visitor(service, headers).get(path)).status

const assertSignsInOnce = async (path: string) => {
  assert.deepStrictEqual([await statusOf(path), await statusOf(path)], [200, 401])
}

const assertSessionsAreKept = async () => {
  for (const [email, browser] of ledger.signedIn) {
    assert.deepInclude((await browser.get(Replica.session)).json, { email })
  }
  for (const cookie of ledger.signedOut.values()) assert.strictEqual(await statusOf(Replica.session, { cookie }), 401)
  // All may have signed out by now.
  const [newest = ""] = [...ledger.signedOut.keys(), ...ledger.signedIn.keys()].slice(-1)
  assert.strictEqual((await visitor(service).post(Replica.signIn, { email: newest, password })).status, 200)
}

/** A sign-up or the first use of a link creates an account with a session, or neither. */
const assertNothingIsHalfDone = async () => {
  const rows = await tables.rows(
    "SELECT email FROM users u WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = u.user_id)"
  )
  const mayBeSignedOut = [...ledger.signedOut.keys(), ...ledger.signingOut]
  assert.includeMembers(
    mayBeSignedOut,
    rows.map(({ email }) => String(email))
  )
}

const assertLinksAreKept = async () => {
  await until("an empty outbox", async () => (await tables.count("SELECT count(*) FROM queued_emails")) === 0)
  for (const path of ledger.usedLinks.values()) assert.strictEqual(await statusOf(path), 401)
  for (const email of ledger.awaitingLink) {
    const [newest, ...older] = [...ses.emailsTo(email)].reverse()
    assert.isDefined(newest, `an email to ${email}`)
    await assertSignsInOnce(newest?.path ?? "")
    for (const { path } of older) assert.strictEqual(await statusOf(path), 401)
    ledger.usedLinks.set(email, newest?.path ?? "")
  }
  ledger.awaitingLink.clear()
  for (const email of ledger.usingLink) {
    const [received] = ses.emailsTo(email)
    await statusOf(received?.path ?? "")
    ledger.usedLinks.set(email, received?.path ?? "")
    const sessions = "SELECT count(*) FROM sessions JOIN users USING (instance_id, user_id) WHERE email = $1"
    assert.strictEqual(await tables.count(sessions, [email]), 1)
    assert.strictEqual(await statusOf(received?.path ?? ""), 401)
  }
  ledger.usingLink.clear()
}

describe("latchkey serve, killed under load", () => {
  it.each(moments)("has lost nothing after a restart: %s", async (_, strike) => {
    const email = newEmail()
    const before = acknowledged(ledger)
    const trafficEnds = startTraffic(service, ledger, ses)
    await until("some traffic", () => acknowledged(ledger) > before + 6 && ledger.signedIn.size > 0)
    await strike(email)
    assert.isNull(await service.ended)
    ses.beforeAnswer = () => Promise.resolve()
    ses.afterAnswer = () => {}
    await trafficEnds()

    const dump = await tables.dump()
    assertHoldsNoToken(dump)
    assert.include(dump, email)
    for (const { path } of ses.emailsTo(email)) {
      assert.include(dump, createHash("sha256").update(tokenOf(path)).digest("hex"))
    }
    // A lease lasts at most a minute: make all of them due.
    const leases = "UPDATE queued_emails SET due_at = due_at - interval '1 minute' RETURNING due_at <= now() AS is_due"
    assert.notInclude(
      (await tables.rows(leases)).map(({ is_due }) => is_due),
      false
    )

    service = await start()
    await assertNothingIsHalfDone()
    await assertSessionsAreKept()
    await assertLinksAreKept()
    assert.deepStrictEqual(ledger.unexpected, [])
  })

  it("has written no token to the database or the log", async () => {
    assert.isAbove(ses.emails.length, moments.length)
    assertHoldsNoToken(await tables.dump())
    const output = started.map(({ err, out }) => out() + err()).join("")
    assert.include(output, "magic_link_verify")
    assertHoldsNoToken(output)
  })
})
