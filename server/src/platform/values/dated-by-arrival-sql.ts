/**
 * SQL of whether a stored event counts as of its arrival as its own time is impossible. The rule is `trueTime`'s alone, which
 * dated the event: one that counts as of its arrival, and by its own times, corrected, happened at another time, is such.
 *
 * @param event the name of its row of `events`.
 */
export const datedByArrivalSql = (event: string) => `(
    ${event}.occurred_at = ${event}.received_at and case
      when ${event}.age_ms is not null then ${event}.age_ms <> 0
      when ${event}.sent_at is not null then ${event}.client_timestamp <> ${event}.sent_at
      else ${event}.client_timestamp <> round(extract(epoch from ${event}.received_at) * 1000)
    end)`;
