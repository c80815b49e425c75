import { read } from "@latchkey/test-support/files"

/** A page as a shell script. It does what a reader does, in the page's order. */
export interface Quickstart {
  readonly script: string
  /** What the page shows after its commands, such as `{"ok":true}`, by the number of the command. */
  readonly shown: ReadonlyArray<string>
}

export interface Options {
  /** The port in the place of 3000. */
  readonly port: number
  /** What to install in the place of a package of this repository, such as `@latchkey/server`. */
  readonly install: (names: ReadonlyArray<string>) => string
}

interface Block {
  readonly kind: "ts" | "sh"
  readonly text: string
  /** The last file that the page names before this block. */
  readonly file: string
}

const blocksOf = (page: string): ReadonlyArray<Block> =>
  [...page.matchAll(/^```(ts|sh)\n([\s\S]*?)^```$/gm)].map(({ 1: kind, 2: text = "", index }) => ({
    kind: kind === "ts" ? "ts" : "sh",
    text,
    file: [...page.slice(0, index).matchAll(/`([\w.-]+\.ts)`/g)].at(-1)?.[1] ?? ""
  }))

/** Splits a block into commands, each with the output that the page shows below it. */
const commandsOf = (text: string) => {
  const commands: Array<{ readonly command: string; shown: string }> = []
  const lines = text.replaceAll("\\\n", " ").split("\n")
  for (const line of lines.filter((line) => line !== "")) {
    const last = commands.at(-1)
    if (last !== undefined && line.startsWith("# ")) last.shown = line.slice(2)
    else commands.push({ command: line, shown: "" })
  }
  return commands
}

/** Waits until a condition is true. Stops the script with the server's log if the server ends before. */
const waitUntil = (condition: string) =>
  `until ${condition}; do kill -0 $server || { cat server.log; exit 1; }; sleep 0.2; done`

/** Commands that run until they are stopped. */
const isServer = (command: string) => /^npx (latchkey dev|tsx )/.test(command)

const installed = (command: string, install: Options["install"]): string => {
  const names = command.match(/@latchkey\/\w+/g) ?? []
  const [first] = names
  if (!command.startsWith("npm install") || first === undefined) return command
  return command.replace(first, install(names)).replace(/ @latchkey\/\w+/g, "")
}

/** Reads a page of `docs` as a script. The script stops at the first command that fails. */
export const quickstart = (page: string, { install, port }: Options): Quickstart => {
  const origin = `http://localhost:${port}`
  const text = read(page).replaceAll("http://localhost:3000", origin).replaceAll("port: 3000", `port: ${port}`)
  const shown: Array<string> = []
  const lines = blocksOf(text).flatMap((block) => {
    if (block.kind === "ts") return [`cat > ${block.file} <<'end of file'`, block.text.trimEnd(), "end of file"]
    return commandsOf(block.text).flatMap(({ command, shown: output }) => {
      if (isServer(command)) {
        return [
          `PORT=${port} ${command} > server.log 2>&1 & server=$!`,
          waitUntil(`curl -sf -m 5 -o ready ${origin}/health/ready`)
        ]
      }
      // A reader opens the inbox after the email has arrived.
      const wait = command.includes("/dev/inbox")
        ? [waitUntil(`curl -s ${origin}/dev/inbox.json | grep -q verify`)]
        : []
      shown.push(output)
      return [...wait, `echo; echo '@@@ ${shown.length - 1}'`, installed(command, install).replace(/^curl/, "curl -sS")]
    })
  })
  const addresses = [...new Set(text.match(/http:\/\/localhost:\d+[\w/.-]*(?=[`)>])/g) ?? [])]
  const visits = addresses.map((address) => `curl -sSf -o /dev/null ${address}`)
  return { script: [...lines, "echo; echo '@@@ end'", ...visits, "cat server.log || true"].join("\n"), shown }
}

/** Returns what each command printed, by its number. */
export const outputsOf = (out: string): ReadonlyArray<string> =>
  [...out.matchAll(/^@@@ \d+\n([\s\S]*?)(?=^@@@ )/gm)].map(([, output = ""]) => output.trim())

/** Returns `true` if an output contains the parts that are shown, in their order. `…` is in the place of the rest. */
export const isAsShown = (output: string, shown: string): boolean => {
  let rest = output
  return shown.split("…").every((part) => {
    const at = rest.indexOf(part)
    rest = rest.slice(at + part.length)
    return at >= 0
  })
}
