import { createHash } from "node:crypto"
import * as Crypto from "@latchkey/crypto/Crypto"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Pg from "pg"
import { vi } from "vitest"

/** A step of work that takes time: a statement, or a hash. */
export interface WorkStep {
  /** A summary, such as "INSERT rate_limits (signInPerIp, signInPerEmail)" or "verify $2b$12". */
  readonly summary: string
  /** Different for every statement. */
  readonly digest: string
  /** The number of parameters of the statement. */
  readonly values: number
  /** The number of rows it returns: reading one row takes longer than reading none. */
  rows: number
}

const verbOf = (text: string): string => /\b(select|insert|update|delete)\b/i.exec(text)?.[1]?.toUpperCase() ?? text

const tableOf = (text: string): string => /"latchkey"\."(\w+)"/.exec(text)?.[1] ?? ""

/** Returns the limits that a statement of the rate limiter concerns. */
const limitsOf = (values: ReadonlyArray<unknown>): string => {
  const names = values.flatMap((value) => /^([a-z]\w+Per\w+):/.exec(String(value))?.[1] ?? [])
  return names.length === 0 ? "" : ` (${[...new Set(names)].join(", ")})`
}

const statement = (text: string, values: ReadonlyArray<unknown>): WorkStep => ({
  summary: `${verbOf(text)} ${tableOf(text)}${limitsOf(values)}`.trim(),
  digest: createHash("sha256").update(text).digest("hex").slice(0, 8),
  values: values.length,
  rows: 0
})

const hashing = (operation: string, scheme = ""): WorkStep => ({
  summary: `${operation} ${scheme}`.trim(),
  digest: "",
  values: 0,
  rows: 0
})

/**
 * Makes a log of every statement that the driver sends to a database, and of every hash and verification with real
 * Argon2id, in order.
 */
export const makeWorkLog = () => {
  let steps: Array<WorkStep> = []
  const record = (step: WorkStep) => Effect.sync(() => void steps.push(step))

  const { query } = Pg.Client.prototype
  vi.spyOn(Pg.Client.prototype, "query").mockImplementation(function (this: Pg.Client, ...args: Array<unknown>) {
    const [text, values, callback] = args
    const step = statement(String(text), Array.isArray(values) ? values : [])
    steps.push(step)
    if (typeof callback !== "function") return Reflect.apply(query, this, args)
    const counting = (error: unknown, result?: Pg.QueryResult) => {
      step.rows = result?.rows.length ?? 0
      callback(error, result)
    }
    return Reflect.apply(query, this, [text, values, counting])
  } as typeof query)

  const logged = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (real) =>
      PasswordHasher.of({
        ...real,
        withPlace: (options, use) =>
          real.withPlace(options, (place) =>
            use({
              hash: (password) => Effect.zipRight(record(hashing("hash")), place.hash(password)),
              verify: (password, stored) => {
                const step = hashing("verify", PasswordScheme.ofHash(stored))
                return Effect.zipRight(record(step), place.verify(password, stored))
              }
            })
          )
      })
    )
  )

  return {
    crypto: Layer.provideMerge(logged, Crypto.layer),
    /** Returns the work of the service during `use`, and the result of `use`. */
    during: async <A>(use: () => Promise<A>) => {
      steps = []
      const result = await use()
      return { result, steps: [...steps] }
    }
  }
}
