import { assert, beforeAll, describe, it } from "vitest"
import { afterTests } from "../support/afterTests.ts"
import { database } from "../support/database.ts"
import * as Replica from "../support/Replica.ts"
import { openSesEndpoint, type SesEndpoint } from "../support/SesEndpoint.ts"
import { openTables, type Tables } from "../support/Tables.ts"
import { until } from "../support/until.ts"

const cleanUp = afterTests()
let url: string
let replicas: ReadonlyArray<Replica.Replica>
let ses: SesEndpoint
let tables: Tables

beforeAll(async () => {
  url = await database(cleanUp)
  ses = await openSesEndpoint(cleanUp)
  replicas = await Promise.all([1, 2].map(() => Replica.startReplica({ database: url, mail: ses.url }, cleanUp)))
  tables = openTables(url, cleanUp)
})

/** Asks both replicas for links, some at a time, until there were so many. Answers for whom. */
const wish = async (count: number): Promise<ReadonlyArray<string>> => {
  const emails = Array.from({ length: count }, Replica.newEmail)
  const queue = [...emails]
  const ask = async (replica: Replica.Replica) => {
    for (let email = queue.pop(); email !== undefined; email = queue.pop()) {
      const reply = await Replica.visitor(replica).post(Replica.requestLink, { email })
      assert.deepStrictEqual([reply.status, reply.text], [200, '{"ok":true}'])
    }
  }
  await Promise.all(replicas.flatMap((replica) => [1, 2, 3, 4, 5].map(() => ask(replica))))
  return emails
}

/** Who was mailed since then, when nobody is left to be mailed. */
const mailedSince = async (start: number): Promise<ReadonlyArray<string>> => {
  await until("an empty outbox", async () => (await tables.count("SELECT count(*) FROM magic_link_wishes")) === 0)
  return ses.mails.slice(start).map(({ to }) => to)
}

describe("Two replicas with one outbox", () => {
  it("share the work, and send every mail exactly once", async () => {
    const emails = await wish(300)
    assert.sameMembers([...(await mailedSince(0))], [...emails])
    const senders = new Set(ses.mails.map(({ from }) => from))
    assert.sameMembers(
      [...senders],
      replicas.map(({ sender }) => sender)
    )
    assert.strictEqual(new Set(ses.mails.map(({ path }) => path)).size, 300)
  })

  it("lose no mail to a third that cannot send any", async () => {
    const mute = await Replica.startReplica({ database: url }, cleanUp)
    const refused = await Replica.visitor(mute).post(Replica.requestLink, { email: "ada@example.com" })
    assert.deepStrictEqual([refused.status, refused.json["code"]], [401, "magic_link_disabled"])
    const start = ses.mails.length
    const emails = await wish(100)
    assert.sameMembers([...(await mailedSince(start))], [...emails])
  })
})
