/**
 * The SQL of an attribution's `postback_status` as far as its deliveries decide it, those of its device's payments
 * included: `failed` if one has failed, `skipped` if the user consents to none, `sent` if all others were sent, else null.
 *
 * @param row the alias of a row with `customer_id` and `install_id`.
 * @param account SQL of its account.
 */
export const deliveriesStatus = (row: string, account = `${row}.customer_id`) => `(
    select case when bool_or(status = 'failed') then 'failed' when bool_and(status = 'skipped') then 'skipped'
      when bool_and(status in ('sent', 'skipped')) then 'sent' end
    from postbacks
    where postbacks.customer_id = ${account} and postbacks.install_id = ${row}.install_id)`;
