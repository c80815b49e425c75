/**
 * `node .ci/common-passwords.js`: writes the list of common passwords of `@latchkey/crypto` from the one of
 * `@zxcvbn-ts/language-common`. `test/common-passwords.test.ts` checks that the file is what this program writes.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL("..", import.meta.url))

const source = "@zxcvbn-ts/language-common"
const count = 10_000
/** The minimum of the default policy: it refuses shorter passwords anyway. */
const minLength = 8

/** Where the list is. */
export const path = "packages/crypto/src/internal/commonPasswords.json"

const read = (/** @type {string} */ file) => readFileSync(require.resolve(`${source}/${file}`), "utf8")

/** Returns the list, in alphabetical order. The source has the commonest first, in lower case. */
const passwords = () => {
  /** @type {ReadonlyArray<string>} */
  const all = JSON.parse(read("src/passwords.json"))
  return all
    .filter((password) => password.length >= minLength)
    .slice(0, count)
    .sort()
}

/** Returns the text of the file. The passwords are one text, which the adapter searches as it is. */
export const make = () => {
  const { version } = JSON.parse(read("package.json"))
  const content = {
    source: `The ${count.toLocaleString("en")} commonest passwords with at least ${minLength} characters, in lower case, one per line, sorted. Written by .ci/common-passwords.js from ${source} ${version}, which has this license:`,
    license: read("LICENSE.txt").trim().split("\n"),
    passwords: `\n${passwords().join("\n")}\n`
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(root, path), make())
