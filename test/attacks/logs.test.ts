import { expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, requestLink, session, signIn, signUp, verify } from "@latchkey/test-support/contract"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import { exchange } from "@latchkey/test-support/wire"
import type { Mount, Service } from "@latchkey/test-support/Service"
import { mountsUnderTest } from "@latchkey/test-support/Service"

/** Characters that end a line, move the cursor or change colors in a terminal or a text viewer. */
const controls = ["\n", "\r\n", "\u001b[2J", "\u009b31m", "\u0085", "\u2028", "\u007f"]
const forgery = '{"message":"sign_in","annotations":{"outcome":"ok-forged"}}'

/** Sends forged lines in bodies, queries, paths and headers. */
const forge = async (service: Service, control: string) => {
  const line = `${control}${forgery}${control}`
  for (const path of [signUp, signIn, requestLink]) {
    await service.browser().post(path, { email: `ada${line}@example.com`, password: `${password}${line}` })
    await service.browser().post(path, { email: newEmail(), password: `${password}${line}`, [line]: line })
  }
  const escaped = encodeURIComponent(line)
  await service.browser().get(`${verify}?token=${escaped}`)
  await service.browser().get(`/v1/${escaped}?${escaped}`)
  const bytes = Buffer.from(line).toString("latin1")
  for (const name of ["user-agent", "x-forwarded-for", "host", "cookie", "accept", "authorization", "content-type"]) {
    const headers = name === "host" ? `host: ${bytes}` : `host: x\r\n${name}: ${bytes}`
    await exchange(service.port, `GET ${session} HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`)
  }
  await exchange(service.port, `GET /v1/${bytes} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
}

const logOf = async (mount: Mount) => {
  const recorder = makeRecorder()
  const service = await start({ mount, logger: recorder.layer, settings: { trustedProxies: ["127.0.0.0/8"] } })
  for (const control of controls) await forge(service, control)
  await service.stop()
  return recorder.lines().flatMap((line) => (line.startsWith("log ") ? [line.slice(4)] : []))
}

/** Returns every text in a value, including the names of fields. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
    : [String(value)]

test.each(mountsUnderTest())("no request can forge a line of the log, mounted by %s", async (mount) => {
  const lines = await logOf(mount)
  expect(lines.length).toBeGreaterThan(controls.length * 10)
  for (const line of lines) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the log must not contain them
    for (const text of textsIn(JSON.parse(line))) expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
    expect(line).not.toContain("forged")
  }
})
