import { pool } from "./pool.ts"

const limit = 30

/** Counts an attempt in a window of one second. As in Latchkey, the commit does not wait for the disk. */
export const consume = async (key: string, now: Date): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: "consume",
    text: `
      INSERT INTO latchkey.rate_limits AS w (instance_id, key, consumed_at, expires_at)
      VALUES ('default', $1, ARRAY[$2::timestamptz], $2::timestamptz + interval '1 second')
      ON CONFLICT (instance_id, key) DO UPDATE SET
        consumed_at = latchkey.add_to_window(w.consumed_at, $2::timestamptz, $3),
        expires_at = excluded.expires_at
      WHERE cardinality(w.consumed_at) - width_bucket($2::timestamptz - interval '1 second', w.consumed_at) < $3
      RETURNING set_config('synchronous_commit', 'off', true)`,
    values: [key, now, limit]
  })
  return rowCount === 1
}

/** Takes an attempt back. */
export const refund = async (key: string, at: Date): Promise<void> => {
  await pool.query({
    name: "refund",
    text: `
      UPDATE latchkey.rate_limits SET
        consumed_at = array_remove(consumed_at, $2::timestamptz),
        expires_at = CASE WHEN cardinality(consumed_at) = 1 THEN '-infinity' ELSE expires_at END
      WHERE instance_id = 'default' AND key = $1 AND set_config('synchronous_commit', 'off', true) = 'off'`,
    values: [key, at]
  })
}
