import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { RunningApp } from "./RunningApp.js"

const password = "correct horse battery"

describe("The notes app", { timeout: 60_000 }, () => {
  let app: RunningApp
  before(async () => {
    app = await RunningApp.start()
  })
  after(async () => {
    await app.stop()
  })

  const signedUp = async (email: string) => {
    const browser = app.browser()
    const { status } = await browser.post("/v1/auth/sign-up/email-password", { email, password })
    assert.equal(status, 200)
    return browser
  }

  test("shows notes only to the user who wrote them", async () => {
    const ada = await signedUp("ada@example.com")
    const added = await ada.post("/api/notes", { text: "Buy a lock" })
    assert.equal(added.status, 201)
    assert.deepEqual((await ada.get("/api/notes")).json, [added.json])
    assert.deepEqual((await ada.get(`/api/notes/${added.json.id}`)).json, added.json)

    const ben = await signedUp("ben@example.com")
    assert.deepEqual((await ben.get("/api/notes")).json, [])
    assert.equal((await ben.get(`/api/notes/${added.json.id}`)).status, 404)
    assert.equal((await ben.get("/notes.txt")).text, "Notes of ben@example.com\n")
    assert.equal((await ada.get("/notes.txt")).text, "Notes of ada@example.com\n- Buy a lock\n")
  })

  test("requires a session", async () => {
    const cy = await signedUp("cy@example.com")
    assert.equal((await cy.get("/api/notes")).status, 200)
    await cy.post("/v1/auth/sign-out")
    for (const path of ["/api/notes", "/api/notes/1", "/notes.txt"]) {
      const refused = await cy.get(path)
      assert.equal(refused.status, 401, path)
      assert.equal(refused.json.code, "unauthenticated", path)
    }
    assert.equal((await cy.post("/api/notes", { text: "Not stored" })).status, 401)
  })

  test("leads visitors who open their notes to the sign-in page, and back", async () => {
    const visitor = app.browser()
    assert.match((await visitor.get("/")).text, /<h1>Welcome<\/h1>/)
    const refused = await visitor.get("/notes")
    assert.equal(refused.status, 303)
    assert.match(refused.location ?? "", /^\/sign-in\?return_to=http%3A%2F%2Flocalhost%3A\d+%2Fnotes$/)
    assert.match((await visitor.get(refused.location ?? "")).text, /name="return_to"/)
    assert.equal((await visitor.submit("/notes", { text: "Not stored" })).status, 303)
  })

  test("shows notes in a page as text, and deletes those of the user only", async () => {
    const eve = await signedUp("eve@example.com")
    const fay = await signedUp("fay@example.com")
    for (const browser of [eve, fay]) await browser.submit("/notes", { text: "<b>Keys</b>" })
    assert.equal((await eve.submit("/notes", { text: "" })).status, 400)
    const page = await eve.get("/notes")
    assert.match(page.text, /<h1>Notes of eve@example.com<\/h1>/)
    assert.deepEqual(page.text.match(/<li>.*?<\/li>/g), ["<li>&lt;b&gt;Keys&lt;/b&gt;</li>"])

    assert.match((await eve.submit("/notes/delete")).text, /<h1>Deleted<\/h1>/)
    assert.deepEqual((await eve.get("/api/notes")).json, [])
    assert.equal((await fay.get("/api/notes")).json.length, 1)
  })

  test("describes all endpoints in one document", async () => {
    const { paths, tags } = (await app.browser().get("/openapi.json")).json
    assert.deepEqual(Object.keys(paths["/api/notes"]), ["get", "post"])
    assert.deepEqual(Object.keys(paths["/v1/auth/session"]), ["get"])
    assert.deepEqual(tags.at(-1), { name: "notes", description: "The notes of the signed-in user." })
  })

  test("signs in with a link from an email", async () => {
    const dot = app.browser()
    await dot.post("/v1/auth/sign-in/magic-link", { email: "dot@example.com" })
    const link = await app.prints(/http:\S+verify\?token=\S+/)
    assert.equal((await dot.get(link)).status, 200)
    assert.equal((await dot.get("/api/notes")).status, 200)
    assert.equal((await app.browser().get(link)).status, 401)
  })

  test("stops on SIGTERM", async () => {
    assert.notEqual(await app.stop(), "SIGKILL")
  })
})
