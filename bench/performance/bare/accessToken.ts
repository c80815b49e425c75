// The minimum of an access token: a body, the session check of `batched.ts`, and a signature.
import { generateKeyPairSync, randomUUID, sign } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { findBatched } from "./findBatched.ts"
import { listen } from "./listen.ts"
import { readJson } from "./readJson.ts"
import { keyOf, reply } from "./sessionRequests.ts"

const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" })

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const header = encode({ alg: "ES256", kid: "Sfz2vZ1lb5kKH6mGv4ziZJFEGzjlnaZ4LkqnbV1T0Ug", typ: "at+jwt" })

const issue = (session: object, audience: string) => {
  const now = Math.floor(Date.now() / 1000)
  const times = { iat: now, exp: now + 300, auth_time: now }
  const text = `${header}.${encode({ ...session, ...times, aud: audience, jti: randomUUID() })}`
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")
  return { accessToken: `${text}.${signature}`, tokenType: "Bearer", expiresIn: 300 }
}

const respond = async (request: IncomingMessage) => {
  const { audience } = await readJson<{ readonly audience: string }>(request)
  const session = (await findBatched(keyOf(request))) as object | undefined
  return session === undefined ? undefined : issue(session, audience)
}

listen(createServer((request, response) => void respond(request).then((token) => reply(response, token))))
