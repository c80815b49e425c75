import { expect, test } from "vitest"
import { onBothMounts } from "../http/support/conformance.ts"
import { newEmail, password, requestLink, signIn, signUp, verify } from "../http/support/contract.ts"

const token = `${"t".repeat(42)}A`

/** Spellings of a path that a router may take for it. */
const paths = (path: string): ReadonlyArray<string> => [
  path,
  `${path}/`,
  `/${path}`,
  path.replace("/auth/", "//auth//"),
  path.toUpperCase(),
  path.replace("auth", "aUtH"),
  path.replace("auth", "%61uth"),
  path.replaceAll("-", "%2D"),
  `${path}?a=b`,
  `${path};a=b`,
  path.replace("/v1/", "/v1/./")
]

/** Spellings of one address, of which the domain is bücher.example. */
const emails = (name: string): ReadonlyArray<string> => [
  `${name}@bücher.example`,
  `${name}@BÜCHER.Example`,
  `${name}@bu\u0308cher.example`,
  `${name}@xn--bcher-kva.example`,
  `${name.toUpperCase()}@XN--BCHER-KVA.EXAMPLE`,
  ` ${name}@bücher.example\n`,
  `${name}@ｂücher.example`
]

onBothMounts("spellings", (service) => {
  test.each([
    ["sign-up", signUp, 20, (): object => ({ email: newEmail(), password: "short" })],
    ["asking for a link", requestLink, 20, (): object => ({ email: newEmail() })],
    ["pressing the button", verify, 30, (): object => ({ token })],
    ["following a link", verify, 30, undefined]
  ] as const)("of the path share one budget, or are no path at all: %s", async (_, path, limit, bodyOf) => {
    const spelled = paths(path)
    const ask = (path: string) =>
      bodyOf === undefined
        ? service()
            .browser()
            .get(`${path}${path.includes("?") ? "&" : "?"}token=${token}`)
        : service().browser().post(path, bodyOf())
    const statuses: Array<number> = []
    for (let round = 0; round < 6; round++) {
      for (const path of spelled) statuses.push((await ask(path)).status)
    }
    expect(statuses.filter((status) => ![200, 400, 401, 404, 429].includes(status))).toEqual([])
    expect(statuses.filter((status) => ![404, 429].includes(status))).toHaveLength(limit)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  test.each([
    ["signing in", signIn, 10, { password }],
    ["asking for a link", requestLink, 5, {}]
  ] as const)("of an address share one budget: %s", async (_, path, limit, body) => {
    const spelled = emails(newEmail().replace(/@.*/, ""))
    const statuses: Array<number> = []
    for (let index = 0; index < 2 * spelled.length; index++) {
      const email = spelled[index % spelled.length]
      statuses.push(
        (
          await service()
            .browser()
            .post(path, { email, ...body })
        ).status
      )
    }
    expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([])
    expect(statuses.slice(0, limit)).not.toContain(429)
    expect(statuses.slice(limit)).toEqual(Array(2 * spelled.length - limit).fill(429))
  })
})
