import { authority, selfSigned } from "@latchkey/test-support/certificates"
import { folder } from "@latchkey/test-support/process/latchkey"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"

const trusted = authority()

/** Sends one message from a process that trusts the authority: Node reads that when it starts. */
const program = (port: number) => `
  import * as HttpWebhookSender from "@latchkey/outgoing/HttpWebhookSender"
  import * as DateTime from "effect/DateTime"
  import * as Effect from "effect/Effect"
  import * as Redacted from "effect/Redacted"

  const message = {
    webhookId: "webhook_1", url: "https://localhost:${port}/", id: "evt_1", sentAt: DateTime.unsafeNow(), body: "{}",
    secrets: [Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]
  }
  const sent = Effect.flatMap(
    HttpWebhookSender.make({ privateHosts: ["localhost:${port}"] }),
    (sender) => sender.send(message)
  )
  console.log(await Effect.runPromise(Effect.scoped(Effect.merge(Effect.mapError(sent, ({ detail }) => detail)))))
`

const sentTo = async (certificate: { readonly cert: string; readonly key: string }): Promise<string> => {
  const server = createServer(certificate, (_, response) => response.end()).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const file = join(folder(), "authority.pem")
  writeFileSync(file, trusted.cert)
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program(port)], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file, NODE_OPTIONS: "" }
  })
  return stdout.trim()
}

describe("A message to a webhook with TLS", () => {
  const names = ["localhost"]
  const anHourAgo = new Date(Date.now() - 3_600_000)

  it("is delivered with a certificate of a trusted authority", async () => {
    expect(await sentTo(trusted.issue({ names }))).toBe("200")
  })

  it.each([
    ["that has expired", "CERT_HAS_EXPIRED", () => trusted.issue({ names, from: new Date(0), until: anHourAgo })],
    ["for another name", "ERR_TLS_CERT_ALTNAME_INVALID", () => trusted.issue({ names: ["other.example"] })],
    ["of another authority", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", () => authority("Other").issue({ names })],
    ["that no authority has signed", "DEPTH_ZERO_SELF_SIGNED_CERT", () => selfSigned("localhost")]
  ])("fails with a certificate %s", async (_, code, certificate) => {
    expect(await sentTo(certificate())).toBe(`localhost: ${code}`)
  })
})
