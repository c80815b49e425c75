import * as CleanupJob from "@latchkey/domain/CleanupJob"
import * as DrainableServer from "@latchkey/server/http/DrainableServer"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import { afterAll, beforeAll, expect, test } from "vitest"
import { until } from "../../packages/server/test/support/until.ts"
import { start } from "../http/support/conformance.ts"
import { asAdmin, instances, requestLink, session, signIn, signOut, signUp } from "../http/support/contract.ts"
import { adminKey, type Service } from "../support/Service.ts"
import { password, people } from "./support/bodies.ts"
import { makeClient } from "./support/client.ts"
import { held } from "./support/growth.ts"
import { announce, requests, seed } from "./support/plan.ts"
import { type FuzzRequest, requestTo } from "./support/requests.ts"
import { objections } from "./support/verdict.ts"

let service: Service
let target: { readonly id: string; readonly key: string }
const drainable = DrainableServer.make()
let client: ReturnType<typeof makeClient>
const seen = new Map<number, number>()

beforeAll(async () => {
  service = await start({ server: () => drainable.server, settings: { trustedProxies: ["127.0.0.0/8"] } })
  for (const email of people) await service.browser().post(signUp, { email, password })
  const made = await service.browser().post(instances, { name: "Fuzzed", hosts: ["fuzzed.example"] }, asAdmin)
  target = { id: String(made.json["id"]), key: adminKey }
  client = makeClient(service.port)
})
afterAll(async () => {
  client.close()
  await service.stop()
})

const linkFor = async (email: string): Promise<string> => {
  await service.browser().post(requestLink, { email })
  return service.lastLink(email)
}

/** So much that whatever is made once has been made. */
const warmUp = Math.min(requests, 300)

let made = 0
const check = async (request: FuzzRequest): Promise<void> => {
  // Time goes on, so that limits refuse some and not all.
  if (++made % 500 === 0) service.advance(60_000)
  if (made % 250 === 0) await service.deliver()
  const reply = await client.send(request)
  seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
  const wrong = objections(request, reply)
  if (wrong.length > 0) throw new Error(`${wrong.join(", ")}: ${reply.status} ${reply.text.slice(0, 500)}`)
}

const fuzz = (count: number, from: number) =>
  fc.assert(fc.asyncProperty(requestTo(target), check), { numRuns: count, seed: from })

const sweep = Effect.flatMap(CleanupJob.CleanupJob, (cleanup) => cleanup.run)

/** What is held when everything is over that ends by itself. */
const heldAtRest = async () => {
  await service.deliver()
  service.advance(40 * 86_400_000)
  await service.run(sweep)
  return held()
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    drainable.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  )

const inWords = () => [...seen].sort(([one], [other]) => one - other).map(([status, count]) => `${status} ${count}x`)

test("whatever is sent, the answer is the contract's, at once, and says nothing back", async () => {
  announce("Fuzzing over HTTP", requests)
  await fuzz(warmUp, seed + 1)
  const before = await heldAtRest()
  await fuzz(requests, seed)
  const after = await heldAtRest()
  process.stdout.write(`${inWords().join(", ")}; heap ${before.toFixed(1)} -> ${after.toFixed(1)} MiB\n`)

  // Accounts, instances and mails stay, some hundred bytes of them for each request.
  expect(after - before).toBeLessThan(10 + requests / 1024)
  client.close()
  await until("the end of all connections", async () => (await connections()) === 0)
}, 1_200_000)

test("the service goes on as if nothing had been", async () => {
  const browser = service.browser()
  const email = "new@example.com"
  expect((await browser.post(signUp, { email, password })).status).toBe(200)
  expect((await browser.post(signOut)).status).toBe(200)
  expect((await browser.post(signIn, { email, password })).status).toBe(200)
  expect((await browser.get(session)).json).toMatchObject({ email })
  expect((await service.browser().get(await linkFor(email))).status).toBe(200)
})
