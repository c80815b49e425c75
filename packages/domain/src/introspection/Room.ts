/** What the room of introspection consists of: what is the same for all kinds of tokens. */
import * as IntrospectToken from "./IntrospectToken.ts"
import * as RevokeToken from "./RevokeToken.ts"

/** The use cases. Each may use those before it. */
export const useCases = { IntrospectToken, RevokeToken }
