/** A long-lived access key of AWS. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** The two parts of the key. The secret part is `Redacted`, so it prints as `<redacted>`. */
export interface SesCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
}

const key = /^([^:\s]+):(\S+)$/

/**
 * Parses `accessKeyId:secretAccessKey`, separated by the first colon. Returns `None` if a part is missing or contains
 * white space.
 */
export const parse = (text: Redacted.Redacted): Option.Option<SesCredentials> => {
  const [, accessKeyId, secretAccessKey] = key.exec(Redacted.value(text)) ?? []
  return accessKeyId === undefined || secretAccessKey === undefined
    ? Option.none()
    : Option.some({ accessKeyId, secretAccessKey: Redacted.make(secretAccessKey) })
}
