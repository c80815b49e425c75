import { assert, describe, it } from "@effect/vitest"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as PlainHttpWarning from "../../src/http/PlainHttpWarning.ts"

const id = InstanceId.make("inst_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708")
const stored = [
  new Instance({ ...defaultInstance, origins: ["https://a.example"], redirectUrl: "http://a.example/" }),
  new Instance({ ...defaultInstance, id, origins: ["https://b.example", "http://b.example", "http://localhost:8080"] })
]

/** Returns the warnings about the listed instances, beside a base URL. */
const warningsOf = (baseUrl: string, list: InstanceDirectory["Type"]["list"]) =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel.label} ${String(message)}`))
    const directory = { list } as unknown as InstanceDirectory["Type"]
    yield* PlainHttpWarning.warn({ baseUrl }).pipe(
      Effect.provide(Layer.succeed(InstanceDirectory, directory)),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger))
    )
    return logged
  })

const warnings = (baseUrl: string, instances: ReadonlyArray<Instance>) => warningsOf(baseUrl, Effect.succeed(instances))

describe("The warning about plain http", () => {
  it.effect("is one line that names the instances and their fields", () =>
    Effect.gen(function* () {
      const [line = "", ...others] = yield* warnings("https://auth.example.com", stored)
      assert.isEmpty(others)
      assert.match(line, /^WARN Instances have plain http URLs, but BASE_URL is https\./)
      assert.include(line, `default (redirectUrl), ${id} (origins.1)`)
    })
  )

  it.effect("is missing without such instances, and with an http BASE_URL", () =>
    Effect.gen(function* () {
      assert.isEmpty(yield* warnings("https://auth.example.com", [defaultInstance]))
      assert.isEmpty(yield* warnings("http://localhost:3000", stored))
    })
  )

  it.effect("does not prevent the start if the instances cannot be read", () =>
    Effect.gen(function* () {
      const failure = new PersistenceError({ cause: "timeout" })
      assert.deepStrictEqual(yield* warningsOf("https://auth.example.com", failure), [
        `WARN Cannot check the URLs of instances for plain http,${failure.message}`
      ])
    })
  )
})
