import { assert, describe, it, onTestFinished } from "vitest"
import { database } from "@latchkey/test-support/postgres/database"
import * as Replica from "@latchkey/test-support/process/Replica"
import { openSesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { openTables } from "@latchkey/test-support/postgres/Tables"
import { until } from "@latchkey/test-support/process/until"

const { password, visitor } = Replica

describe("Deleting a user in the admin API", () => {
  it("leaves the address in no row, and changes nothing for other users", async () => {
    const url = await database()
    const ses = await openSesEndpoint(onTestFinished)
    const service = await Replica.startReplica({ database: url, emailProvider: ses.url })
    const tables = openTables(url, onTestFinished)
    const users = { ada: "ada@example.com", grace: "grace@example.com" }
    const browsers = new Map(Object.values(users).map((email) => [email, visitor(service)]))
    for (const [email, browser] of browsers) {
      await browser.post(Replica.signUp, { email, password })
      await visitor(service).post(Replica.signIn, { email, password: "a wrong password" })
      await browser.post(Replica.requestLink, { email })
      await until(`the email to ${email}`, () => ses.emailsTo(email)[0])
    }
    const delivered = "SELECT count(*) FROM email_deliveries"
    await until("the record of both emails", async () => (await tables.count(delivered)) === 2)

    const before = await tables.dump()
    const [ada] = await tables.rows("SELECT user_id AS row FROM users WHERE email = $1", [users.ada])
    await Replica.administer(service, "DELETE", `/default/users/${ada?.row}`, {})
    const after = await tables.dump()
    const linesAbout = (dump: string, email: string) => dump.split("\n").filter((line) => line.includes(email))
    assert.isNotEmpty(linesAbout(before, users.ada))
    assert.deepStrictEqual(linesAbout(after, users.ada), [])
    assert.deepStrictEqual(linesAbout(after, users.grace), linesAbout(before, users.grace))

    assert.strictEqual((await browsers.get(users.ada)?.get(Replica.session))?.status, 401)
    assert.strictEqual((await browsers.get(users.grace)?.get(Replica.session))?.status, 200)
    assert.strictEqual((await visitor(service).post(Replica.signIn, { email: users.ada, password })).status, 401)
    assert.strictEqual((await visitor(service).get(ses.emailsTo(users.ada)[0]?.path ?? "")).status, 401)
  })
})
