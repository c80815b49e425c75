/** The pages of the app: one for everyone, the user's notes, and deleting them, which asks for a recent sign-in. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Fragment, html } from "@latchkey/http/core/Page"
import { CurrentSession, OptionalSession } from "@latchkey/http/session/CurrentSession"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Note, Notes } from "./Notes.js"
import * as PageSession from "./PageSession.js"

/** Makes a page. `html` escapes every text, and no fragment. */
const page = (title: string, content: Fragment) =>
  HttpServerResponse.html(
    html`<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${title}</title>
  <h1>${title}</h1>
  ${content}
</html>`.source
  )

const button = (action: string, text: string) =>
  html`<form method="post" action="${action}"><button>${text}</button></form>`

const welcome = page("Welcome", html`<a href="/notes">Sign in</a>`)

// Latchkey's own page signs out.
const home = ({ email }: { readonly email: string }) =>
  page(`Welcome, ${email}`, html`<a href="/notes">Notes</a>${button("/sign-out", "Sign out")}`)

const list = (notes: ReadonlyArray<Note>) =>
  html`<ul>${new Fragment(notes.map(({ text }) => html`<li>${text}</li>`.source).join(""))}</ul>`

const form = html`<form method="post" action="/notes"><input name="text" aria-label="Note" required><button>Add</button></form>`

const toNotes = HttpServerResponse.redirect("/notes", { status: 303 })

const Form = Schema.Struct({ text: Schema.NonEmptyString })

const forEveryone = HttpLayerRouter.add(
  "GET",
  "/",
  Effect.map(OptionalSession, Option.match({ onNone: () => welcome, onSome: home }))
).pipe(Layer.provide(PageSession.optional.layer))

const forUsers = HttpLayerRouter.use((router) =>
  Effect.gen(function* () {
    const notes = yield* Notes

    const show = Effect.gen(function* () {
      const { email, userId } = yield* CurrentSession
      const content = html`${list(yield* notes.list(userId))}${form}${button("/notes/delete", "Delete all")}`
      return page(`Notes of ${email}`, content)
    })

    const add = Effect.gen(function* () {
      const { userId } = yield* CurrentSession
      const { text } = yield* HttpServerRequest.schemaBodyUrlParams(Form)
      yield* notes.add(userId, text)
      return toNotes
    })

    yield* router.add("GET", "/notes", show)
    yield* router.add("POST", "/notes", add)
  })
).pipe(Layer.provide(PageSession.required.layer))

const afterRecentSignIn = HttpLayerRouter.use((router) =>
  Effect.gen(function* () {
    const notes = yield* Notes
    const deleteAll = Effect.gen(function* () {
      yield* notes.deleteAll((yield* CurrentSession).userId)
      return page("Deleted", html`<a href="/notes">Notes</a>`)
    })
    yield* router.add("POST", "/notes/delete", deleteAll)
  })
).pipe(Layer.provide(PageSession.recent.layer))

export const layer = Layer.mergeAll(forEveryone, forUsers, afterRecentSignIn)
