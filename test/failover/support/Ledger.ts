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
  /** Ids of the sessions of native clients that have not ended. */
  readonly families = new Set<string>()
  /** Those of them whose last response was lost: their next token, too. They got an access token instead. */
  readonly lostReplies = new Set<string>()
  /** Sessions of native clients that asked again too late: more than 30 seconds after their response was lost. */
  readonly late = new Set<string>()
  /** Ids of signing keys that an operator has created. */
  readonly keys = new Set<string>()
  /** How many refresh tokens were replaced, and how many times an access token was verified. */
  refreshes = 0
  verified = 0
  /** How many times keys could not be fetched. */
  keyOutages = 0
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
      refreshes: this.refreshes,
      verified: this.verified,
      lostReplies: this.lostReplies.size,
      late: this.late.size,
      keyOutages: this.keyOutages,
      guesses: [...this.guesses.values()].reduce((sum, count) => sum + count, 0)
    }
  }
}
