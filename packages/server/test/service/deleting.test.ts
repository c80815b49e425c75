import { assert, describe, it, onTestFinished } from "vitest"
import { read } from "../../../../test/support/deployment/files.ts"
import { database } from "../support/database.ts"
import * as Replica from "../support/Replica.ts"
import { openSesEndpoint } from "../support/SesEndpoint.ts"
import { openTables } from "../support/Tables.ts"
import { until } from "../support/until.ts"

const { password, visitor } = Replica

const statements = /^## Deleting a person$[\s\S]*?^```sql\n([\s\S]*?)^```$/m.exec(read("docs/operations.md"))?.[1] ?? ""

describe("Deleting a person as the documentation says", () => {
  it("leaves nothing of them but the keys of limits, and nobody else misses anything", {
    timeout: 60_000
  }, async () => {
    const url = await database()
    const ses = await openSesEndpoint(onTestFinished)
    const service = await Replica.startReplica({ database: url, mail: ses.url })
    const tables = openTables(url, onTestFinished)
    const people = { ada: "ada@example.com", grace: "grace@example.com" }
    const browsers = new Map(Object.values(people).map((email) => [email, visitor(service)]))
    for (const [email, browser] of browsers) {
      await browser.post(Replica.signUp, { email, password })
      await browser.post(Replica.requestLink, { email })
      await until(`the mail to ${email}`, () => ses.mailsTo(email)[0])
    }
    const mailed = "SELECT count(*) FROM email_deliveries"
    await until("the record of both mails", async () => (await tables.count(mailed)) === 2)

    const before = await tables.dump()
    await tables.rows(statements)
    const after = await tables.dump()
    const linesAbout = (dump: string, email: string) => dump.split("\n").filter((line) => line.includes(email))
    assert.isAbove(linesAbout(before, people.ada).length, linesAbout(after, people.ada).length)
    const keys = await tables.rows("SELECT t::text AS row FROM rate_limits t WHERE strpos(key, $1) > 0", [people.ada])
    assert.sameMembers(
      linesAbout(after, people.ada),
      keys.map(({ row }) => row)
    )
    assert.deepStrictEqual(linesAbout(after, people.grace), linesAbout(before, people.grace))

    assert.strictEqual((await browsers.get(people.ada)?.get(Replica.session))?.status, 401)
    assert.strictEqual((await browsers.get(people.grace)?.get(Replica.session))?.status, 200)
    assert.strictEqual((await visitor(service).post(Replica.signIn, { email: people.ada, password })).status, 401)
    assert.strictEqual((await visitor(service).get(ses.mailsTo(people.ada)[0]?.path ?? "")).status, 401)
  })
})
