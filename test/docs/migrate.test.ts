import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as UserRecord from "@latchkey/http/account/UserRecord"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type SourceName, sources, toRecord } from "../../packages/server/src/account/ImportSources.ts"

const folder = join(import.meta.dirname, "../../docs/migrate")
const read = (name: string) => readFileSync(join(folder, `${name}.md`), "utf8")
const jsonIn = (page: string): ReadonlyArray<unknown> =>
  [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => JSON.parse(text))

const systems = sources.filter((name): name is Exclude<SourceName, "latchkey"> => name !== "latchkey")

/** Decodes the record that a line of the page becomes. */
const imported = (from: SourceName, line: unknown) => Either.getOrThrow(UserRecord.decode(toRecord(from, line)))

describe("The pages about moving", () => {
  it("exist for every system that the command knows, and the overview links each", () => {
    const pages = readdirSync(folder).map((name) => name.replace(".md", ""))
    assert.sameMembers(pages, ["README", "auth-js", "hashes", "keycloak", "leaving", ...systems])
    const overview = read("README")
    for (const name of pages.filter((page) => page !== "README")) assert.include(overview, `(${name}.md`)
  })

  for (const system of systems) {
    it.effect(`${system}: the line becomes the record beside it, and its hash is taken over`, () =>
      Effect.gen(function* () {
        const page = read(system)
        const [line, record, ...others] = jsonIn(page)
        assert.isEmpty(others)
        const found = imported(system, line)
        const { createdAt, deletionAt, externalId, factors, identities, language, passwordHash, ...rest } = found
        const { metadata, name, userMetadata, ...user } = rest
        assert.deepStrictEqual(identities, [])
        assert.deepStrictEqual([name, metadata, userMetadata], [Option.none(), undefined, undefined])
        assert.deepStrictEqual([deletionAt, factors], [Option.none(), { secondFactor: false, passkeys: 0 }])
        assert.deepStrictEqual(
          {
            ...user,
            externalId: Option.getOrUndefined(externalId),
            ...(language !== undefined && Option.isSome(language) ? { language: language.value } : {}),
            ...(Option.isSome(createdAt) ? { createdAt: DateTime.formatIso(createdAt.value) } : {})
          },
          record
        )
        const { rewrite } = yield* PasswordHasher
        assert.isTrue(Option.isSome(yield* rewrite(Option.getOrThrow(passwordHash))))
        for (const command of ["--dry-run users.ndjson", "users.ndjson"]) {
          assert.include(page, `latchkey users import --from ${system} ${command}\n`)
        }
      }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1 })))
    )
  }

  it.effect("README and leaving: the records are Latchkey's own", () =>
    Effect.gen(function* () {
      const { rewrite } = yield* PasswordHasher
      for (const name of ["README", "leaving"]) {
        const [record = {}] = jsonIn(read(name))
        const { passwordHash } = imported("latchkey", record)
        assert.isTrue(Option.isSome(yield* rewrite(Option.getOrThrow(passwordHash))))
        assert.isEmpty(
          Object.keys(record as object).filter((field) => field !== "id" && !(field in UserRecord.UserRecord.fields))
        )
      }
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1 })))
  )
})
