import { createHash } from "node:crypto"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Crypto from "@latchkey/crypto/Crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Pg from "pg"
import { vi } from "vitest"

/** Something that a request made the service do that takes time. */
export interface Deed {
  /** In short, such as "INSERT rate_limits (signInPerIp, signInPerEmail)" or "verify m=19456,t=2,p=1". */
  readonly what: string
  /** Differs for every other statement. */
  readonly digest: string
  /** How many values the statement takes. */
  readonly values: number
  /** How many rows it answers: reading one takes longer than reading none. */
  rows: number
}

const verbOf = (text: string): string => /\b(select|insert|update|delete)\b/i.exec(text)?.[1]?.toUpperCase() ?? text

const tableOf = (text: string): string => /"latchkey"\."(\w+)"/.exec(text)?.[1] ?? ""

/** The budgets that a statement of the limiter is about. */
const budgetsOf = (values: ReadonlyArray<unknown>): string => {
  const names = values.flatMap((value) => /^([a-z]\w+Per\w+):/.exec(String(value))?.[1] ?? [])
  return names.length === 0 ? "" : ` (${[...new Set(names)].join(", ")})`
}

const statement = (text: string, values: ReadonlyArray<unknown>): Deed => ({
  what: `${verbOf(text)} ${tableOf(text)}${budgetsOf(values)}`.trim(),
  digest: createHash("sha256").update(text).digest("hex").slice(0, 8),
  values: values.length,
  rows: 0
})

const hashing = (operation: string, parameters = ""): Deed => ({
  what: `${operation} ${parameters}`.trim(),
  digest: "",
  values: 0,
  rows: 0
})

const parametersOf = (phc: string): string => phc.split("$")[3] ?? phc

/**
 * Writes down every statement that goes out to a database, at the very driver, and every password that is hashed or
 * verified, with real Argon2, in their order.
 */
export const makeDiary = () => {
  let deeds: Array<Deed> = []
  const write = (deed: Deed) => Effect.sync(() => void deeds.push(deed))

  const { query } = Pg.Client.prototype
  vi.spyOn(Pg.Client.prototype, "query").mockImplementation(function (this: Pg.Client, ...args: Array<unknown>) {
    const [text, values, callback] = args
    const deed = statement(String(text), Array.isArray(values) ? values : [])
    deeds.push(deed)
    if (typeof callback !== "function") return Reflect.apply(query, this, args)
    const counting = (error: unknown, result?: Pg.QueryResult) => {
      deed.rows = result?.rows.length ?? 0
      callback(error, result)
    }
    return Reflect.apply(query, this, [text, values, counting])
  } as typeof query)

  const watched = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (real) =>
      PasswordHasher.of({
        ...real,
        hash: (password) => Effect.zipRight(write(hashing("hash")), real.hash(password)),
        verify: (password, stored) =>
          Effect.zipRight(write(hashing("verify", parametersOf(Redacted.value(stored)))), real.verify(password, stored))
      })
    )
  )

  return {
    crypto: Layer.provideMerge(watched, Crypto.layer),
    /** What the service does while `use` runs, and what that answers. */
    during: async <A>(use: () => Promise<A>) => {
      deeds = []
      const answer = await use()
      return { answer, deeds: [...deeds] }
    }
  }
}
