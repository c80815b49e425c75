import { execFileSync } from "node:child_process"
import { tags } from "@latchkey/domain/language/BuiltIn"
import { codes, userTextsOf } from "@latchkey/http/core/Problem"
import * as Docs from "@latchkey/http/Docs"
import { read as readFile, root } from "@latchkey/test-support/files"
import { expect, test } from "vitest"
import { type Contract, read } from "./generate/contract.ts"
import * as modules from "./generate/modules.ts"
import * as names from "./generate/names.ts"

const biome = `${root}node_modules/@biomejs/biome/bin/biome`
const formatted = (path: string, input: string) =>
  execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${path}`], { cwd: root, input, encoding: "utf8" })

const contract = read()

// `npm run generate` writes the files.
test.each<[string, (contract: Contract) => string | Promise<string>]>([
  ["Schemas.ts", modules.schemas],
  ["Methods.ts", modules.methods],
  ["internal/endpoints.ts", modules.endpoints],
  ...tags.map((tag): [string, (contract: Contract) => string] => [`messages/${tag}.ts`, modules.messages(tag)])
])("%s is what the contract says", async (path, write) => {
  const text = formatted(`packages/client/src/${path}`, await write(contract))
  await expect(text).toMatchFileSnapshot(`../src/${path}`)
})

test("an error has texts in every language if and only if users can get it", () => {
  const translated = codes.filter((code) => typeof userTextsOf(code) !== "string")
  // No method comes back from an identity provider or manages tokens: pages do.
  const ofBrowsers = ["identity_already_exists", "personal_tokens_disabled", "too_many_personal_tokens"]
  expect([...translated].sort()).toEqual([...Object.keys(contract.problems), ...ofBrowsers].sort())
})

test("every name that differs is in the contract", () => {
  const text = JSON.stringify(Docs.specification())
  const { interfaces, methods, mutable, references, types, withoutMethod } = names
  const endpoints = [...Object.keys(methods), ...withoutMethod].map((name) => `.${name}"`)
  const groups = Object.keys(interfaces).map((name) => `"operationId":"${name}.`)
  const schemas = [...Object.keys(types), ...mutable].map((name) => `"#/components/schemas/${name}"`)
  expect([...endpoints, ...groups, ...schemas].filter((part) => !text.includes(part))).toEqual([])
  const ofMethods = contract.methods.map(({ name }) => name)
  expect(Object.keys(references).filter((name) => !ofMethods.includes(name))).toEqual([])
})

test("README.md lists the methods of the contract", async () => {
  const text = readFile("packages/client/README.md").replace(
    /^\| method \| input \|.*\n(?:\|.*\n)*/m,
    `${modules.table(contract)}\n`
  )
  await expect(text).toMatchFileSnapshot("../README.md")
})
