/**
 * The app's own endpoints and pages, and Latchkey's. `CurrentSession` is the session of the signed-in user.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Http from "@latchkey/http/Http"
import { CurrentSession } from "@latchkey/http/session/CurrentSession"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import * as Pages from "@latchkey/pages/Pages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Notes } from "./Notes.js"
import { NoteNotFound, NotesApi } from "./NotesApi.js"
import * as NotesPages from "./NotesPages.js"

const handlers = HttpApiBuilder.group(NotesApi, "notes", (handlers) =>
  Effect.gen(function* () {
    const notes = yield* Notes
    return handlers
      .handle("list", () => Effect.flatMap(CurrentSession, ({ userId }) => notes.list(userId)))
      .handle("add", ({ payload }) => Effect.flatMap(CurrentSession, ({ userId }) => notes.add(userId, payload.text)))
      .handle("read", ({ path }) =>
        Effect.gen(function* () {
          const { userId } = yield* CurrentSession
          const note = yield* notes.find(userId, path.id)
          return yield* Effect.mapError(note, () => new NoteNotFound())
        })
      )
  })
)

/** All endpoints of the API. Latchkey's handlers are included, and its pages behind links and identity providers. */
const api = Http.layerRoutesOf(NotesApi, { openapiPath: "/openapi.json" }).pipe(
  Layer.provide(handlers),
  Layer.provide(SessionMiddleware.layerRequireSession),
  Layer.provide([Pages.layerMagicLinkPages, Pages.layerIdentityProviderPages])
)

/** A route without an `HttpApi`: all notes of the user as a text file. */
const download = HttpLayerRouter.use((router) =>
  Effect.gen(function* () {
    const notes = yield* Notes
    yield* router.add(
      "GET",
      "/notes.txt",
      Effect.gen(function* () {
        const { email, userId } = yield* CurrentSession
        const lines = (yield* notes.list(userId)).map(({ text }) => `- ${text}`)
        return HttpServerResponse.text([`Notes of ${email}`, ...lines, ""].join("\n"))
      })
    )
  })
).pipe(Layer.provide(SessionMiddleware.router.layer))

/** `Pages.layerRoutes` has Latchkey's pages for users: `/sign-in`, `/sign-up`, `/account` and others. */
export const layer = Layer.mergeAll(api, download, NotesPages.layer, Pages.layerRoutes).pipe(
  Layer.provide(Notes.Default)
)
