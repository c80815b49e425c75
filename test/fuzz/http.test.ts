import * as CleanupJob from "@latchkey/domain/CleanupJob"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as DrainableServer from "@latchkey/server/http/DrainableServer"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import { afterAll, beforeAll, expect, test } from "vitest"
import { until } from "@latchkey/test-support/process/until"
import { start } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, requestLink, session, signIn, signOut, signUp } from "@latchkey/test-support/contract"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { accounts, password } from "./support/bodies.ts"
import { makeClient } from "./support/client.ts"
import { heapMiB } from "./support/growth.ts"
import { announce, requests, seed } from "./support/plan.ts"
import { type FuzzRequest, requestTo } from "./support/requests.ts"
import { objections } from "./support/verdict.ts"

let service: Service
let target: { readonly id: string; readonly key: string }
const drainable = DrainableServer.make()
let client: ReturnType<typeof makeClient>
const seen = new Map<number, number>()

beforeAll(async () => {
  // With a host that can have passkeys, and a second factor: otherwise their endpoints refuse before they read much.
  service = await start({
    host: "localhost",
    server: () => drainable.server,
    settings: { trustedProxies: ["127.0.0.0/8"] }
  })
  await service.instances((directory) => directory.update(defaultId, { authConfig: { secondFactor: "optional" } }))
  for (const email of accounts) await service.browser().post(signUp, { email, password })
  const created = await service.browser().post(instances, { name: "Fuzzed", hosts: ["fuzzed.example"] }, asAdmin)
  target = { id: String(created.json["id"]), key: adminKey }
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

/** Enough requests that everything that is allocated once exists. */
const warmUp = Math.min(requests, 300)

let count = 0
const check = async (request: FuzzRequest): Promise<void> => {
  // The clock moves, so that rate limits reject some requests and not all.
  if (++count % 500 === 0) service.advance(60_000)
  if (count % 250 === 0) await service.deliver()
  const reply = await client.send(request)
  seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
  const failed = objections(request, reply)
  if (failed.length > 0) throw new Error(`${failed.join(", ")}: ${reply.status} ${reply.text.slice(0, 500)}`)
}

const fuzz = (numRuns: number, from: number) =>
  fc.assert(fc.asyncProperty(requestTo(target), check), { numRuns, seed: from })

const cleanUp = Effect.flatMap(CleanupJob.CleanupJob, (cleanup) => cleanup.run)

/** Returns the heap in MiB after everything that expires was deleted. */
const heapAtRest = async () => {
  await service.deliver()
  service.advance(40 * 86_400_000)
  await service.run(cleanUp)
  return heapMiB()
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    drainable.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  )

const summary = () => [...seen].sort(([one], [other]) => one - other).map(([status, count]) => `${status} ${count}x`)

test("every response to a random request follows the contract, arrives in time, and echoes nothing", async () => {
  announce("Fuzzing over HTTP", requests)
  await fuzz(warmUp, seed + 1)
  const before = await heapAtRest()
  await fuzz(requests, seed)
  const after = await heapAtRest()
  process.stdout.write(`${summary().join(", ")}; heap ${before.toFixed(1)} -> ${after.toFixed(1)} MiB\n`)

  // Accounts, instances and emails stay: some hundred bytes for each request.
  expect(after - before).toBeLessThan(10 + requests / 1024)
  client.close()
  await until("all connections closed", async () => (await connections()) === 0)
}, 1_200_000)

test("the service works as before", async () => {
  const browser = service.browser()
  const email = "new@example.com"
  expect((await browser.post(signUp, { email, password })).status).toBe(200)
  expect((await browser.post(signOut)).status).toBe(200)
  expect((await browser.post(signIn, { email, password })).status).toBe(200)
  expect((await browser.get(session)).json).toMatchObject({ email })
  expect((await service.browser().get(await linkFor(email))).status).toBe(200)
})
