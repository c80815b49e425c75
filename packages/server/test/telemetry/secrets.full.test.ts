import { randomBytes } from "node:crypto"
import { assert, describe, it, onTestFinished } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import { send } from "@latchkey/test-support/HttpClient"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import { dumpable, pgDump } from "../support/pgDump.ts"
import {
  administer,
  type Replica,
  requestLink,
  session,
  signIn,
  signUp,
  startReplica,
  visitor
} from "@latchkey/test-support/process/Replica"
import { openSesEndpoint, type SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { until } from "@latchkey/test-support/process/until"
import { collector } from "./Collector.ts"

const email = "ada.lovelace@example.com"
const password = "correct horse battery"
const verify = "/v1/auth/magic-link/verify"

const tokenOf = (path: string) => new URLSearchParams(path.slice(path.indexOf("?"))).get("token") ?? ""

/** Uses every endpoint in every way, and returns all secrets. */
const useEverything = async (latchkey: Replica, ses: SesEndpoint): Promise<ReadonlyArray<string>> => {
  const secrets = new Set<string>([password])
  const ada = visitor(latchkey)
  const keepCookies = async (browser: Browser) => {
    for (const { value } of await browser.jar.getCookies(browser.origin)) secrets.add(value)
  }
  const post = async (path: string, body?: unknown, headers?: Record<string, string>) => {
    const reply = await ada.post(path, body, headers)
    await keepCookies(ada)
    return reply
  }
  const guess = (text: string) => {
    secrets.add(text)
    return text
  }
  let links = 0
  const newLink = async () => {
    assert.strictEqual((await post(requestLink, { email })).status, 200)
    const { path } = await until("the email", () => ses.emailsTo(email)[links])
    links++
    secrets.add(tokenOf(path))
    return path
  }

  await post(signUp, { email, password: guess("short") })
  assert.strictEqual((await post(signUp, { email, password })).status, 200)
  await post(signUp, { email, password: guess("another of her passwords") })
  await post(signIn, { email, password: guess("a wrong guess") })
  assert.strictEqual((await post(signIn, { email, password })).status, 200)
  await ada.get(session)
  await post(signIn, { email: "not an address", password: guess("with an invalid address") })
  await ada.send("POST", signIn, {
    headers: { "content-type": "application/json" },
    body: `{"email":"${email}","password":"${guess("in broken JSON")}"`
  })
  await ada.get(`${session}?password=${guess("accidentally-in-a-query")}`)

  const first = await newLink()
  await visitor(latchkey).get(first, { accept: "text/html" })
  assert.strictEqual((await ada.get(first)).status, 200)
  await keepCookies(ada)
  await ada.get(first)
  const second = await newLink()
  assert.strictEqual((await post(verify, { token: tokenOf(second) })).status, 200)
  await post(verify, { token: guess(randomBytes(32).toString("base64url")) })
  await ada.get(`/v1/auth/magic-link/verify/?token=${tokenOf(await newLink())}`)
  await ada.get(`/nowhere?token=${tokenOf(await newLink())}`)
  await post("/v1/auth/sign-out/all")

  const admin = { authorization: `Bearer ${guess("a-wrong-admin-key-of-more-than-32-characters")}` }
  await ada.get("/v1/admin/instances", admin)
  await administer(latchkey, "PATCH", "/default", { name: "Bakery" })
  return [...secrets].filter((secret) => secret !== "")
}

/** Returns a secret as it is, percent-encoded, and, if it is base64url, as hexadecimal bytes, as in a dump. */
const formsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret),
  ...(secret.length === 43 ? [Buffer.from(secret, "base64url").toString("hex")] : [])
]

const found = (text: string, secrets: ReadonlyArray<string>): ReadonlyArray<string> =>
  secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)))

const skipped = dumpable === undefined ? " (skipped: there is no pg_dump for any of the servers)" : ""

describe.skipIf(dumpable === undefined)(`A secret${skipped}`, () => {
  it("appears in no log, trace, metric or database dump", async () => {
    if (dumpable === undefined) return
    const ses = await openSesEndpoint(onTestFinished)
    const otlp = await collector(onTestFinished)
    const url = await database(onTestFinished, dumpable.server)
    const metricsPort = String(await freePort())
    const latchkey = await startReplica({
      database: url,
      emailProvider: ses.url,
      environment: {
        LOG_LEVEL: "trace",
        METRICS_PORT: metricsPort,
        OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=the-key-of-the-collector"
      }
    })
    const secrets = await useEverything(latchkey, ses)
    const settingSecrets = ["AKIATEST:secret", "the-key-of-the-collector", decodeURIComponent(new URL(url).password)]
    const metrics = (await send("GET", `http://127.0.0.1:${metricsPort}/metrics`)).text
    const dump = await pgDump(dumpable.program, url)
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)

    assert.isAtLeast(secrets.length, 20)
    assert.include(dump, email, "the dump contains the whole database")
    assert.deepStrictEqual(found(dump, [...secrets, ...settingSecrets]), [])

    const exports = ["/v1/logs", "/v1/traces", "/v1/metrics"].map((path) => otlp.bodiesAt(path).join("\n"))
    const outputs = {
      output: latchkey.out() + latchkey.err(),
      metrics,
      logs: exports[0],
      traces: exports[1],
      counts: exports[2]
    }
    for (const [where, text = ""] of Object.entries(outputs)) {
      assert.isAbove(text.length, 1000, `${where} is not empty`)
      assert.deepStrictEqual(found(text, [...secrets, ...settingSecrets, email, "ada.lovelace"]), [], where)
    }
  })
})
