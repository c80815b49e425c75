import { assert, beforeAll, describe, it } from "vitest"
import { afterTests } from "../support/afterTests.ts"
import { database } from "../support/database.ts"
import * as Replica from "../support/Replica.ts"
import { openSesEndpoint } from "../support/SesEndpoint.ts"
import { until } from "../support/until.ts"

const { administer, visitor } = Replica

const cleanUp = afterTests()
let replicas: ReadonlyArray<Replica.Replica>

beforeAll(async () => {
  const url = await database(cleanUp)
  const ses = await openSesEndpoint(cleanUp)
  replicas = await Promise.all([1, 2].map(() => Replica.startReplica({ database: url, mail: ses.url }, cleanUp)))
})

const changedAt = () => replicas[0] as Replica.Replica
const elsewhere = () => replicas[1] as Replica.Replica

const verify = "/v1/auth/magic-link/verify?token=none"

type Probe = (replica: Replica.Replica, host: string) => Promise<string>

/** The rules that a password breaks which is too short for any policy: nothing is hashed for it. */
const brokenRules: Probe = async (replica, host) => {
  const { json } = await visitor(replica, { host }).post(Replica.signUp, {
    email: "ada@example.com",
    password: "short"
  })
  return String(json["violations"])
}

const linkCode: Probe = async (replica, host) => String((await visitor(replica, { host }).get(verify)).json["code"])

/** What becomes of the second attempt from an address. */
const secondAttempt: Probe = async (replica, host) => {
  const browser = visitor(replica, { host })
  await browser.get(verify)
  return String((await browser.get(verify)).json["code"])
}

interface Sight {
  readonly begin: number
  readonly end: number
  readonly value: string
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Looks again and again, several at a time, until it is told to stop. */
const watch = (look: () => Promise<string>) => {
  const sights: Array<Sight> = []
  let isOver = false
  const looking = [1, 2, 3].map(async () => {
    while (!isOver) {
      const begin = performance.now()
      const value = await look()
      sights.push({ begin, value, end: performance.now() })
      await pause(30)
    }
  })
  const stop = async () => {
    isOver = true
    await Promise.all(looking)
  }
  return { sights, stop }
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
    name: "magic links off",
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

describe("A change that one replica is told of", () => {
  it.concurrent.each(cases)("is in force at both within two seconds, and stays so: $name", async (scenario) => {
    const { host, probe } = scenario
    const change = await scenario.create(host)
    const there = watch(() => probe(elsewhere(), host))
    const here = watch(() => probe(changedAt(), host))
    const isSeen = ({ value }: Sight) => value === scenario.after
    await until("a first look", () => there.sights.length > 0 && here.sights.length > 0)
    await change(changedAt())
    const changed = performance.now()
    const seen = await until("the change elsewhere", () => there.sights.find(isSeen))
    // Longer than anything is remembered.
    await pause(1500)
    await Promise.all([there.stop(), here.stop()])

    for (const sights of [there.sights, here.sights]) assert.strictEqual(sights[0]?.value, scenario.before)
    assert.isBelow(seen.begin - changed, 2000)
    const values = (sights: ReadonlyArray<Sight>, since: number) => [
      ...new Set(sights.filter(({ begin }) => begin > since).map(({ value }) => value))
    ]
    assert.deepStrictEqual(values(there.sights, seen.end), [scenario.after])
    assert.deepStrictEqual(values(here.sights, changed), [scenario.after])
  })
})
