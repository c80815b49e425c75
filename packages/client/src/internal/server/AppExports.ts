/** What the kits of all frameworks export beside their own. */
export type {
  AccessToken,
  Caller,
  LatchkeyErrorCode,
  Needed,
  PersonalToken,
  Recent,
  ServerOptions,
  Session
} from "../../server.ts"
export { hasScopes, LatchkeyError } from "../../server.ts"
