/**
 * SQL of what is kept of an event whose row went: 16 bytes, in which its app and its id cannot be read.
 *
 * @param row the table or alias that has `app_id` and `event_id`
 */
export function eventHashSql(row: string): string {
  return `encode(substring(sha256(convert_to(${row}.app_id || ${row}.event_id, 'UTF8')) from 1 for 16), 'hex')::uuid`;
}
