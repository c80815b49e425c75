/** Which keys of an instance sign and are published, and when the next one is due: rules about times. */
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { SigningKey } from "./SigningKeyRepository.ts"

/** Five minutes: how long an access token works. Nothing revokes it before. */
export const tokenLifetime = Duration.minutes(5)

/** A day: how long a key is published before it signs, so that every API that caches keys has it by then. */
export const publicationLead = Duration.days(1)

/** A day: how long a key is published after its last token has expired. */
export const publicationTail = Duration.days(1)

/** Ninety days: how long a key signs before the next one does. */
export const rotationPeriod = Duration.days(90)

/** What the rules need of a key. Those of one instance are newest first. */
type Timed = Pick<SigningKey, "activeFrom" | "number">

/** Returns the key that signs at `now`: the newest one that may. */
export const signing = <Key extends Timed>(keys: ReadonlyArray<Key>, now: DateTime.Utc): Option.Option<Key> =>
  Arr.findFirst(keys, ({ activeFrom }) => DateTime.lessThanOrEqualTo(activeFrom, now))

/** Returns the newest key whose last token has expired so long ago that no API needs it, nor those before it. */
export const outdated = <Key extends Timed>(keys: ReadonlyArray<Key>, now: DateTime.Utc): Option.Option<Key> => {
  const kept = Duration.sum(tokenLifetime, publicationTail)
  // A key has signed until the next one did.
  const successor = keys.findIndex(({ activeFrom }) =>
    DateTime.lessThanOrEqualTo(DateTime.addDuration(activeFrom, kept), now)
  )
  return successor === -1 ? Option.none() : Option.fromNullable(keys[successor + 1])
}

/** Returns the keys that an API needs at `now`, newest first: those that sign, will sign, or have signed lately. */
export const published = <Key extends Timed>(keys: ReadonlyArray<Key>, now: DateTime.Utc): ReadonlyArray<Key> =>
  Option.match(outdated(keys, now), {
    onNone: () => keys,
    onSome: ({ number }) => keys.filter((key) => key.number > number)
  })

/** Returns when the next key has to be created, so that it is published in time; `None` if there is no key. */
export const nextDueAt = ([newest]: ReadonlyArray<Timed>): Option.Option<DateTime.Utc> =>
  Option.map(Option.fromNullable(newest), ({ activeFrom }) =>
    DateTime.addDuration(activeFrom, Duration.subtract(rotationPeriod, publicationLead))
  )
