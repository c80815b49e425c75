import type { Caller } from "@latchkey/domain/core/Caller"
import type { Language } from "@latchkey/domain/language/Language"
import type { PresentedCookies } from "../PresentedCookies.ts"
import type { Networks } from "../IpAddress.ts"
import * as RequestReader from "../RequestReader.ts"

/**
 * The caller of a request. Its IP address and its languages are parsed when they are read: session checks have no
 * limit, and send no email.
 *
 * A class, because V8 makes a hidden class for each object that is written with a getter, and keeps it with the request
 * until a full collection.
 */
export class RequestCaller implements Caller {
  readonly clientToken: Caller["clientToken"]
  readonly sessionToken: Caller["sessionToken"]
  readonly isNative: boolean
  readonly #headers: RequestReader.IncomingRequest["headers"]
  readonly #parseNetworks: () => Networks
  #networks: Networks | undefined
  #languages: ReadonlyArray<Language> | undefined

  constructor(
    { clientToken, sessionToken }: PresentedCookies,
    headers: RequestReader.IncomingRequest["headers"],
    isNative: boolean,
    parseNetworks: () => Networks
  ) {
    this.clientToken = clientToken
    this.sessionToken = sessionToken
    this.isNative = isNative
    this.#headers = headers
    this.#parseNetworks = parseNetworks
  }

  get userAgent() {
    return this.#headers["user-agent"]
  }

  get ipAddress() {
    return this.#parsed().ipAddress
  }

  get widerNetworks() {
    return this.#parsed().widerNetworks
  }

  get languages() {
    this.#languages ??= RequestReader.languages(this.#headers)
    return this.#languages
  }

  #parsed(): Networks {
    this.#networks ??= this.#parseNetworks()
    return this.#networks
  }
}
