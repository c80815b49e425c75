import { randomBytes } from "node:crypto"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import { beforeAll, describe, test } from "vitest"
import { accountsAt, type Pool, poolOf } from "./Accounts.ts"
import { compareAll, expectIndistinguishable, oneAtATime } from "./Indistinguishable.ts"
import * as Visits from "./ProviderVisits.ts"
import { acme, servedWithProvider, type Target } from "./Target.ts"

const hours = 3_600_000
const size = 64

const cleanUp = afterTests()
let provider: HostileProvider.HostileProvider
let target: Target
let pools: Readonly<Record<"none" | "withPassword" | "withLink" | "suppressed", Pool>>
let known: Pool

const unknown = poolOf(Array.from({ length: size }, (_, index) => `unknown-${100 + index}`))

beforeAll(async () => {
  provider = await HostileProvider.start(cleanUp)
  provider.algorithm = "ES256"
  target = await servedWithProvider(cleanUp, provider)
  const accounts = accountsAt(target, size)
  pools = {
    none: accounts.unknown("none"),
    withPassword: await accounts.withPassword("password"),
    withLink: await accounts.withLink("link"),
    suppressed: await accounts.withSuppression("suppr")
  }
  known = await Visits.knownSubjects(target, provider, size)
})

describe("Response times of identity providers", { timeout: 3 * hours }, () => {
  test("do not reveal whether an address that the provider does not prove has an account", async () => {
    const present = Visits.measureIdTokens(target, provider, {
      status: 200,
      claims: (email) => ({ sub: randomBytes(8).toString("hex"), email, email_verified: false })
    })
    const { none, suppressed, withLink, withPassword } = pools
    const classes = {
      none: present(none),
      unverified: present(withPassword),
      verified: present(withLink),
      suppressed: present(suppressed)
    }
    expectIndistinguishable(await compareAll("An address that is not proved", classes, oneAtATime))
  })

  for (const spoil of ["signature", "nonce"] as const) {
    test(`do not reveal whether the identity of an ID token with a wrong ${spoil} is known`, async () => {
      const present = Visits.measureIdTokens(target, provider, { status: 401, claims: (sub) => ({ sub }), spoil })
      const classes = { none: present(unknown), known: present(known) }
      expectIndistinguishable(await compareAll(`An ID token with a wrong ${spoil}`, classes, oneAtATime))
    })
  }

  test("do not reveal whether a provider that is turned off exists", async () => {
    const ask = Visits.measureUnusable(target)
    const classes = { none: ask(poolOf(["not", "note"])), off: ask(poolOf([acme.off, acme.alsoOff])) }
    expectIndistinguishable(await compareAll("A provider that no one can use", classes, oneAtATime))
  })

  test("do not reveal whether a state was used, or is another client's", async () => {
    const used = await Visits.visits(target, provider, size)
    await Visits.end(target, used)
    const [open, others] = [await Visits.visits(target, provider, size), await Visits.visits(target, provider, size)]
    const neverIssued = others.map(({ cookie, parameters }) => ({
      cookie,
      parameters: { ...parameters, state: randomBytes(32).toString("base64url") }
    }))
    const ofOthers = open.map(({ parameters }, index) => ({ cookie: others[index]?.cookie ?? "", parameters }))
    const comeBack = Visits.measureCallbacks(target)
    const classes = { none: comeBack(neverIssued), used: comeBack(used), ofAnother: comeBack(ofOthers) }
    expectIndistinguishable(await compareAll("A state that is not the client's", classes, oneAtATime))
  })
})
