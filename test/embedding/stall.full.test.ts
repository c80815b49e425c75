import * as PgClient from "@effect/sql-pg/PgClient"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { describe, expect, onTestFinished, test } from "vitest"
import { faultyServer } from "@latchkey/test-support/postgres/disturbed"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, session, signUp } from "@latchkey/test-support/contract"
import { read } from "@latchkey/test-support/files"

const [, limits = "", connectTimeout = ""] =
  /Redacted\.make\("postgresql:\/\/…\?([^"]+)"\),\s+connectTimeout: "([^"]+)"/.exec(read("docs/embedding.md")) ?? []

/** Makes storage with one connection, so that a second request waits for it. */
const storageOn = (url: string) => {
  const client = PgClient.layer({
    url: Redacted.make(`${url}?${limits}`),
    connectTimeout: connectTimeout as "3 seconds",
    maxConnections: 1
  })
  return Postgres.layer.pipe(Layer.provide(Migrations.layer), Layer.provide(client))
}

describe("An app with the time limits of docs/embedding.md", () => {
  test("responds with 503 while its database stalls, and recovers afterwards", async (context) => {
    expect(limits).toContain("query_timeout")
    const server = await faultyServer(context, onTestFinished)
    const service = await start({ storage: storageOn(server.url) })
    onTestFinished(() => service.stop())
    const [ada, grace] = [service.browser(), service.browser()]
    for (const browser of [ada, grace]) {
      expect((await browser.post(signUp, { email: newEmail(), password })).status).toBe(200)
    }

    server.pause()
    onTestFinished(server.resume)
    const stalled = await Promise.all([ada.get(session), grace.get(session)])
    server.resume()
    for (const { headers, json, status } of stalled) {
      expect([status, json["code"], headers["retry-after"]]).toEqual([503, "service_unavailable", "2"])
    }
    for (const browser of [ada, grace]) expect((await browser.get(session)).status).toBe(200)
  })
})
