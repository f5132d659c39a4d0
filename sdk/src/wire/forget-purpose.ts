/** What a request to be forgotten says it is for, in what is signed: no event has a purpose. */
export const FORGET_PURPOSE = 'forget';
