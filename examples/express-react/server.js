/** The server: the page with the session that it begins with, and an API for signed-in users. */
import { readFile } from "node:fs/promises"
import { createLatchkey } from "@latchkey/client/express"
import express from "express"

const latchkeyUrl = process.env.LATCHKEY_URL ?? "http://localhost:3000"
const latchkey = createLatchkey({ url: latchkeyUrl })
const app = express()
const page = await readFile("dist/index.html", "utf8")
const orders = ["Tea", "Biscuits"]

// The page does not ask again who is signed in when it opens, so nothing flashes.
app.get("/", latchkey.optionalSession(), (request, response) => {
  const initial = JSON.stringify({
    session: latchkey.optionalSessionOf(request) ?? null,
    latchkeyUrl,
    signInUrl: latchkey.signInUrl("/"),
    reauthenticateUrl: latchkey.reauthenticateUrl("/")
  })
  const script = `<script type="application/json" id="initial">${initial.replaceAll("<", "\\u003c")}</script>`
  response.type("html").send(page.replace("<!--initial-->", () => script))
})

app.get("/api/orders", latchkey.requireSession(), (request, response) => {
  response.json({ email: latchkey.sessionOf(request).email, orders })
})
app.post("/api/payments", latchkey.requireRecent({ maxAge: 600 }), (_request, response) => {
  response.status(201).json({ paid: orders.length })
})
app.use(express.static("dist", { index: false }))

const port = Number(process.env.PORT ?? 4000)
app.listen(port, "127.0.0.1", (error) => console.log(error ?? `Listening on http://localhost:${port}`))
