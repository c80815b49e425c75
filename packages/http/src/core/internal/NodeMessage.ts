/** What Node knows of a request. Its headers have the first of several lines of most names only. */
import * as Predicate from "effect/Predicate"

export interface NodeMessage {
  readonly httpVersion: string
  readonly rawHeaders: ReadonlyArray<string>
  readonly url: string
}

/** Returns `true` if the request of the server is Node's. */
export const isNodeMessage = (source: unknown): source is NodeMessage =>
  Predicate.hasProperty(source, "rawHeaders") && Array.isArray(source.rawHeaders)

/** Returns how many lines of that name a request has. `name`: in lower case. */
export const countLines = ({ rawHeaders }: Pick<NodeMessage, "rawHeaders">, name: string): number =>
  rawHeaders.filter((line, at) => at % 2 === 0 && line.length === name.length && line.toLowerCase() === name).length
