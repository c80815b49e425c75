import { createRequire } from "node:module"
import { isFull } from "@latchkey/test-support/suite"
import express5 from "express"
import express4 from "express4"
import * as fastify5 from "fastify"
import * as fastify4 from "fastify4"
import * as kit from "../../src/express.ts"
import type { ExampleApp, ExampleOptions } from "./ExampleApp.ts"
import { startExpress } from "./expressApp.ts"
import { startFastify } from "./fastifyApp.ts"
import { startHono } from "./honoApp.ts"

/** The package as a CommonJS module gets it. */
const required = createRequire(import.meta.url)("../../cjs/express.js") as typeof kit

/** A framework in one of its versions. */
export interface Framework {
  readonly name: string
  readonly start: (options: ExampleOptions) => Promise<ExampleApp>
}

const current: ReadonlyArray<Framework> = [
  { name: "Express 5", start: (options) => startExpress(express5, kit, options) },
  { name: "Fastify 5", start: (options) => startFastify(fastify5, options) },
  { name: "Hono 4", start: startHono }
]

const older: ReadonlyArray<Framework> = [
  { name: "Express 4, from CommonJS", start: (options) => startExpress(express4 as never, required, options) },
  { name: "Fastify 4", start: (options) => startFastify(fastify4 as never, options) }
]

/** The frameworks in the versions that apps start with now, and in `npm run test:full` in the versions before. */
export const frameworksUnderTest = (): ReadonlyArray<Framework> => (isFull() ? older : current)
