import { assert, beforeAll, describe, it } from "vitest"
import { hangUp, rawPost } from "../../../../test/http/support/wire.ts"
import { afterTests } from "../support/afterTests.ts"
import { database } from "../support/database.ts"
import * as Replica from "../support/Replica.ts"
import { openSesEndpoint, type SesEndpoint } from "../support/SesEndpoint.ts"
import { type Lock, openTables, type Tables } from "../support/Tables.ts"
import { until } from "../support/until.ts"

const { newAddress, newEmail, password, visitor } = Replica

const cleanUp = afterTests()
let service: Replica.Replica
let ses: SesEndpoint
let tables: Tables

beforeAll(async () => {
  const url = await database(cleanUp)
  ses = await openSesEndpoint(cleanUp)
  service = await Replica.startReplica({ database: url, mail: ses.url }, cleanUp)
  tables = openTables(url, cleanUp)
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Fulfilled when the service has seen whatever was sent to it before, the end of a connection too. */
const roundTrip = () => visitor(service).get("/health/live")

const linkFor = async (email: string): Promise<string> => {
  await visitor(service).post(Replica.requestLink, { email })
  return (await until(`the mail to ${email}`, () => ses.mailsTo(email)[0])).path
}

const getLink = (path: string, address = newAddress()) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${address}\r\n\r\n`

const sessionsOf = (email: string, method: "magic_link" | "password") =>
  tables.count(
    `SELECT count(*) FROM sessions JOIN users USING (instance_id, user_id) JOIN clients USING (instance_id, client_id)
     WHERE email = $1 AND method = $2`,
    [email, method]
  )

const usersOf = (email: string) => tables.count("SELECT count(*) FROM users WHERE email = $1", [email])

const hits = (key: string) =>
  tables.count("SELECT coalesce(sum(cardinality(hits)), 0) FROM rate_limits WHERE key = $1", [key])

/** The attempt of an address has ended, one way or the other, when the log says so. */
const isOver = (attempt: string, address: string) =>
  until(`the end of ${attempt} of ${address}`, () =>
    service
      .out()
      .split("\n")
      .some((line) => line.includes(`"${attempt}"`) && line.includes(`"${address}"`))
  )

/** What the link is good for now: the one session there is was made before, or is made with it. */
const tryAgain = async (email: string, path: string): Promise<"used" | "unused"> => {
  const { json, status } = await visitor(service).get(path)
  assert.strictEqual(await sessionsOf(email, "magic_link"), 1, `after ${status}`)
  assert.strictEqual(await usersOf(email), 1)
  assert.include([undefined, "invalid_token"], json["code"])
  assert.strictEqual((await visitor(service).get(path)).status, 401)
  return status === 200 ? "unused" : "used"
}

/** Hangs up while the use of a link waits for a lock. Answers whether it has gone on to its end all the same. */
const goesOn = async (hold: (email: string, address: string) => Promise<Lock>, is: string | undefined) => {
  const email = newEmail()
  const address = newAddress()
  await visitor(service).post(Replica.signUp, { email, password })
  const path = await linkFor(email)
  await visitor(service, { "x-forwarded-for": address }).get("/v1/auth/magic-link/verify?token=none")
  const held = await hold(email, address)
  await hangUp(service.port, getLink(path, address), held.isWaitedFor())
  await roundTrip()
  await held.release()
  const outcome = await tryAgain(email, path)
  return is === undefined || outcome === is
}

describe("A client that hangs up while it uses a link", () => {
  it("has not used it, when its body was not complete", async () => {
    const email = newEmail()
    const path = await linkFor(email)
    const token = path.split("=")[1]
    const request = rawPost("/v1/auth/magic-link/verify", { token })
    await hangUp(service.port, request.slice(0, -5), roundTrip())
    await roundTrip()
    assert.strictEqual(await tryAgain(email, path), "unused")
  })

  it("has used it and is signed in, or neither, whenever that was", async () => {
    const delays = [0, 0, 1, 2, 3, 5, 8, 12, 20, 40]
    const links = await Promise.all(
      delays.map(async (delay) => {
        const email = newEmail()
        return { delay, email, path: await linkFor(email) }
      })
    )
    for (const { delay, email, path } of links) {
      await hangUp(service.port, getLink(path), pause(delay))
      await tryAgain(email, path)
    }
  })

  it.concurrent.each([
    {
      while: "its attempt is counted",
      hold: (_email: string, address: string) =>
        tables.lock("SELECT FROM rate_limits WHERE key = $1 FOR UPDATE", [`magicLinkVerifyPerIp:${address}`])
    },
    {
      while: "its link is deleted",
      hold: (email: string) => tables.lock("SELECT FROM magic_links WHERE email = $1 FOR UPDATE", [email]),
      is: "used"
    },
    {
      while: "its user is read",
      hold: (email: string) => tables.lock("SELECT FROM users WHERE email = $1 FOR UPDATE", [email]),
      is: "used"
    },
    { while: "its session is made", hold: () => tables.lock("LOCK TABLE sessions IN SHARE MODE"), is: "used" }
  ])("has not lost it, while $while", async ({ hold, is }) => {
    // A statement waits for a lock for three seconds. On a machine that is too busy for that, the link is unused and
    // works, which is right as well; then it is tried once more.
    for (let attempt = 0; attempt < 3; attempt++) {
      if (await goesOn(hold, is)) return
    }
    assert.fail("It did not go on to its end in any of three attempts")
  })

  it.concurrent("has not used it, when the database takes too long for the rest", async () => {
    const email = newEmail()
    await visitor(service).post(Replica.signUp, { email, password })
    const path = await linkFor(email)
    const held = await tables.lock("SELECT FROM users WHERE email = $1 FOR UPDATE", [email])
    await hangUp(service.port, getLink(path), held.isWaitedFor())
    await held.isGivenUp()
    await held.release()
    assert.strictEqual(await tryAgain(email, path), "unused")
  })
})

describe("A client that hangs up while it signs up", () => {
  it("has an account and a session, when its account was being made", async () => {
    const email = newEmail()
    const address = newAddress()
    const held = await tables.lock("LOCK TABLE users IN SHARE MODE")
    const request = rawPost(Replica.signUp, { email, password }, { "x-forwarded-for": address })
    await hangUp(service.port, request, held.isWaitedFor())
    await roundTrip()
    await held.release()
    await isOver("sign_up", address)
    assert.strictEqual(await sessionsOf(email, "password"), 1)
    assert.strictEqual(await hits(`signUpPerIp:${address}`), 1)
    assert.strictEqual((await visitor(service).post(Replica.signIn, { email, password })).status, 200)
  })

  it("has both or neither, when its password was being hashed, and has been counted", async () => {
    // More than there are threads for: most of them wait for their turn.
    const attempts = Array.from({ length: 8 }, () => ({ email: newEmail(), address: newAddress() }))
    await Promise.all(
      attempts.map(({ email, address }) =>
        hangUp(
          service.port,
          rawPost(Replica.signUp, { email, password }, { "x-forwarded-for": address }),
          until("the count", async () => (await hits(`signUpPerIp:${address}`)) > 0)
        )
      )
    )
    for (const { email, address } of attempts) {
      await isOver("sign_up", address)
      assert.strictEqual(await sessionsOf(email, "password"), await usersOf(email))
      assert.strictEqual(await hits(`signUpPerIp:${address}`), 1)
    }
  })
})

describe("A client that hangs up while it signs in", () => {
  it("is signed in, when its session was being made, and has been counted", async () => {
    const email = newEmail()
    const address = newAddress()
    await visitor(service).post(Replica.signUp, { email, password })
    const held = await tables.lock("SELECT FROM users WHERE email = $1 FOR UPDATE", [email])
    const request = rawPost(Replica.signIn, { email, password }, { "x-forwarded-for": address })
    await hangUp(service.port, request, held.isWaitedFor())
    await roundTrip()
    await held.release()
    await isOver("sign_in", address)
    assert.strictEqual(await sessionsOf(email, "password"), 2)
    assert.strictEqual(await hits(`signInPerIp:${address}`), 1)
  })

  it("has no more guesses than one that waits for the answers", async () => {
    const email = newEmail()
    await visitor(service).post(Replica.signUp, { email, password })
    for (let guesses = 1; guesses <= 10; guesses++) {
      const guess = { email, password: `wrong guess ${guesses}` }
      const counted = async () => (await hits(`signInPerEmail:${email}`)) === guesses
      const request = rawPost(Replica.signIn, guess, { "x-forwarded-for": newAddress() })
      await hangUp(service.port, request, until("the count", counted))
    }
    const { json, status } = await visitor(service).post(Replica.signIn, { email, password })
    assert.deepStrictEqual([status, json["code"]], [429, "signin_rate_limited"])
    assert.strictEqual(await sessionsOf(email, "password"), 1)
  })
})
