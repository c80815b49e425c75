/**
 * The contract inside an app's own `HttpApi`. `addHttpApi` merges groups by name, and prefixes change the paths: this
 * finds out what became of the contract.
 */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"

/** An `HttpApi`, whatever its groups. */
export interface Any {
  readonly groups: Readonly<Record<string, HttpApiGroup.HttpApiGroup.Any>>
}

type Endpoints = Readonly<Record<string, HttpApiEndpoint.HttpApiEndpoint.AnyWithProps>>

const groupsOf = ({ groups }: Any) => groups as Readonly<Record<string, HttpApiGroup.HttpApiGroup.AnyWithProps>>

/** Returns the groups of the contract, with their endpoints. */
const endpointsOf = (contract: Any): ReadonlyArray<readonly [name: string, endpoints: Endpoints]> =>
  Object.entries(groupsOf(contract)).map(([name, { endpoints }]) => [name, endpoints])

/** Returns an endpoint of the contract by the names of its group and its own. */
export const endpointOf = (contract: Any, group: string, name: string): Endpoints[string] => {
  const endpoint = groupsOf(contract)[group]?.endpoints[name]
  if (endpoint === undefined) throw new TypeError(`The contract has no endpoint ${group}.${name}`)
  return endpoint
}

/** Returns the prefix of a group's paths, or `undefined` if its endpoints are not those of the contract. */
const prefixOf = (own: Endpoints, declared: Endpoints): string | undefined => {
  if (Object.keys(own).length !== Object.keys(declared).length) return undefined
  const [first, ...others] = Object.entries(declared).map(([name, { method, path }]) => {
    const found = own[name]
    return found?.method === method && found.path.endsWith(path) ? found.path.slice(0, -path.length) : undefined
  })
  return others.every((prefix) => prefix === first) ? first : undefined
}

/**
 * Returns the prefix of each group of the contract, as the app's API has it. Throws a `TypeError` if the API does not
 * include the contract, or replaces one of its groups.
 */
export const prefixesIn = (contract: Any, api: Any): ReadonlyArray<string> =>
  endpointsOf(contract).map(([name, declared]) => {
    const group = groupsOf(api)[name]
    if (group === undefined) {
      throw new TypeError("This API does not include Latchkey's: add it with .addHttpApi(LatchkeyApi)")
    }
    const prefix = prefixOf(group.endpoints, declared)
    if (prefix === undefined) {
      throw new TypeError(
        `Two groups of this API are called "${name}", and one is Latchkey's: rename the app's own group`
      )
    }
    return prefix
  })

/** Returns the methods that an API declares for each path of the contract in it. */
export const methodsByPath = (contract: Any, api: Any): ReadonlyMap<string, ReadonlyArray<string>> => {
  const groups = groupsOf(api)
  const all = Object.values(groups).flatMap(
    ({ endpoints }): ReadonlyArray<Endpoints[string]> => Object.values(endpoints)
  )
  const paths = endpointsOf(contract).flatMap(([name]) =>
    Object.values(groups[name]?.endpoints ?? {}).map(({ path }) => path)
  )
  return new Map(
    paths.map((path) => [path, all.filter((endpoint) => endpoint.path === path).map(({ method }) => method)])
  )
}
