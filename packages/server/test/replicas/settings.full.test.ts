import { assert, beforeAll, describe, it } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { database } from "@latchkey/test-support/postgres/database"
import * as Replica from "@latchkey/test-support/process/Replica"
import { openSesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { until } from "@latchkey/test-support/process/until"

const { administer, visitor } = Replica

const cleanUp = afterTests()
let replicas: ReadonlyArray<Replica.Replica>

beforeAll(async () => {
  const url = await database(cleanUp)
  const ses = await openSesEndpoint(cleanUp)
  replicas = await Promise.all(
    [1, 2].map(() => Replica.startReplica({ database: url, emailProvider: ses.url }, cleanUp))
  )
})

const changedAt = () => replicas[0] as Replica.Replica
const elsewhere = () => replicas[1] as Replica.Replica

const verify = "/v1/auth/magic-link/verify?token=none"

type Probe = (replica: Replica.Replica, host: string) => Promise<string>

/** Returns the rules that a very short password breaks. It is never hashed. */
const brokenRules: Probe = async (replica, host) => {
  const { json } = await visitor(replica, { host }).post(Replica.signUp, {
    email: "ada@example.com",
    password: "short"
  })
  return String(json["violations"])
}

const linkCode: Probe = async (replica, host) => String((await visitor(replica, { host }).get(verify)).json["code"])

/** Returns the code of the second attempt from one IP address. */
const secondAttempt: Probe = async (replica, host) => {
  const browser = visitor(replica, { host })
  await browser.get(verify)
  return String((await browser.get(verify)).json["code"])
}

interface Observation {
  readonly begin: number
  readonly end: number
  readonly value: string
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Probes repeatedly, three at a time, until it is stopped. */
const watch = (probe: () => Promise<string>) => {
  const observations: Array<Observation> = []
  let isStopped = false
  const probing = [1, 2, 3].map(async () => {
    while (!isStopped) {
      const begin = performance.now()
      const value = await probe()
      observations.push({ begin, value, end: performance.now() })
      await pause(30)
    }
  })
  const stop = async () => {
    isStopped = true
    await Promise.all(probing)
  }
  return { observations, stop }
}

const create = async (settings: object): Promise<string> =>
  String((await administer(changedAt(), "POST", "", settings)).json["id"])

const policy = (passwordPolicy: object) => ({ plan: "pro", sessionConfig: { passwordPolicy } })

interface Case {
  readonly name: string
  readonly host: string
  readonly probe: Probe
  readonly before: string
  readonly after: string
  readonly create: (host: string) => Promise<(replica: Replica.Replica) => Promise<unknown>>
}

const patchOf = (settings: object, patch: object) => async (host: string) => {
  const id = await create({ name: host, hosts: [host], ...settings })
  return (replica: Replica.Replica) => administer(replica, "PATCH", `/${id}`, patch)
}

const cases: ReadonlyArray<Case> = [
  {
    name: "magic links turned off",
    host: "links.example",
    probe: linkCode,
    before: "invalid_token",
    after: "magic_link_disabled",
    create: patchOf({ authConfig: { magic_link: true } }, { authConfig: { magic_link: false } })
  },
  {
    name: "a password policy",
    host: "policy.example",
    probe: brokenRules,
    before: "too_short",
    after: "too_short,number_required",
    create: patchOf({ plan: "pro" }, policy({ requireNumber: true }))
  },
  {
    name: "a limit",
    host: "limit.example",
    probe: secondAttempt,
    before: "invalid_token",
    after: "magic_link_rate_limited",
    create: patchOf({ authConfig: { magic_link: true } }, { rateLimits: { magicLinkVerifyPerIp: { limit: 1 } } })
  },
  {
    name: "a host that moves to another instance",
    host: "moved.example",
    probe: brokenRules,
    before: "too_short,uppercase_required",
    after: "too_short,special_required",
    create: async (host) => {
      const old = await create({ name: "Old home", hosts: [host], ...policy({ requireUppercase: true }) })
      const home = await create({ name: "New home", ...policy({ requireSpecial: true }) })
      return async (replica) => {
        await administer(replica, "PATCH", `/${old}`, { hosts: [] })
        await administer(replica, "PATCH", `/${home}`, { hosts: [host] })
      }
    }
  }
]

describe("A change of settings at one replica", () => {
  it.concurrent.each(cases)("takes effect at all replicas within two seconds, for good: $name", async (scenario) => {
    const { host, probe } = scenario
    const change = await scenario.create(host)
    const there = watch(() => probe(elsewhere(), host))
    const here = watch(() => probe(changedAt(), host))
    const isSeen = ({ value }: Observation) => value === scenario.after
    await until("a first observation", () => there.observations.length > 0 && here.observations.length > 0)
    await change(changedAt())
    const changed = performance.now()
    const seen = await until("the change elsewhere", () => there.observations.find(isSeen))
    // Longer than anything is cached.
    await pause(1500)
    await Promise.all([there.stop(), here.stop()])

    for (const { observations } of [there, here]) assert.strictEqual(observations[0]?.value, scenario.before)
    assert.isBelow(seen.begin - changed, 2000)
    const values = (observations: ReadonlyArray<Observation>, since: number) => [
      ...new Set(observations.filter(({ begin }) => begin > since).map(({ value }) => value))
    ]
    assert.deepStrictEqual(values(there.observations, seen.end), [scenario.after])
    assert.deepStrictEqual(values(here.observations, changed), [scenario.after])
  })
})
