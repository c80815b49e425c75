import * as UserData from "@latchkey/domain/account/UserData"
import type { IncludedData } from "@latchkey/domain/session/Sessions"
import * as Option from "effect/Option"

/** Returns those of the fields of the user that the instance includes. */
export const included = ({ metadata, name, userMetadata }: IncludedData) => ({
  ...(name === undefined ? {} : { name: Option.getOrNull(name) }),
  ...(metadata === undefined ? {} : { metadata: UserData.read(metadata) }),
  ...(userMetadata === undefined ? {} : { userMetadata: UserData.read(userMetadata) })
})
