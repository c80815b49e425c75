import { once } from "node:events"
import { writeFileSync } from "node:fs"
import type { RequestListener } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "vitest"
import * as certificates from "@latchkey/test-support/certificates"
import { openLocalServer } from "@latchkey/test-support/oidc/localServer"
import { database } from "@latchkey/test-support/postgres/database"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { folder } from "@latchkey/test-support/process/latchkey"
import * as Replica from "@latchkey/test-support/process/Replica"
import { until } from "@latchkey/test-support/process/until"
import { openWebhookReceiver, type WebhookReceiver } from "@latchkey/test-support/webhook/WebhookReceiver"

interface Delivery {
  readonly state: string
  readonly attempts: number
  readonly status: number | null
  readonly reason: string | null
}

const cleanUp = afterTests()
const threeMegabytes = Buffer.alloc(3 * 1024 * 1024, "a")
let good: WebhookReceiver
let service: Replica.Replica
let hosts: Readonly<Record<string, string>>
let reached = 0

/** What receivers do that an app should not do. */
const bad: Readonly<Record<string, RequestListener>> = {
  hangs: () => {},
  large: (_, response) => response.writeHead(200).end(threeMegabytes),
  drips: (_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write("."), 50)
    response.on("close", () => clearInterval(drip))
  },
  redirects: (_, response) => response.writeHead(307, { location: `http://${hosts["unlisted"]}/secrets` }).end()
}

/** Opens a receiver on this machine with a certificate that has expired. */
const openExpired = async (authority: certificates.Authority): Promise<string> => {
  const expired = { names: ["localhost"], from: new Date(0), until: new Date(Date.now() - 3_600_000) }
  const server = createServer(authority.issue(expired), (_, response) => response.end()).listen(0, "127.0.0.1")
  await once(server, "listening")
  cleanUp(() => void server.close().closeAllConnections())
  return `localhost:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  good = await openWebhookReceiver(cleanUp)
  const opened = Object.entries(bad).map(async ([name, listener]) => {
    const { host } = await openLocalServer((request, response) => {
      request.resume().on("end", () => listener(request, response))
    }, cleanUp)
    return [name, host] as const
  })
  const unlisted = await openLocalServer((_, response) => {
    reached += 1
    response.end()
  }, cleanUp)
  const authority = certificates.authority()
  hosts = { ...Object.fromEntries(await Promise.all(opened)), expired: await openExpired(authority) }
  const listed = [good.host, ...Object.values(hosts)].join(",")
  hosts = { ...hosts, unlisted: unlisted.host }
  const file = join(folder(cleanUp), "authority.pem")
  writeFileSync(file, authority.cert)
  const environment = { OUTGOING_PRIVATE_HOSTS: listed, SECRET_KEY: "k".repeat(32), NODE_EXTRA_CA_CERTS: file }
  service = await Replica.startReplica({ database: await database(cleanUp), environment }, cleanUp)
})

const add = async (url: string) => (await Replica.administer(service, "POST", "/default/webhooks", { url })).json

const deliveriesOf = async (id: unknown): Promise<ReadonlyArray<Delivery>> => {
  const { json } = await Replica.administer(service, "GET", `/default/webhooks/${id}/deliveries`, undefined)
  return json["deliveries"] as ReadonlyArray<Delivery>
}

const outcomes = (deliveries: ReadonlyArray<Delivery>) => [
  ...new Set(deliveries.map(({ reason, state, status }) => [state, status ?? reason].join(" ")))
]

const users = 12

describe("Webhooks whose receivers misbehave", () => {
  it("delay no other webhook, and each delivery says what happened", async () => {
    const ids = new Map<string, unknown>()
    for (const [name, host] of Object.entries(hosts)) {
      if (name === "unlisted") continue
      ids.set(name, (await add(`${name === "expired" ? "https" : "http"}://${host}/hooks`))["id"])
    }
    good.secret = String((await add(good.url))["secret"])
    // More than one webhook gets concurrently.
    for (let count = 0; count < users; count++) {
      await Replica.administer(service, "POST", "/default/users", { email: Replica.newEmail() })
    }
    await until("all events at the good receiver", () => good.received.length === users)
    const waiting = await deliveriesOf(ids.get("hangs"))
    assert.deepStrictEqual([...new Set(waiting.map(({ attempts }) => attempts))], [0], "tries of the one that hangs")
    assert.deepStrictEqual(good.refused, [])

    const all = async (name: string) => outcomes(await deliveriesOf(ids.get(name)))
    const settled = (name: string, expected: string) =>
      until(`${name}: ${expected}`, async () => (await all(name)).join() === expected, 40)
    await settled("large", "delivered 200")
    await settled("drips", "delivered 200")
    const failing = async (name: string, expected: string) => {
      const [first] = await until(
        `${name}: ${expected}`,
        async () => {
          const tried = (await deliveriesOf(ids.get(name))).filter(({ attempts }) => attempts > 0)
          return tried.length > 0 && tried
        },
        40
      )
      assert.deepStrictEqual(outcomes(first === undefined ? [] : [first]), [expected])
    }
    await failing("redirects", "pending 307")
    await failing("expired", "pending network")
    await failing("hangs", "pending timeout")
    assert.strictEqual(reached, 0, "requests to where the redirect leads")
  })

  it("cannot be added with a URL that leads into the internal network", async () => {
    for (const url of [
      `http://${hosts["unlisted"]}/hooks`,
      `https://${hosts["unlisted"]}/hooks`,
      "https://169.254.169.254/latest/meta-data/",
      "https://[::ffff:10.0.0.1]/",
      "https://2130706433/"
    ]) {
      const failure = await add(url).then(
        () => "added",
        (error: Error) => error.message
      )
      assert.match(failure, /: 400 .*"field":"url"/, url)
    }
    assert.strictEqual(reached, 0)
  })
})
