import { freePort } from "@latchkey/test-support/freePort"
import * as GoodProvider from "@latchkey/test-support/oidc/GoodProvider"
import { beginVisit, pathOf } from "@latchkey/test-support/oidc/scenarios"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables } from "@latchkey/test-support/postgres/Tables"
import * as Replica from "@latchkey/test-support/process/Replica"
import { assert, describe, it, onTestFinished } from "vitest"

describe("latchkey serve, killed after an identity provider has confirmed a new user", () => {
  it("has stored nothing of the user, who signs in after a restart", async () => {
    const provider = await GoodProvider.start(onTestFinished)
    const [url, port] = [await database(), await freePort()]
    const tables = openTables(url, onTestFinished)
    const environment = { OUTGOING_PRIVATE_HOSTS: new URL(provider.issuer).host }
    const start = () => Replica.startReplica({ database: url, port, environment })
    const first = await start()
    const created = await Replica.administer(first, "POST", "/default/identity-providers", {
      kind: "oidc",
      name: "Acme",
      issuer: provider.issuer,
      clientId: "latchkey",
      emailTrust: "claim"
    })
    const redirectUris = [String(created.json["redirectUri"])]
    provider.register({ clientId: "latchkey", redirectUris, authentication: "none" })
    provider.users.set("ada", { email: "ada@example.com", email_verified: true })

    const browser = Replica.visitor(first)
    const comeBack = async (replica: Replica.Replica) => {
      const ada = Replica.sentTo(browser, replica)
      const begun = await ada.post(beginVisit, { provider: "acme" })
      return ada.get(pathOf(await provider.signIn(String(begun.json["url"]), "ada")))
    }

    const held = await tables.lock("LOCK TABLE identities IN SHARE MODE")
    const interrupted = comeBack(first).catch(() => undefined)
    await held.isWaitedFor("INSERT INTO")
    first.kill("SIGKILL")
    await first.ended
    await held.dropWaiters()
    await held.release()
    assert.isUndefined(await interrupted)
    assert.include(provider.requests, "POST /token")
    for (const table of ["users", "identities", "sessions"]) {
      assert.deepStrictEqual(await tables.rows(`SELECT * FROM ${table}`), [], table)
    }

    const reply = await comeBack(await start())
    assert.strictEqual(reply.status, 200, reply.text)
    assert.strictEqual(await tables.count("SELECT count(*) FROM identities JOIN sessions USING (user_id)"), 1)
  })
})
