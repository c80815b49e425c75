/** How many wrong passwords an account gets in an hour. */
export const guessLimit = 10

/** What the service has acknowledged to users. All of it must survive every failover. */
export class Ledger {
  /** Email addresses of accounts. */
  readonly accounts = new Set<string>()
  /** Cookies of sessions, each with the email address of its user. */
  readonly signedIn = new Map<string, string>()
  /** Cookies of sessions that were signed out. */
  readonly signedOut = new Set<string>()
  /** Links that have signed a user in, and that no user may use again. */
  readonly usedLinks = new Set<string>()
  /** Email addresses that got one link each. None of them may have more than one session. */
  readonly linkUsers = new Set<string>()
  /** Email addresses whose link has not arrived yet. */
  readonly awaitingLink = new Set<string>()
  /** How many wrong passwords were acknowledged as wrong, by email address. */
  readonly guesses = new Map<string, number>()
  /** What no user should see, and when. */
  readonly wrong: Array<string> = []

  isWrong(what: string, at = new Date()): void {
    this.wrong.push(`${at.toISOString().slice(11, -1)} ${what}`)
  }

  /** Counts a wrong password that the service has checked. */
  guess(email: string): void {
    const count = (this.guesses.get(email) ?? 0) + 1
    this.guesses.set(email, count)
    if (count > guessLimit) this.isWrong(`guess ${count} for ${email} was checked, beyond its limit`)
  }

  get counts() {
    return {
      accounts: this.accounts.size,
      signedOut: this.signedOut.size,
      usedLinks: this.usedLinks.size,
      guesses: [...this.guesses.values()].reduce((sum, count) => sum + count, 0)
    }
  }
}
