import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { createClient } from "@latchkey/client"
import * as Account from "../src/Account.js"
import { Service } from "./Service.js"
import { withCookies } from "./withCookies.js"

const password = "correct horse battery"

describe("The page", { timeout: 60_000 }, () => {
  let service: Service
  before(async () => {
    service = await Service.start()
  })
  after(() => service.stop())

  const newClient = () => {
    const latchkey = createClient({ baseUrl: service.origin, fetch: withCookies() })
    return { account: Account.make(latchkey), latchkey }
  }

  test("signs up, out, and in again", async () => {
    const { account } = newClient()
    const ada = { email: "ada@example.com", password }
    assert.equal(await account.status(), "You're not signed in.")
    assert.equal(await account.signUp(ada), "You're signed in as ada@example.com.")
    assert.equal(await account.signOut(), "You're not signed in.")
    assert.equal(await account.signIn(ada), "You're signed in as ada@example.com.")
    assert.equal(await newClient().account.status(), "You're not signed in.")
  })

  test("shows what went wrong", async () => {
    const { account } = newClient()
    const ben = { email: "ben@example.com", password }
    assert.equal(await account.signUp({ ...ben, password: "short" }), "Choose a longer or less common password.")
    assert.equal(await account.signIn(ben), "Wrong email address or password.")
    assert.equal(await account.signUp({ ...ben, email: "ben" }), "Enter an email address.")
    await account.signUp(ben)
    assert.equal(await account.signUp(ben), "An account with this email already exists. Sign in instead.")
  })

  test("signs in with a link from an email", async () => {
    const { account, latchkey } = newClient()
    assert.equal(await account.requestLink({ email: "cy@example.com" }), "We sent a sign-in link to cy@example.com.")
    const token = new URL(await service.lastLink()).searchParams.get("token") ?? ""
    const verified = await latchkey.verifyMagicLink({ token })
    assert.equal(verified.ok, true)
    assert.equal(await account.status(), "You're signed in as cy@example.com.")
  })
})
