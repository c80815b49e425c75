/** The contract of the app: Latchkey's endpoints, and its own, which all require a session. */
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { LatchkeyApi, withSecuritySchemes } from "@latchkey/http/LatchkeyApi"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import * as Schema from "effect/Schema"
import { Note } from "./Notes.js"

export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()(
  "NoteNotFound",
  {},
  HttpApiSchema.annotations({ status: 404 })
) {}

export class NotesGroup extends HttpApiGroup.make("notes")
  .add(HttpApiEndpoint.get("list", "/notes").addSuccess(Schema.Array(Note)))
  .add(
    HttpApiEndpoint.post("add", "/notes")
      .setPayload(Schema.Struct({ text: Schema.NonEmptyString }))
      .addSuccess(Note, { status: 201 })
  )
  .add(
    HttpApiEndpoint.get("read", "/notes/:id")
      .setPath(Schema.Struct({ id: Schema.NumberFromString }))
      .addSuccess(Note)
      .addError(NoteNotFound)
  )
  .prefix("/api")
  .middleware(SessionMiddleware.RequireSession)
  .annotate(OpenApi.Description, "The notes of the signed-in user.") {}

export class NotesApi extends HttpApi.make("notes-app")
  .addHttpApi(LatchkeyApi)
  .add(NotesGroup)
  .annotate(OpenApi.Transform, withSecuritySchemes) {}
