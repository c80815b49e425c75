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

  const browser = () => {
    const latchkey = createClient({ baseUrl: service.origin, fetch: withCookies() })
    return { account: Account.make(latchkey), latchkey }
  }

  test("signs up, out, and in again", async () => {
    const { account } = browser()
    const ada = { email: "ada@example.com", password }
    assert.equal(await account.status(), "Nobody is signed in.")
    assert.equal(await account.signUp(ada), "You are signed in as ada@example.com.")
    assert.equal(await account.signOut(), "Nobody is signed in.")
    assert.equal(await account.signIn(ada), "You are signed in as ada@example.com.")
    assert.equal(await browser().account.status(), "Nobody is signed in.")
  })

  test("says what is wrong", async () => {
    const { account } = browser()
    const ben = { email: "ben@example.com", password }
    assert.equal(await account.signUp({ ...ben, password: "short" }), "Please choose a longer password.")
    assert.equal(await account.signIn(ben), "Wrong email address or password.")
    assert.equal(await account.signUp({ ...ben, email: "ben" }), "Is that an email address?")
    await account.signUp(ben)
    assert.equal(await account.signUp(ben), "There is an account with this address. Sign in instead.")
  })

  test("signs in with a link by mail", async () => {
    const { account, latchkey } = browser()
    assert.equal(await account.requestLink({ email: "cy@example.com" }), "A link is on its way to cy@example.com.")
    const token = new URL(await service.lastLink()).searchParams.get("token") ?? ""
    const verified = await latchkey.verifyMagicLink({ token })
    assert.equal(verified.ok, true)
    assert.equal(await account.status(), "You are signed in as cy@example.com.")
  })
})
