/** Somebody with an account, a browser and a network address of their own. */
export interface Person {
  readonly email: string
  readonly address: string
}

export const password = "correct horse battery staple"

/** As many as there ever are clients at once. */
export const people: ReadonlyArray<Person> = Array.from({ length: 32 }, (_, index) => ({
  email: `person${index}@example.com`,
  address: `203.0.113.${index + 1}`
}))
