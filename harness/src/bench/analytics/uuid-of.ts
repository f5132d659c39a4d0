/** SQL for the UUID (version 4) that a text always gives: answers refuse ids of no version. @param text SQL too */
export const uuidOf = (text: string): string =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing 'a' from 17)::uuid`;
