import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import type { Client } from "@latchkey/client"
import { transformSync } from "esbuild"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { dataOf, problemOf, sessionOf } from "@latchkey/test-support/results"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password } from "@latchkey/test-support/contract"
import { read, root } from "@latchkey/test-support/files"
import type { Service } from "@latchkey/test-support/Service"
import { clientOf } from "./support/cookieFetch.ts"
import { bodyCodes, commonCodes } from "./support/declaredCodes.ts"

const readme = read("packages/client/README.md")
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code)
const [signInBlock = "", passkeyBlock = "", textsBlock = "", storeBlock = "", , serverBlock = "", programBlock = ""] =
  blocks

/** Returns the cells of the table below a heading, each as its code words. */
const tableUnder = (heading: string) =>
  (readme.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word)))

/** The types that an app has, in a web page and in Node. */
const environments = {
  "a web page": { lib: ["ES2022", "DOM"], types: [] },
  Node: { lib: ["ES2022"], types: ["node"] }
}

describe("The README of the client", () => {
  let folder: string
  let service: Service
  beforeAll(async () => {
    // Inside the workspace, so that the built package resolves by its name.
    mkdirSync(join(root, "node_modules/.cache"), { recursive: true })
    folder = mkdtempSync(join(root, "node_modules/.cache/client-readme-"))
    service = await start()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await service.stop()
  })
  beforeEach(() => service.advance(3_600_000))

  const run = async <A>(block: string): Promise<A> => {
    const { code } = transformSync(block.replaceAll("https://auth.example.com", service.origin), { loader: "ts" })
    const path = join(folder, `${Math.random().toString(36).slice(2)}.mjs`)
    writeFileSync(path, code)
    return import(/* @vite-ignore */ pathToFileURL(path).href)
  }

  test.each(Object.entries(environments))("contains code that compiles in %s", async (_, types) => {
    const project = mkdtempSync(join(folder, "types-"))
    // Only browsers have passkeys and documents.
    const ofBrowsers = [passkeyBlock, storeBlock]
    const compiled = types.types.length === 0 ? blocks : blocks.filter((block) => !ofBrowsers.includes(block))
    for (const [position, block] of compiled.entries()) writeFileSync(join(project, `${position}.ts`), block)
    const compilerOptions = {
      ...types,
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noImplicitReturns: true,
      module: "NodeNext",
      target: "ES2022"
    }
    const files = compiled.map((_, position) => `${position}.ts`)
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
    writeFileSync(join(project, "package.json"), '{"type":"module"}')
    const tsc = join(root, "node_modules/.bin/tsc")
    const output = await promisify(execFile)(tsc, ["-p", project]).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout
    )
    expect(output).toBe("")
    expect(blocks).toHaveLength(7)
  })

  test("contains error texts in the language of the user", async () => {
    const { textOf } = await run<{ textOf: (problem: object, language: string) => string }>(textsBlock)
    const problem = { code: "signin_rate_limited", retryAfterSeconds: 120 }
    expect(textOf(problem, "en-US")).toBe("Too many sign-in attempts. Try again in 2 minutes.")
    expect(textOf(problem, "de-AT")).toBe("Zu viele Anmeldeversuche. Versuchen Sie es in 2 Minuten noch einmal.")
  })

  test("contains a sign-in that works", async () => {
    const credentials = { email: newEmail(), password }
    await clientOf(service.origin).signUp(credentials)
    const { userId } = sessionOf(await clientOf(service.origin).signIn(credentials))
    const { signIn } = await run<{ signIn: (email: string, password: string) => Promise<string> }>(signInBlock)
    expect(await signIn(credentials.email, password)).toBe(`You are ${userId}`)
    for (let times = 0; times < 10; times++) {
      expect(await signIn(credentials.email, "a guess")).toBe("Wrong email address or password")
    }
    expect(await signIn(credentials.email, password)).toMatch(/^Please try again in \d+ s$/)
    expect(await signIn("ada@", password)).toBe("That did not work")
  })

  test("contains a server that protects a page", async () => {
    const client = clientOf(service.origin)
    const email = newEmail()
    await client.signUp({ email, password })
    const { orders } = await run<{ orders: (request: Request) => Promise<Response> }>(serverBlock)
    const cookie = await client.jar.getCookieString(service.origin)
    const open = (headers: Record<string, string>) => orders(new Request("https://app.example.com/orders", { headers }))
    const opened = await open({ cookie })
    expect([opened.status, await opened.text()]).toEqual([200, `Orders of ${email}`])
    const page = await open({ accept: "text/html" })
    const returnTo = encodeURIComponent("https://app.example.com/orders")
    expect([page.status, page.headers.get("location")]).toEqual([
      303,
      `${service.origin}/sign-in?return_to=${returnTo}`
    ])
    expect((await open({})).status).toBe(401)
  })

  test("contains a program that keeps its cookies", async () => {
    const { latchkey } = await run<{ latchkey: Client }>(programBlock)
    const credentials = { email: newEmail(), password }
    dataOf(await latchkey.signUp(credentials))
    expect(dataOf(await latchkey.session()).email).toBe(credentials.email)
    dataOf(await latchkey.signOut())
    expect(problemOf(await latchkey.session()).code).toBe("unauthenticated")
    dataOf(await latchkey.signIn(credentials))
    expect(dataOf(await latchkey.session()).email).toBe(credentials.email)
  })

  test("lists every problem that methods share", () => {
    const listed = tableUnder("Problems").flatMap(([, codes = []]) => codes)
    expect(listed.sort()).toEqual([...bodyCodes, ...commonCodes, "network_error", "aborted", "unexpected_reply"].sort())
  })
})
