import { createHash, createHmac } from "node:crypto"
import type { Received } from "@latchkey/test-support/ses/Endpoint"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

const authorizationHeader =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

/** Parses the `Authorization` header of a request, and verifies its signature (Signature Version 4). */
export const read = (request: Received, secretAccessKey: string) => {
  const [, accessKeyId = "", day = "", region = "", service = "", names = "", signature = ""] =
    authorizationHeader.exec(request.headers.authorization ?? "") ?? []
  const headers = names.split(";")
  const canonicalRequest = [
    request.method,
    request.path,
    "",
    ...headers.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    "",
    names,
    sha256(request.body)
  ].join("\n")
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonicalRequest)].join("\n")
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const isValid = hmac(key, toSign).toString("hex") === signature
  return { accessKeyId, region, service, headers, isValid }
}
