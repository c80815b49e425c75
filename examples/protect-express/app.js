/** An app whose orders are for signed-in users. */
import express from "express"
import { findSession, isCrossOrigin, LatchkeyUnavailable, signInUrl, signOut } from "./latchkey.js"

// #region guard
/** Refuses requests that pages of other origins send with the user's cookies (CSRF). */
const sameOrigin = (request, response, next) => {
  if (isCrossOrigin(request.method, request.headers)) return response.status(403).json({ code: "forbidden_origin" })
  next()
}

/** Lets signed-in users pass, with their session. Sends browsers to the sign-in page, and programs a 401. */
const signedIn = async (request, response, next) => {
  response.set("cache-control", "no-store")
  const session = await findSession(request.headers.cookie)
  if (session !== undefined) {
    response.locals.session = session
    next()
  } else if (request.method === "GET" && request.accepts("json", "html") === "html") {
    response.redirect(303, signInUrl(request.originalUrl))
  } else {
    response.status(401).json({ code: "unauthenticated" })
  }
}

/** An outage is a 503. The user is still signed in. */
const onError = (error, _request, response, next) => {
  if (!(error instanceof LatchkeyUnavailable)) return next(error)
  console.error(error)
  response.set("retry-after", "2").status(503).json({ code: "service_unavailable" })
}

export const app = express()
  .use(sameOrigin)
  .get("/", (_request, response) => response.send("This page is public."))
  .get("/orders", signedIn, (_request, response) => response.send(`Orders of ${response.locals.session.email}`))
  .post("/orders", signedIn, (_request, response) => response.status(201).send("Ordered."))
  .post("/sign-out", async (request, response) => {
    response.append("set-cookie", await signOut(request.headers.cookie)).redirect(303, "/")
  })
  .use(onError)
// #endregion

app.listen(Number(process.env.PORT ?? 4000), "127.0.0.1", () => process.stdout.write("Listening\n"))
