import { expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { newEmail, password, requestLink, signIn, signUp, verify } from "@latchkey/test-support/contract"

const token = `${"t".repeat(42)}A`

/** Spellings of a path that a router may accept. */
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

/** Spellings of one email address at bücher.example. */
const emails = (name: string): ReadonlyArray<string> => [
  `${name}@bücher.example`,
  `${name}@BÜCHER.Example`,
  `${name}@bu\u0308cher.example`,
  `${name}@xn--bcher-kva.example`,
  `${name.toUpperCase()}@XN--BCHER-KVA.EXAMPLE`,
  ` ${name}@bücher.example\n`,
  `${name}@ｂücher.example`
]

onBothMounts("Rate limits", (service) => {
  test.each([
    ["sign-up", signUp, 20, (): object => ({ email: newEmail(), password: "short" })],
    ["magic link request", requestLink, 20, (): object => ({ email: newEmail() })],
    ["verification by the button", verify, 30, (): object => ({ token })],
    ["verification by the link", verify, 30, undefined]
  ] as const)(
    "count all spellings of a path together, or there is no such path: %s",
    async (_, path, limit, bodyOf) => {
      const spellings = paths(path)
      const ask = (path: string) =>
        bodyOf === undefined
          ? service()
              .browser()
              .get(`${path}${path.includes("?") ? "&" : "?"}token=${token}`)
          : service().browser().post(path, bodyOf())
      const statuses: Array<number> = []
      for (let round = 0; round < 6; round++) {
        for (const path of spellings) statuses.push((await ask(path)).status)
      }
      expect(statuses.filter((status) => ![200, 400, 401, 404, 429].includes(status))).toEqual([])
      expect(statuses.filter((status) => ![404, 429].includes(status))).toHaveLength(limit)
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    }
  )

  test.each([
    ["sign-in", signIn, 10, { password }],
    ["magic link request", requestLink, 5, {}]
  ] as const)("count all spellings of an email address together: %s", async (_, path, limit, body) => {
    const spellings = emails(newEmail().replace(/@.*/, ""))
    const statuses: Array<number> = []
    for (let index = 0; index < 2 * spellings.length; index++) {
      const email = spellings[index % spellings.length]
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
    expect(statuses.slice(limit)).toEqual(Array(2 * spellings.length - limit).fill(429))
  })
})
