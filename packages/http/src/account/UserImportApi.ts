/** The contract of the admin API: importing users into an instance. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { UserId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { maxBatch } from "@latchkey/domain/operator/UserImport"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { UserRecord } from "./UserRecord.ts"

/** 2 MiB: the most bytes of a page of users. */
export const maxBytes = 2 * 1024 * 1024

const page = <A, I>(record: Schema.Schema<A, I>) =>
  Schema.Struct({
    users: Schema.Array(record).pipe(
      Schema.maxItems(maxBatch, { message: () => `must have at most ${maxBatch} items` })
    ),
    dryRun: Schema.optionalWith(Schema.Boolean, { exact: true }).annotations({
      description: "Whether to store nothing, and only say what would happen."
    }),
    withoutFactors: Schema.optionalWith(Schema.Boolean, { exact: true }).annotations({
      description:
        "Whether to import users who had a second factor or passkeys, too. Neither moves, so that their records fail otherwise."
    })
  })

/** What became of a record. `id` is null if it failed, and in a dry run. */
export const ImportResultResponse = Schema.Struct({
  status: Schema.Literal("created", "skipped", "failed"),
  id: Schema.NullOr(UserId),
  errors: Schema.Array(Schema.Struct({ field: Schema.String, reason: Schema.String })).annotations({
    description: "Why it failed, without the values."
  })
})
export type ImportResultResponse = typeof ImportResultResponse.Type

/** How many records were created, skipped and failed, and what became of each, in their order. */
export const UserImportResponse = Schema.Struct({
  created: Schema.Int,
  skipped: Schema.Int,
  failed: Schema.Int,
  results: Schema.Array(ImportResultResponse)
}).annotations({
  identifier: "UserImportResult",
  description: "How many records were created, skipped and failed, and what became of each, in their order.",
  examples: [
    {
      created: 1,
      skipped: 0,
      failed: 1,
      results: [
        { status: "created", id: UserId.make("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3"), errors: [] },
        { status: "failed", id: null, errors: [{ field: "email", reason: "is not an email address" }] }
      ]
    }
  ]
})

// A record that is not a `UserRecord` fails alone.
const users = Contract.body(
  page(Schema.Unknown),
  "UserImport",
  {
    users: [
      {
        email: "lin@example.com",
        emailVerified: true,
        externalId: "legacy|4711",
        passwordHash: "$2b$12$bIRGj4QPPoSUMWsJE.4Pk.T1qTpDWz7HhMnuiQhGzGinKPsx/HQdq",
        createdAt: "2021-03-04T05:06:07.000Z"
      },
      { email: "grace@" }
    ]
  },
  { maxBytes, shown: page(UserRecord) }
)

// Lenient, because an invalid id is 404 like one that does not exist.
const instance = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [defaultId] })
)

/** The endpoint. `UserApi` includes it. */
export const importUsers = Contract.endpoint(
  HttpApiEndpoint.post("importUsers")`/v1/admin/instances/${instance}/users/import`,
  {
    permission: "users.write",
    summary: "Import users",
    description:
      "Creates up to 1,000 users, in a body of up to 2 MiB. A record that cannot be imported fails alone. A user who exists is skipped if the record says the same, and never changed, so that a request can be repeated.",
    body: users,
    success: UserImportResponse
  }
)
