import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** The root folder of the project. */
export const root = fileURLToPath(new URL("../../../", import.meta.url))

export const read = (path: string): string => readFileSync(`${root}${path}`, "utf8")

export const exists = (path: string): boolean => existsSync(`${root}${path}`)

export const manifest: { readonly version: string; readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  read("package.json")
)

/** Returns the assignments in a file of environment variables, as Docker and systemd read them. */
export const environmentOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => !/^\s*(#|$)/.test(line))
      .map((line) => {
        const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
        if (name === undefined || value === undefined) throw new Error(`Not an assignment: ${line}`)
        return [name, value]
      })
  )

/** Returns the values of each key of a systemd unit, regardless of its section. */
export const unitOf = (text: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const values = new Map<string, ReadonlyArray<string>>()
  for (const line of text.split("\n").filter((line) => !/^\s*([#;[]|$)/.test(line))) {
    const [, key = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? []
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return values
}

const sizes: Readonly<Record<string, number>> = { m: 1024 ** 2, g: 1024 ** 3 }

/** Returns the bytes of a size like `512m` or `1G`. */
export const bytesOf = (text: string): number => Number(text.slice(0, -1)) * (sizes[text.slice(-1).toLowerCase()] ?? 0)
