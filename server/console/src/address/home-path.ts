/** Where a person begins who has named no page. */
export const homePath = '/overview';
