import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"

/** Reports the URL of each module of nodemailer that is loaded. */
const hooks = `
let port
export const initialize = (data) => { port = data }
export const load = (url, context, next) => {
  if (url.includes("/nodemailer/")) port.postMessage(url)
  return next(url, context)
}
`

/** Prints how many modules of nodemailer are loaded after each step. */
const program = `
import { register } from "node:module"
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads"

const { port1, port2 } = new MessageChannel()
register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}), { data: port2, transferList: [port2] })
let count = 0
const loaded = () => {
  while (receiveMessageOnPort(port1) !== undefined) count += 1
  return count
}
const Effect = await import("effect/Effect")
const Option = await import("effect/Option")
const SmtpMailer = await import("@latchkey/smtp/SmtpMailer")
await import("@latchkey/smtp/SmtpAccess")
await import("@latchkey/smtp/SmtpErrors")
await import("@latchkey/smtp/SmtpUrl")

const server = { host: "localhost", port: 1, encryption: "none", credentials: Option.none() }
SmtpMailer.layer({ from: "no-reply@example.com", server })
console.log(loaded())
await Effect.runPromise(Effect.scoped(SmtpMailer.make({ from: "no-reply@example.com", server })))
console.log(loaded())
port1.close()
`

describe("nodemailer", () => {
  it("is loaded when a mailer is made, not when a module of the package is imported", async () => {
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: new URL("..", import.meta.url)
    })
    const [before, after] = (await run).stdout.trim().split("\n").map(Number)
    assert.strictEqual(before, 0)
    assert.isAbove(after ?? 0, 0)
  })
})
