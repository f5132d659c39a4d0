/** What a link is for. */
export type LinkPurpose = 'reset_password' | 'verify_email' | 'change_email' | 'sign_in';

/** Identifies the password of the user `u` and when it was set: setting the same one again counts as a change. */
export const PASSWORD_DIGEST = `coalesce((
  select encode(sha256(convert_to(
    string_agg(concat_ws(' ', c.password, extract(epoch from c.updated_at)), ' ' order by c.id), 'UTF8')), 'hex')
  from auth_credentials c where c.user_id = u.id), '')`;

/** Whether the link `l` of the user `u` still works at the time $2: neither their address nor password has changed. */
export const IS_ALIVE = `l.user_id = u.id and l.email = u.email and l.password_digest = ${PASSWORD_DIGEST} and l.expires_at > $2`;
