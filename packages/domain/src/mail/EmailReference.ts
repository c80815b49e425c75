/**
 * How an email names itself to the provider, so that reports find it again: its instance and its id, in a header of the
 * email.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { InstanceId, QueuedEmailId } from "../core/Ids.ts"

/** The name of the header. Its value is no secret: the recipient can read it. */
export const header = "Latchkey-Email"

/** What a reference names. */
export interface NamedEmail {
  readonly instanceId: InstanceId
  readonly emailId: QueuedEmailId
}

const decode = Schema.decodeUnknownOption(Schema.Struct({ instanceId: InstanceId, emailId: QueuedEmailId }))

/** Formats a reference: `default/email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708`. */
export const format = ({ emailId, instanceId }: NamedEmail): string => `${instanceId}/${emailId}`

/** Parses a reference. Returns `None` if it is not one. */
export const parse = (reference: string): Option.Option<NamedEmail> => {
  const [instanceId, emailId, ...others] = reference.split("/")
  return others.length > 0 ? Option.none() : decode({ instanceId, emailId })
}
