import type { ImportRequest, ImportResult, UserImport } from "@latchkey/domain/operator/UserImport"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { InvalidField } from "../../core/Problem.ts"
import type { ImportResultResponse } from "../UserImportApi.ts"
import * as UserRecord from "../UserRecord.ts"

const failed = (errors: ReadonlyArray<InvalidField>): ImportResultResponse => ({ status: "failed", id: null, errors })

const toResponse = (result: ImportResult, dryRun: boolean): ImportResultResponse => {
  if (result._tag === "Failed") return failed([{ field: result.field, reason: result.reason }])
  const status = result._tag === "Skipped" ? "skipped" : "created"
  return { status, id: dryRun ? null : result.userId, errors: [] }
}

/** Imports the records that are valid, and returns what became of each record, in their order. */
export const importRecords = (
  { importBatch }: UserImport["Type"],
  request: Omit<ImportRequest, "users"> & { readonly dryRun: boolean },
  records: ReadonlyArray<unknown>
) => {
  const decoded = records.map(UserRecord.decode)
  const users = decoded.flatMap((record) => (Either.isRight(record) ? [record.right] : []))
  return Effect.map(importBatch({ ...request, users }), (imported) => {
    const outcomes = imported.values()
    const results = decoded.map((record): ImportResultResponse => {
      if (Either.isLeft(record)) return failed(record.left)
      const outcome = outcomes.next().value
      if (outcome === undefined) throw new TypeError("A record has no result")
      return toResponse(outcome, request.dryRun)
    })
    const count = (status: ImportResultResponse["status"]) =>
      results.filter((result) => result.status === status).length
    return { created: count("created"), skipped: count("skipped"), failed: count("failed"), results }
  })
}
