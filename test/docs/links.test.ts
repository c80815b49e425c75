import { readdirSync } from "node:fs"
import { posix } from "node:path"
import { assert, describe, it } from "vitest"
import { exists, read, root } from "@latchkey/test-support/files"

const readmesIn = (folder: string) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}/README.md`)

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...["examples/README.md", ...readmesIn("packages"), ...readmesIn("examples")].filter(exists),
  ...readdirSync(`${root}docs`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
]

const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, "`code`")

const linksIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)]
    .flatMap(([, link]) => link ?? [])
    .filter((link) => !/^[a-z]+:/.test(link))

/** Returns the anchors that GitHub gives to headings. */
const anchorsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-")
  )

describe("The links of the documentation", () => {
  it.each(pages)("have existing targets: %s", (page) => {
    const broken = linksIn(withoutCode(read(page))).filter((link) => {
      const [path = "", anchor] = link.split("#")
      const target = path === "" ? page : posix.join(posix.dirname(page), path)
      return !exists(target) || (anchor !== undefined && !anchorsIn(read(target)).includes(anchor))
    })
    assert.deepStrictEqual(broken, [])
  })
})
