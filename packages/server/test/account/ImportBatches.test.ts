import { assert, describe, it } from "vitest"
import * as Either from "effect/Either"
import * as ImportBatches from "../../src/account/ImportBatches.ts"

async function* stream(...chunks: ReadonlyArray<string | Uint8Array>) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

const batches = async (chunks: AsyncIterable<Uint8Array>, size = 1000) => {
  const found: Array<ImportBatches.Batch> = []
  for await (const batch of ImportBatches.batches(chunks, "latchkey", size)) found.push(batch)
  return found
}

/** The address of each line, or what is wrong with it. */
const shortly = async (...chunks: ReadonlyArray<string | Uint8Array>) =>
  (await batches(stream(...chunks))).flatMap(({ entries }) =>
    entries.map(({ line, user }) =>
      Either.match(user, {
        onLeft: (errors) => `${line}: ${errors.map(({ field, reason }) => `${field} ${reason}`).join("; ")}`,
        onRight: ({ email }) => `${line}: ${email}`
      })
    )
  )

const user = (name: string) => JSON.stringify({ email: `${name}@example.com` })

describe("The lines of a file to import", () => {
  it("may have a byte order mark, CRLF, empty lines, and no end", async () => {
    const text = `\uFEFF${user("a")}\r\n\r\n  \n${user("b")}\n\n${user("c")}`
    assert.deepStrictEqual(await shortly(text), ["1: a@example.com", "4: b@example.com", "6: c@example.com"])
  })

  it("are wrong one by one, and the others are read", async () => {
    const latin1 = Buffer.from(`{"email":"j\u00fcrgen@example.com"}\n`, "latin1")
    const huge = `${" ".repeat(64 * 1024)}${user("huge")}\n`
    const lines = [
      `${user("a")}\n`,
      `{"email":\n`,
      `"text"\n`,
      `{"email":"secret@"}\n`,
      latin1,
      huge,
      `[]\n`,
      `null\n`,
      `{"email":"x@example.com","password":"secret","disabled":"no"}\n`,
      `{"email":"x@example.com","externalId":7,"disabled":"no"}\n`,
      `${user("b")}\n`
    ]
    assert.deepStrictEqual(await shortly(...lines), [
      "1: a@example.com",
      "2: line is not JSON",
      "3: line is not a JSON object",
      "4: email is not an email address",
      "5: line is not UTF-8",
      "6: line is longer than 65536 bytes",
      "7: line is not a JSON object",
      "8: line is not a JSON object",
      "9: password cannot be imported: give passwordHash, or create the user",
      "10: externalId must be a string; disabled must be a boolean",
      "11: b@example.com"
    ])
  })

  it("of a file in UTF-16 are all wrong", async () => {
    const utf16 = Buffer.from(`\uFEFF${user("a")}\n${user("b")}\n`, "utf16le")
    const found = await shortly(utf16)
    assert.isAbove(found.length, 1)
    for (const line of found) assert.match(line, /is not (UTF-8|JSON)/)
  })

  it("come in batches of the size, each with its last line and how many bytes were read", async () => {
    const text = ["a", "b", "c"].map((name) => `${user(name)}\n`)
    const found = await batches(stream(text.join("")), 2)
    assert.deepStrictEqual(
      found.map(({ end, entries, lastLine }) => [entries.length, lastLine, end]),
      [
        [2, 2, text.join("").length * (2 / 3)],
        [1, 3, text.join("").length]
      ]
    )
  })

  for (const text of ["[", "\uFEFF  [{}]", '[{"email":"a@example.com"}]\n']) {
    it(`are none if the file is a JSON list: ${JSON.stringify(text)}`, async () => {
      const error = await batches(stream(text)).catch((error: unknown) => error)
      assert.instanceOf(error, ImportBatches.JsonArray)
    })
  }
})
